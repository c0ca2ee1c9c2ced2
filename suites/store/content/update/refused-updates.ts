/**
 * An update has the same fields as an upload, and so refuses the same values, for files and for
 * physical books (Content, Rules).
 */

import {defined} from '../../../../spec/defined.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectOutcome, whenServed} from '../../../language/judge.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {coverOf, newBook, newIssue, pathOf, send} from '../../issuing.ts';
import {twoCollections} from '../../plans/values/collections.ts';
import {updateOf} from '../issue-steps.ts';
import {
  whenBookAccepted,
  MEASURES,
  physicalOn,
  WITHOUT_BOOKS,
  type Enabled,
} from '../upload/physical.ts';

/**
 * Updates of one content issue, by the members that each has in addition to those of the upload.
 */
function updatesOf(s: Script, created: Handle, body: ReturnType<typeof newIssue>) {
  return (more: Record<string, Val>): Handle =>
    s.call('updateIssue', {path: pathOf(created), body: updateOf(s, body, more)});
}

/** Updates with one wrong member, for any kind of content. */
const wrongUpdates = (
  s: Script,
  update: (more: Record<string, Val>) => Handle,
  [one, other]: [Val, Val],
) => ({
  right: update({cover: coverOf(s, 'png'), collection: [one, other]}),
  gif: update({cover: 'https://files.presscheck.example/cover.gif'}),
  pdf: update({cover: 'https://files.presscheck.example/cover.pdf'}),
  path: update({cover: 'covers/cover.txt'}),
  unknown: update({collection: [s.fresh('text')]}),
  first: update({collection: [s.fresh('text'), one, other]}),
  between: update({collection: [one, s.fresh('text'), other]}),
  last: update({collection: [one, other, s.fresh('text')]}),
  noDay: update({publication_date: '2024-02-30'}),
  noLanguage: update({lang: 'english'}),
});

type Wrong = Record<keyof ReturnType<typeof wrongUpdates>, Exchange>;

const ofFile = sharedScene({
  id: 'store: updates of a file that are wrong in one member',
  api: 'store',
  onlyOnTestTargets: true,
  given: twoCollections,
  act: (s, {names}: {names: [Val, Val]}) => {
    const body = newIssue(s, {lang: 'en'});
    const created = s.call('createIssue', {body, expects: 'created'});
    return wrongUpdates(s, updatesOf(s, created, body), names);
  },
});

const ofBook = sharedScene({
  id: 'store: updates of a physical book that are wrong in one member',
  api: 'store',
  onlyOnTestTargets: true,
  given: {
    id: 'store: physical books are sold, and two collections',
    reusable: true,
    ways: twoCollections.ways.flatMap((collections) =>
      physicalOn.ways.map((on) => (s: Script): Enabled & {names: [Val, Val]} => ({
        ...on(s),
        ...collections(s),
      })),
    ),
    onlyFirstWayIf: WITHOUT_BOOKS,
  },
  act: (s, {switched, names}: Enabled & {names: [Val, Val]}) => {
    const body = newBook(s, {...MEASURES, lang: 'en'});
    const created = send(s, body);
    const update = updatesOf(s, created, body);
    return {
      ...(switched && {switched}),
      created,
      ...wrongUpdates(s, update, names),
      pages: update({pages: 'many'}),
      weight: update({weight: 'heavy'}),
    };
  },
});

/** Judges only with an accepted update that differs only in having right values. */
const whenRightAccepted = (right: Exchange, judgement: () => Judgement): Judgement =>
  whenServed(right, judgement);

/** The judges of the values that both kinds of content refuse, by rule. */
const JUDGES: Record<string, (seen: Wrong) => Judgement> = {
  'other-covers-are-refused': ({gif, pdf, path}) =>
    all(
      expectOutcome(gif, 'invalid', 'an update takes a gif'),
      expectOutcome(pdf, 'invalid', 'an update takes a pdf'),
      expectOutcome(path, 'invalid', 'an update takes a text'),
    ),
  'collections-exist': ({unknown, first, between, last}) =>
    all(
      expectOutcome(unknown, 'invalid', 'accepted on update'),
      expectOutcome(first, 'invalid', 'accepted before others on update'),
      expectOutcome(between, 'invalid', 'accepted between others on update'),
      expectOutcome(last, 'invalid', 'accepted after others on update'),
    ),
  'publication-date-is-a-day': ({noDay}) =>
    expectOutcome(noDay, 'invalid', 'an update takes no day'),
  'lang-is-iso-639-1': ({noLanguage}) =>
    expectOutcome(noLanguage, 'invalid', 'an update takes no code'),
};

/**
 * The values that updates refuse. For files, checks from the contract cover the day and the
 * language.
 */
export const refusedUpdates: Check[] = [
  ...['other-covers-are-refused', 'collections-exist'].flatMap((key) =>
    checksAt(ofFile, `store.content.${key}`, {
      'on update': (seen) => whenRightAccepted(seen.right, () => defined(JUDGES[key], key)(seen)),
    }),
  ),
  ...Object.entries(JUDGES).flatMap(([key, judge]) =>
    checksAt(ofBook, `store.content.${key}`, {
      'on update of a physical book': (seen) =>
        whenBookAccepted(seen.created, seen, () =>
          whenRightAccepted(seen.right, () => judge(seen)),
        ),
    }),
  ),
  ...checksAt(ofBook, 'store.content.physical-measures-are-integers', {
    'on update': ({created, right, pages, weight, ...seen}) =>
      whenBookAccepted(created, seen, () =>
        whenRightAccepted(right, () =>
          all(
            expectOutcome(pages, 'invalid', 'an update takes a word for pages'),
            expectOutcome(weight, 'invalid', 'an update takes a word for weight'),
          ),
        ),
      ),
  }),
];
