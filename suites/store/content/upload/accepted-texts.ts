/** Uploads with texts of every kind, each beside an upload with a plain one (Content, Upload body). */

import {defined} from '../../../../spec/defined.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import type {Check} from '../../../language/check.ts';
import {judgeEach, whenServed} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {checksOfCases, sceneOfCases, type Expectation} from '../../../tables/cases.ts';
import {checksOfTrials, type Changing} from '../../../tables/trials.ts';
import {HARD_TEXTS} from '../../../values/hard-texts.ts';
import {issueIn} from '../../issue-rows.ts';
import {fileOf, findIssues, newIssue, readIssue, send} from '../../issuing.ts';
import {expectAcceptedWith} from './accepted.ts';
import {FREE_TERMS, SCRIPTS} from '../issue-values.ts';
import {termsGiven, whenTermsShown} from '../update/kept-members.ts';
import {booksOf, OF_BOOKS, type Enabled} from './physical.ts';
import {uploadsOf} from './refused.ts';
import {rowOf} from '../shown.ts';

/** Terms that need not exist before, by what is particular about them. */
const TERMS: Record<string, (s: Script) => Val> = {
  ...Object.fromEntries(
    SCRIPTS.map((script) => [
      script,
      (s: Script): Val => text(s.fresh('text'), ` ${HARD_TEXTS[script]}`),
    ]),
  ),
  'a comma': (s) => text('Marsh, ', s.fresh('text')),
  'a semicolon': (s) => text('Marsh; ', s.fresh('text')),
  'a slash': (s) => text('Marsh / ', s.fresh('text')),
  'a vertical bar': (s) => text('Marsh | ', s.fresh('text')),
  'a full stop': (s) => text('M. Marsh ', s.fresh('text')),
};

/** Names of countries, some of which have letters that English lacks. */
const COUNTRIES = ['Uruguay', 'United Kingdom', 'Curaçao', 'Réunion'];

/**
 * What a signature may add to the URL of a file. Storages ignore parameters that are not their own.
 */
const SIGNATURES = {
  'a signature': '?expires=1999999999&signature=0f1e2d3c4b5a',
  'an escaped signature': '?expires=1999999999&signature=Zm9v%2Bbar%2F%3D',
};

/** The body of an upload with one kind of term in each list. */
const withTerm = (s: Script, term: (s: Script) => Val): Record<string, Val> =>
  newIssue(s, Object.fromEntries(FREE_TERMS.map((name) => [name, [term(s)]])));

/** Uploads that have one kind of term in each list, with a read of each and a list that has it. */
const terms = sceneOfCases({
  id: 'store: content with each kind of term',
  onlyOnTestTargets: true,
  cases: {plain: (s: Script): Val => s.fresh('text'), ...TERMS},
  act: (s, term) => {
    const body = withTerm(s, term);
    const created = send(s, body);
    return {
      created,
      read: readIssue(s, created, {optional: true}),
      listed: findIssues(s, body.name ?? ''),
    };
  },
});

/** Uploads with another value of a member are accepted; a refusal because of others says nothing. */
const accepted = <B>(requests: Record<string, Changing<B>>, ...members: string[]) => ({
  requests,
  judge: (seen: Record<string, Exchange>) =>
    judgeEach(Object.entries(seen), ([name, created]) =>
      judgeEach(members, (member) => expectAcceptedWith(member, created, `refused: ${name}`)),
    ),
});

const countries = checksOfTrials({
  scene: 'store: content of each country',
  onlyOnTestTargets: true,
  begin: (s) => uploadsOf(s, {country: ['Argentina']}),
  rows: {
    'store.content.taxonomy-is-accepted @ each country': accepted(
      Object.fromEntries(COUNTRIES.map((one) => [one, {'/country': [one]}])),
      'country',
    ),
  },
});

const signed = checksOfTrials({
  scene: 'store: files with signed URLs',
  onlyOnTestTargets: true,
  begin: (s) => uploadsOf(s),
  rows: {
    'store.content.create-answers-201 @ a signed URL': accepted(
      Object.fromEntries(
        Object.entries(SIGNATURES).map(([name, signature]) => [
          name,
          (s: Script) => ({'/file_url': text(fileOf(s), signature)}),
        ]),
      ),
      'file_url',
    ),
  },
});

const books = checksOfTrials({
  scene: 'store: physical books with each kind of text',
  onlyOnTestTargets: true,
  ...OF_BOOKS,
  begin: (s, made: Enabled) => booksOf(s, made),
  rows: {
    'store.content.physical-texts-are-accepted @ each kind of text': accepted(
      {
        hardcover: {'/binding_type': 'hardcover'},
        spiral: {'/binding_type': 'spiral'},
        leather: {'/binding_type': 'leather'},
        'saddle stitch': {'/binding_type': 'saddle stitch'},
        accents: {'/editing_location': 'São Paulo'},
        'a comma': {'/editing_location': 'La Plata, Argentina'},
      },
      'binding_type',
      'editing_location',
    ),
  },
});

/** Each response to an accepted upload shows its terms, if it shows terms at all. */
const ownTerms: Expectation<unknown, Record<'created' | 'read' | 'listed', Handle>> = (answered) =>
  whenTermsShown(
    answered
      .filter(({seen}) => isCreated(seen.created))
      .flatMap(({seen: {created, read, listed}, name}) => {
        const row = rowOf(listed, created);
        return [
          {how: `of ${name}`, row: issueIn(created), where: created},
          ...(read.situations.includes('issue')
            ? [{how: `of ${name} when read`, row: issueIn(read), where: read}]
            : []),
          ...(row ? [{how: `of ${name} when listed`, row, where: listed}] : []),
        ].flatMap((shown) => termsGiven(shown, created, FREE_TERMS));
      }),
  );

/** Uploads with each kind of term are accepted if one with a plain term is. */
const termsAccepted: Expectation<unknown, Record<'created', Handle>> = ([plain, ...others]) =>
  whenServed(defined(plain, 'the plain upload').seen.created, () =>
    judgeEach(others, ({seen: {created}, name}) =>
      judgeEach(FREE_TERMS, (member) => expectAcceptedWith(member, created, `refused: ${name}`)),
    ),
  );

/** Texts of every kind are accepted and kept where plain ones are. */
export const acceptedTexts: Check[] = [
  ...checksOfCases(terms, 'each kind of term', {
    'store.content.taxonomy-is-accepted': termsAccepted,
    'store.content.terms-are-as-given': ownTerms,
  }),
  ...countries,
  ...signed,
  ...books,
];
