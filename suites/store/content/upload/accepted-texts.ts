/** Uploads with texts of every kind, each beside an upload with a plain one (Content, Upload body). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {judgeEach, type LazyJudgement} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {HARD_TEXTS} from '../../../values/hard-texts.ts';
import {issueIn, type IssueRow} from '../../issue-rows.ts';
import {fileOf, findIssues, newBook, newIssue, readIssue, send} from '../../issuing.ts';
import {expectAcceptedWith} from './accepted.ts';
import {FREE_TERMS, SCRIPTS} from '../issue-values.ts';
import {whenTermsShown, expectTermsGiven, termsShown} from '../update/kept-members.ts';
import {physicalOn, whenBookAccepted, type Enabled} from './physical.ts';
import {whenTwinAccepted} from './refused.ts';
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

/** The ends of the names of reads and of lists. */
const WHEN_READ = ' when read';
const WHEN_LISTED = ' when listed';

/** The name of an upload, without what tells its read and its list from it. */
const uploadOf = (name: string): string => name.replace(WHEN_READ, '').replace(WHEN_LISTED, '');

type Uploads = Record<string, Handle>;

/** Records an upload for each value. */
const each = <T>(values: Record<string, T>, record: (value: T) => Handle): Uploads =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, record(value)]));

/** The body of an upload with one kind of term in each list. */
const withTerm = (s: Script, term: (s: Script) => Val): Record<string, Val> =>
  newIssue(s, Object.fromEntries(FREE_TERMS.map((name) => [name, [term(s)]])));

/** Uploads that have one kind of term in each list, with a read of each and a list that has it. */
const terms = sharedScene({
  id: 'store: content with each kind of term',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s): Uploads => {
    const plain = send(
      s,
      withTerm(s, (script) => script.fresh('text')),
    );
    const uploads: Uploads = {};
    const reads: Uploads = {};
    for (const [name, term] of Object.entries(TERMS)) {
      const body = withTerm(s, term);
      const created = send(s, body);
      uploads[name] = created;
      reads[`${name}${WHEN_READ}`] = readIssue(s, created, {optional: true});
      reads[`${name}${WHEN_LISTED}`] = findIssues(s, body.name ?? '');
    }
    return {plain, ...uploads, ...reads};
  },
});

const countries = sharedScene({
  id: 'store: content of each country',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s): Uploads => ({
    plain: send(s, newIssue(s, {country: ['Argentina']})),
    ...each(Object.fromEntries(COUNTRIES.map((one) => [one, one])), (country) =>
      send(s, newIssue(s, {country: [country]})),
    ),
  }),
});

const signed = sharedScene({
  id: 'store: files with signed URLs',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s): Uploads => ({
    plain: send(s, newIssue(s)),
    ...each(SIGNATURES, (signature) =>
      send(s, newIssue(s, {file_url: text(fileOf(s), signature)})),
    ),
  }),
});

/** Members of books, by texts that they may have. */
const BOOK_TEXTS: Record<string, Record<string, Val>> = {
  hardcover: {binding_type: 'hardcover'},
  spiral: {binding_type: 'spiral'},
  leather: {binding_type: 'leather'},
  'saddle stitch': {binding_type: 'saddle stitch'},
  accents: {editing_location: 'São Paulo'},
  'a comma': {editing_location: 'La Plata, Argentina'},
};

const books = sharedScene({
  id: 'store: physical books with each kind of text',
  api: 'store',
  onlyOnTestTargets: true,
  given: physicalOn,
  act: (s, {switched}: Enabled): Uploads => ({
    ...(switched && {switched}),
    plain: send(s, newBook(s)),
    ...each(BOOK_TEXTS, (more) => send(s, newBook(s, more))),
  }),
});

type Seen = Record<string, Exchange>;

/** Every upload was accepted. */
const expectAllAccepted = (member: string, uploads: Seen): Judgement =>
  judgeEach(
    Object.entries(uploads).filter(([name]) => name === uploadOf(name)),
    ([name, created]) => expectAcceptedWith(member, created, `refused: ${name}`),
  );

/** Every upload was accepted if the plain one was. */
const expectAcceptedLikePlain =
  (...members: string[]) =>
  ({plain, ...others}: Seen) =>
    whenTwinAccepted(plain as Exchange, () =>
      judgeEach(members, (member) => expectAllAccepted(member, others)),
    );

/** The issue of an upload in the response to it, in its read, or in its list. */
function shownIn(name: string, where: Exchange, created: Exchange): IssueRow | undefined {
  if (name.endsWith(WHEN_LISTED)) return rowOf(where, created);
  return where === created || where.situations.includes('issue') ? issueIn(where) : undefined;
}

/** Each response shows the terms of its upload, if it shows terms at all. */
const expectOwnTerms = (seen: Seen): Judgement =>
  whenTermsShown(
    Object.entries(seen).flatMap(([name, where]): LazyJudgement[] => {
      const created = seen[uploadOf(name)];
      const issue = created && isCreated(created) ? shownIn(name, where, created) : undefined;
      if (!created || !issue) return [];
      const representation = {name: `of ${name}`, issue, where};
      return FREE_TERMS.filter((member) => termsShown(representation.issue, member)).map(
        (member) => () => expectTermsGiven(representation, member, created.requestBody?.[member]),
      );
    }),
  );

/** Texts of every kind are accepted and kept where plain ones are. */
export const acceptedTexts: Check[] = [
  ...checksAt(terms, 'store.content.taxonomy-is-accepted', {
    'each kind of term': expectAcceptedLikePlain(...FREE_TERMS),
  }),
  ...checksAt(terms, 'store.content.terms-are-as-given', {
    'each kind of term': expectOwnTerms,
  }),
  ...checksAt(countries, 'store.content.taxonomy-is-accepted', {
    'each country': expectAcceptedLikePlain('country'),
  }),
  ...checksAt(signed, 'store.content.create-answers-201', {
    'a signed URL': expectAcceptedLikePlain('file_url'),
  }),
  ...checksAt(books, 'store.content.physical-texts-are-accepted', {
    'each kind of text': ({switched, plain, ...others}: Seen) =>
      whenBookAccepted(plain as Exchange, switched ? {switched} : {}, () =>
        judgeEach(Object.entries(others), ([name, created]) =>
          expectAcceptedWith(
            Object.keys(BOOK_TEXTS[name] ?? {})[0] ?? '',
            created,
            `refused: ${name}`,
          ),
        ),
      ),
  }),
];
