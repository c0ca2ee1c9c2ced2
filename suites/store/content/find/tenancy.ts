import type {Exchange} from '../../../../spec/exchange.ts';
import {
  checksAt,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {
  all,
  expectThat,
  expectNone,
  expectStill,
  summaryOf,
  judgeEach,
  nothing,
} from '../../../language/judge.ts';
import {text} from '../../../language/sent-values.ts';
import {expectForeignRefused} from '../../foreign-refused.ts';
import {issueIn, issuesIn} from '../../issue-rows.ts';
import {findIssues, issueIdOf, readByReference, readIssue, upload} from '../../issuing.ts';
import {remove, update, walkIssues} from '../issue-steps.ts';
import {expectAsBefore, expectRead, rowOf} from '../shown.ts';

/** Every operation on an issue of the first store, with the token of an admin of another store. */
const foreignIssues = sharedScene({
  id: 'store: content of another store',
  api: 'store',
  act: (s) => {
    const issue = upload(s, {free: false});
    const {created, body} = issue;
    const as = 'second-store' as const;
    const name = s.fresh('title');
    // The conversion may be over soon.
    const converting = walkIssues(s, {query: 'converting'}, as);
    return {
      created,
      converting,
      before: readIssue(s, created),
      listed: findIssues(s, body.name),
      read: readIssue(s, created, {as}),
      readByReference: readByReference(s, body.external_id, {as}),
      update: update(s, issue, {name, free: true}, {as}),
      byName: findIssues(s, body.name, as),
      byNumber: findIssues(s, text(issueIdOf(created)), as),
      everything: walkIssues(s, {}, as),
      deletion: remove(s, created, {as}),
      after: readIssue(s, created),
      listedAfter: findIssues(s, body.name),
    };
  },
});

type Foreign = SeenIn<typeof foreignIssues>;

/** No write on an issue of another store succeeds or changes anything. */
const expectWritesWithoutEffect = ({
  created,
  before,
  listed,
  update: changed,
  deletion,
  ...seen
}: Foreign): Judgement =>
  all(
    expectForeignRefused(changed, 'update', 'an issue'),
    expectForeignRefused(deletion, 'deletion', 'an issue'),
    () =>
      expectStill(before, seen.after, (read) =>
        expectRead(read, created, 'the issue is gone', (issue) =>
          expectAsBefore(issueIn(before), issue, read, 'the issue changed'),
        ),
      ),
    () =>
      expectAsBefore(
        rowOf(listed, created),
        rowOf(seen.listedAfter, created),
        seen.listedAfter,
        'the issue changed in the list',
      ),
  );

/** A read by another store does not show the issue; ids may be numbered per store. */
const expectNotRead = (read: Exchange, created: Exchange, name: string): Judgement =>
  expectThat(read.status >= 300 || issueIn(read).external_id !== issueIn(created).external_id, {
    branch: `${name}: shown to another store`,
    expected: 'no issue of another store',
    got: summaryOf(read),
    at: read,
    isOfRefusal: true,
  });

/** A list of another store has no issue of that name; ids may be numbered per store. */
const expectUnlisted = (list: Exchange[], created: Exchange, name: string): Judgement =>
  expectNone(
    issuesIn(list).filter((row) => row.name === issueIn(created).name),
    'issue of another store',
    `foreign-listed: ${name}`,
    list[0],
  );

/** No list and no read shows an issue of another store. */
const expectNotShown = ({created, read, readByReference: referred, ...seen}: Foreign): Judgement =>
  all(
    () => expectNotRead(read, created, 'read'),
    expectForeignRefused(referred, 'read by reference', 'an issue'),
    judgeEach(
      Object.entries({
        byName: [seen.byName],
        byNumber: [seen.byNumber],
        converting: seen.converting,
        everything: seen.everything,
      }),
      ([name, list]) =>
        list.every(({status}) => status >= 400) ? nothing() : expectUnlisted(list, created, name),
    ),
  );

/** A token only gives access to the content of its own store. */
export const tenancy: Check[] = [
  ...checksAt(foreignIssues, 'store.access.foreign-write-has-no-effect', {
    'on content': expectWritesWithoutEffect,
  }),
  ...checksAt(foreignIssues, 'store.access.list-shows-own-only', {content: expectNotShown}),
];
