/**
 * An update has the same fields as an upload, and so refuses the same values, for files and for
 * physical books (Content, Rules).
 */

import type {Val} from '../../../../spec/value.ts';
import type {Check, Setup} from '../../../language/check.ts';
import {whenServed} from '../../../language/judge.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {changed, checksOfTrials, type Change} from '../../../tables/trials.ts';
import {coverOf, newBook, newIssue, pathOf, send, type IssueBody} from '../../issuing.ts';
import {twoCollections} from '../../plans/values/collections.ts';
import {updateOf} from '../issue-steps.ts';
import {
  whenBookAccepted,
  MEASURES,
  physicalOn,
  WITHOUT_BOOKS,
  type Enabled,
} from '../upload/physical.ts';

/** The names of two collections of the store. */
type Named = {names: [Val, Val]};

/** Updates of a content issue with a change; without one they have a cover and two collections. */
const updatesOf = (s: Script, created: Handle, body: IssueBody, {names}: Named) => ({
  names,
  send: (change: Change) => {
    const right = updateOf(s, body, {cover: coverOf(s, 'png'), collection: names});
    return s.call('updateIssue', {path: pathOf(created), body: changed(right, change)});
  },
});

type Updates = ReturnType<typeof updatesOf>;

/** A collection that the store does not have, at a position among those that it has. */
const besides =
  (position: number) =>
  (s: Script, {names}: Named): Change => ({
    '/collection': names.toSpliced(position, 0, s.fresh('text')),
  });

/** Values that updates of any content refuse. */
const OF_ANY = {
  'store.content.other-covers-are-refused': {
    'an update takes a gif': {'/cover': 'https://files.presscheck.example/cover.gif'},
    'an update takes a pdf': {'/cover': 'https://files.presscheck.example/cover.pdf'},
    'an update takes a text': {'/cover': 'covers/cover.txt'},
  },
  'store.content.collections-exist': {
    'accepted on update': (s: Script) => ({'/collection': [s.fresh('text')]}),
    'accepted before others on update': besides(0),
    'accepted between others on update': besides(1),
    'accepted after others on update': besides(2),
  },
};

/** Values that updates of books refuse. For files, checks from the contract cover the day and the language. */
const OF_BOOKS = {
  ...OF_ANY,
  'store.content.publication-date-is-a-day': {
    'an update takes no day': {'/publication_date': '2024-02-30'},
  },
  'store.content.lang-is-iso-639-1': {'an update takes no code': {'/lang': 'english'}},
  'store.content.physical-measures-are-integers @ on update': {
    'an update takes a word for pages': {'/pages': 'many'},
    'an update takes a word for weight': {'/weight': 'heavy'},
  },
};

const booksAndCollections: Setup<Enabled & Named> = {
  id: 'store: physical books are sold, and two collections',
  reusable: true,
  ways: twoCollections.ways.flatMap((collections) =>
    physicalOn.ways.map((on) => (s: Script) => ({...on(s), ...collections(s)})),
  ),
  onlyFirstWayIf: WITHOUT_BOOKS,
};

/** The values that updates refuse. */
export const refusedUpdates: Check[] = [
  ...checksOfTrials<Named, Updates>({
    scene: 'store: updates of a file that are wrong in one member',
    onlyOnTestTargets: true,
    given: twoCollections,
    place: 'on update',
    begin: (s, named) => {
      const body = newIssue(s, {lang: 'en'});
      return updatesOf(s, s.call('createIssue', {body, expects: 'created'}), body, named);
    },
    rows: OF_ANY,
  }),
  ...checksOfTrials<Enabled & Named, Updates>({
    scene: 'store: updates of a physical book that are wrong in one member',
    onlyOnTestTargets: true,
    given: booksAndCollections,
    place: 'on update of a physical book',
    begin: (s, {switched, ...named}) => {
      const body = newBook(s, {...MEASURES, lang: 'en'});
      const created = send(s, body);
      return {seen: {created, ...(switched && {switched})}, ...updatesOf(s, created, body, named)};
    },
    when: (right, judgement, {created = right, ...seen}) =>
      whenBookAccepted(created, seen, () => whenServed(right, judgement)),
    rows: OF_BOOKS,
  }),
];
