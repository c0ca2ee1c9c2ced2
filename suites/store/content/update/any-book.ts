/** Properties of any physical book: it is found, shown, changed and deleted like files. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {type AnyProperty, type Judgement, check, type Check} from '../../../language/check.ts';
import {all, expectOutcome, expectThat, summaryOf} from '../../../language/judge.ts';
import {propertiesOf} from '../../../language/property.ts';
import type {Handle} from '../../../language/script.ts';
import {findIssues, newBook, readByReference, readIssue, send, pathOf} from '../../issuing.ts';
import {JUDGES} from '../upload/as-given.ts';
import {remove, updateOf} from '../issue-steps.ts';
import {ISSUE_VALUES, type DrawnIssue} from '../issue-values.ts';
import {whenBookAccepted, MEASURES, physicalOn, type Enabled} from '../upload/physical.ts';
import {expectGone, expectNotListed, expectShownAsGiven, whenUpdateAccepted} from '../shown.ts';
import {isUpdated} from '../../../language/outcome.ts';

/** The generated values of a book, which has no file. */
type DrawnBook = Omit<DrawnIssue, 'extension'>;

const {extension: _extension, ...BOOK_VALUES} = ISSUE_VALUES;

type Step =
  | 'created'
  | 'read'
  | 'byReference'
  | 'list'
  | 'changed'
  | 'readChanged'
  | 'listChanged'
  | 'deletion'
  | 'readGone'
  | 'listGone';

type Seen = Record<Step, Exchange> & {switched?: Exchange};

/** Judges a book, if the store sells physical books. */
const whenSold =
  (judge: (seen: Seen) => Judgement) =>
  (seen: Seen): Judgement =>
    whenBookAccepted(seen.created, seen, () => judge(seen));

/** A book shows the values of an update. */
const expectChanged = ({created, changed, readChanged, listChanged}: Seen): Judgement =>
  all(expectOutcome(changed, 'updated', 'a book is not updated'), () =>
    expectShownAsGiven(
      {created, reads: [readChanged], list: listChanged},
      changed,
      'after an update',
    ),
  );

/** A deleted book is neither read nor listed. */
const expectDeleted = ({created, deletion, readGone, listGone}: Seen): Judgement =>
  all(
    expectOutcome(deletion, 'deleted', 'a book is not deleted'),
    expectGone(readGone, 'read by its id'),
    () => expectNotListed(listGone, created, 'found by its name'),
  );

/** Members of every book, and their values after an update. */
const PLAIN = {...MEASURES, binding_type: 'hardcover', editing_location: 'Montevideo'};
const CHANGED = {lang: 'ca', description: 'On paper, again.', prices: {EUR: 14.5}, pages: 96};

/** Any physical book. */
export const anyBook: AnyProperty[] = propertiesOf<
  DrawnBook,
  Record<Step, Handle> & {switched?: Handle},
  Enabled
>(
  {
    scene: 'store: any physical book',
    place: 'of any physical book',
    forAll: BOOK_VALUES as never,
    given: physicalOn,
    maxDrawsOnShared: 0,
    drawFactor: 1,
    act: (s, values, {switched}) => {
      const body = newBook(s, {...PLAIN, ...(values as Record<string, Val>)});
      const created = send(s, body);
      const shown = {
        created,
        read: readIssue(s, created),
        byReference: readByReference(s, body.external_id),
        list: findIssues(s, body.name),
      };
      const changes = {...CHANGED, name: s.fresh('title'), free: !values.free};
      return {
        changed: s.call('updateIssue', {
          path: pathOf(created),
          body: updateOf(s, body, changes),
        }),
        readChanged: readIssue(s, created),
        listChanged: findIssues(s, changes.name),
        deletion: remove(s, created),
        ...(switched && {switched}),
        ...shown,
        readGone: readIssue(s, created),
        listGone: findIssues(s, changes.name),
      };
    },
  },
  {
    ...Object.fromEntries(
      Object.entries(JUDGES).map(([rule, judge]) => [rule, whenSold((seen) => judge(seen))]),
    ),
    'store.content.update-is-kept': whenSold((seen) =>
      whenUpdateAccepted(seen.changed, () => expectChanged(seen)),
    ),
    'store.content.delete-answers-200': whenSold(({deletion}) =>
      expectOutcome(deletion, 'deleted', 'a book is not deleted'),
    ),
    'store.content.deleted-is-gone': whenSold(expectDeleted),
  },
);

/** A book is updated with the members of its upload, of which its `type` may be one that cannot be changed. */
export const booksUpdated: Check[] = [
  check({
    rule: 'store.content.update-answers-204',
    place: 'of a physical book',
    onlyOnTestTargets: true,
    given: physicalOn,
    act: (s, {switched}) => {
      const body = newBook(s, {pages: 120, lang: 'es'});
      const book = send(s, body);
      const update = (members: typeof body) =>
        s.call('updateIssue', {
          path: pathOf(book),
          body: updateOf(s, members, {name: s.fresh('title')}),
        });
      const {type: _type, ...withoutType} = body;
      return {
        ...(switched && {switched}),
        book,
        whole: update(body),
        withoutType: update(withoutType),
      };
    },
    judge: ({book, whole, withoutType, ...seen}) =>
      whenBookAccepted(book, seen, () =>
        expectThat([whole, withoutType].some(isUpdated), {
          branch: 'no update of a book is accepted',
          expected: 'an update with the members of the upload to be accepted',
          got: summaryOf(whole),
          at: whole,
        }),
      ),
  }),
];
