/** The optional members that an upload accepts (Content, Upload body). */

import {CURRENCIES} from '../../../../spec/currencies.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {isCreated} from '../../../language/outcome.ts';
import {all, expectOutcome, saw, undecided} from '../../../language/judge.ts';
import type {Script} from '../../../language/script.ts';
import {blamedBy} from '../../../tables/each-kind.ts';
import {aCollection} from '../../plans/values/collections.ts';
import {coverOf, EXTENSIONS, fileOf, newIssue, send} from '../../issuing.ts';

/**
 * An upload with a member was accepted. A refusal because of other fields says nothing about this
 * member.
 */
export function expectAcceptedWith(member: string, created: Exchange, branch: string): Judgement {
  const fields = blamedBy(created);
  const isAboutOthers = created.status === 422 && fields.length > 0 && !fields.includes(member);
  return isAboutOthers
    ? undecided(`the upload was refused for ${fields.join(', ')}`)
    : expectOutcome(created, 'created', branch);
}

/** A check that an upload with one more member, or another value, is accepted. */
const checkAccepted = (
  rule: string,
  place: string,
  member: string,
  value: (s: Script) => Record<string, Val>,
): Check =>
  check({
    rule: `store.content.${rule}`,
    place,
    act: (s) => ({created: send(s, newIssue(s, value(s)))}),
    judge: ({created}) => expectAcceptedWith(member, created, `${place} refused`),
  });

/** Each list of the taxonomy, with realistic terms. */
const TERMS: Record<string, (s: Script) => Val[]> = {
  author: (s) => [s.fresh('text'), 'Ada Marsh'],
  country: () => ['Argentina', 'Mexico'],
  category: (s) => [s.fresh('text'), 'Travel'],
  publisher: (s) => [s.fresh('text')],
  keyword: (s) => [s.fresh('text'), 'tides', 'moon'],
};

/** A table of contents as JSON, which may be sent as such or as a text (Content, Upload body). */
const CONTENTS: Val = [
  {title: 'Ebb', page: 1},
  {title: 'Flow', page: 24, children: [{title: 'Spring tides', page: 30}]},
];

/** The body of an upload with every optional member. */
export const everything = (s: Script): Record<string, Val> => ({
  description: '<p>What the moon does to harbours.</p>',
  free: false,
  bisac: [{code: 'FIC000000'}],
  ...Object.fromEntries(Object.entries(TERMS).map(([name, of]) => [name, of(s)])),
  prices: {USD: 9.99},
  lang: 'en',
  cover: coverOf(s, 'jpg'),
});

/** Uploads with each optional member. */
export const accepted: Check[] = [
  ...EXTENSIONS.map((extension) =>
    checkAccepted('extensions-are-accepted', extension, 'extension', (s) => ({
      extension,
      file_url: fileOf(s, extension),
    })),
  ),
  checkAccepted('bisac-is-accepted', 'one code', 'bisac', () => ({bisac: [{code: 'FIC000000'}]})),
  checkAccepted('bisac-is-accepted', 'several codes', 'bisac', () => ({
    bisac: [{code: 'FIC019000'}, {code: 'TRV000000'}, {code: 'SCI052000'}],
  })),
  ...Object.entries(TERMS).map(([name, of]) =>
    checkAccepted('taxonomy-is-accepted', name, name, (s) => ({[name]: of(s)})),
  ),
  checkAccepted('listed-currencies-are-accepted', '*', 'prices', () => ({
    prices: Object.fromEntries(CURRENCIES.map((code, i) => [code, 10 + i])),
  })),
  ...(['jpg', 'png'] as const).map((kind) =>
    checkAccepted('covers-are-accepted', kind, 'cover', (s) => ({cover: coverOf(s, kind)})),
  ),
  check({
    rule: 'store.content.collection-is-accepted',
    given: aCollection,
    act: (s, {name}) => ({
      one: send(s, newIssue(s, {collection: [name]})),
      withTerms: send(s, newIssue(s, {collection: [name], author: [s.fresh('text')]})),
    }),
    judge: ({one, withTerms}) =>
      all(
        expectAcceptedWith('collection', one, 'refused'),
        expectAcceptedWith('collection', withTerms, 'refused beside other terms'),
      ),
  }),
  check({
    rule: 'store.content.table-of-contents-is-accepted',
    act: (s) => ({
      json: send(s, newIssue(s, {table_of_contents: CONTENTS})),
      text: send(s, newIssue(s, {table_of_contents: JSON.stringify(CONTENTS)})),
    }),
    // "json" may mean the structure itself or its text: one of them has to be accepted.
    judge: ({json, text}) =>
      isCreated(text) && !isCreated(json)
        ? all(saw('as a text'), expectOutcome(text, 'created', 'refused'))
        : all(saw('as JSON'), expectAcceptedWith('table_of_contents', json, 'refused')),
  }),
  check({
    rule: 'store.content.create-needs-no-optional-member',
    act: (s) => ({
      bare: send(s, newIssue(s)),
      full: send(s, newIssue(s, everything(s))),
    }),
    // If an upload with all members is also refused, a missing member is not the reason for the
    // first refusal.
    judge: ({bare, full}) =>
      isCreated(bare) || isCreated(full)
        ? expectOutcome(bare, 'created', 'optional member demanded')
        : undecided('an upload with every optional member was not accepted either'),
  }),
];
