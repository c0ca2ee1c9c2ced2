import type {Exchange} from '../../../../spec/exchange.ts';
import {
  check,
  checksAt,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {
  all,
  expectOutcome,
  expectRefused,
  expectThat,
  when,
  whenServed,
} from '../../../language/judge.ts';
import {expectNotServed, whenObeyed} from '../../../language/blocked-by.ts';
import {issueIn} from '../../issue-rows.ts';
import {findIssues, readByReference, readIssue, upload} from '../../issuing.ts';
import {update} from '../issue-steps.ts';
import {
  expectAsBefore,
  expectAsGiven,
  expectListed,
  expectRead,
  rowOf,
  whenUpdateAccepted,
} from '../shown.ts';
import {toText} from '../../../../spec/json.ts';

/** Members of an upload, each with a different value. */
const FIRST = {
  description: 'What the moon does to harbours.',
  free: false,
  lang: 'en',
  prices: {USD: 9.99},
  publication_date: '2024-05-14',
};

/** The same members with other values. */
const OTHER = {
  description: 'What harbours do to the moon.',
  free: true,
  lang: 'es',
  prices: {EUR: 4.5, USD: 12},
  publication_date: '2021-11-03',
};

/**
 * An issue with every member changed and changed back, one that is only renamed, and one that is
 * not updated.
 */
const changes = sharedScene({
  id: 'store: content is changed',
  api: 'store',
  act: (s) => {
    const bystander = upload(s, OTHER);
    const issue = upload(s, FIRST);
    const beside = readIssue(s, bystander.created);
    const besideListed = findIssues(s, bystander.body.name);
    const renamed = s.fresh('title');
    const there = update(s, issue, {...OTHER, name: renamed});
    const shown = findIssues(s, renamed);
    const shownByOldName = findIssues(s, issue.body.name);
    const readThere = readIssue(s, issue.created);
    const back = update(s, issue);
    return {
      bystander: bystander.created,
      beside,
      besideListed,
      created: issue.created,
      there,
      shown,
      shownByOldName,
      readThere,
      back,
      shownBack: findIssues(s, issue.body.name),
      readBack: readIssue(s, issue.created),
      besideAfter: readIssue(s, bystander.created),
      besideListedAfter: findIssues(s, bystander.body.name),
    };
  },
});

/** An issue with an update that changes one member and repeats the others. */
const renaming = sharedScene({
  id: 'store: content is renamed',
  api: 'store',
  act: (s) => {
    const issue = upload(s, OTHER);
    const before = readIssue(s, issue.created);
    const listedBefore = findIssues(s, issue.body.name);
    const name = s.fresh('title');
    const renamed = update(s, issue, {name});
    return {
      created: issue.created,
      before,
      listedBefore,
      renamed,
      after: readIssue(s, issue.created),
      listedAfter: findIssues(s, name),
      byReference: readByReference(s, issue.body.external_id),
    };
  },
});

type Changes = SeenIn<typeof changes>;
type Renaming = SeenIn<typeof renaming>;

/** A read and the list show the values of an accepted update. */
const expectKept = (
  updated: Exchange,
  created: Exchange,
  read: Exchange,
  list: Exchange,
): Judgement =>
  all(
    expectOutcome(updated, 'updated', 'refused'),
    () =>
      expectRead(read, created, 'not read after an update', (issue) =>
        expectAsGiven('when read after an update', issue, updated, read),
      ),
    () =>
      expectListed(list, created, 'not found by the name of the update', (row) =>
        expectAsGiven('in the list after an update', row, updated, list),
      ),
  );

/** A search for the former name of an issue does not show it under that name. */
function expectFormerNameGone(list: Exchange, created: Exchange): Judgement {
  const name: unknown = rowOf(list, created)?.name;
  return expectThat(name === undefined || name !== created.requestBody?.name, {
    branch: 'listed under the name that it had before',
    expected: 'no issue with the former name of this one',
    got: toText(name),
    at: list,
  });
}

const expectUpdatesKept = (seen: Changes): Judgement =>
  all(
    expectKept(seen.there, seen.created, seen.readThere, seen.shown),
    expectKept(seen.back, seen.created, seen.readBack, seen.shownBack),
    () => expectFormerNameGone(seen.shownByOldName, seen.created),
  );

/** The other issue is read and listed as before. */
const expectOtherUnchanged = (seen: Changes): Judgement =>
  all(
    () =>
      expectAsBefore(
        issueIn(seen.beside),
        issueIn(seen.besideAfter),
        seen.besideAfter,
        'another issue changed',
      ),
    () =>
      expectAsBefore(
        rowOf(seen.besideListed, seen.bystander),
        rowOf(seen.besideListedAfter, seen.bystander),
        seen.besideListedAfter,
        'another issue changed in the list',
      ),
  );

/** An issue without its name. */
const withoutName = (issue: Record<string, unknown> | undefined) => {
  if (!issue) return undefined;
  const {name: _name, ...rest} = issue;
  return rest;
};

/** An update with another name and otherwise unchanged values changes only the name. */
const expectOnlyNameChanged = ({
  created,
  before,
  listedBefore,
  renamed,
  ...seen
}: Renaming): Judgement =>
  whenUpdateAccepted(renamed, () =>
    all(
      () =>
        expectAsBefore(
          withoutName(issueIn(before)),
          withoutName(issueIn(seen.after)),
          seen.after,
          'changed though given as it was',
        ),
      () =>
        expectAsBefore(
          withoutName(rowOf(listedBefore, created)),
          withoutName(rowOf(seen.listedAfter, created)),
          seen.listedAfter,
          'changed in the list though given as it was',
        ),
      () => expectRead(seen.byReference, created, 'not found by its external_id any more'),
    ),
  );

/** The effects of updates. */
export const updating: Check[] = [
  ...checksOf(changes, {
    'store.content.update-is-kept': expectUpdatesKept,
    'store.content.update-changes-what-it-names-only': expectOtherUnchanged,
  }),
  ...checksAt(renaming, 'store.content.update-changes-what-it-names-only', {
    'members given as they were': expectOnlyNameChanged,
  }),
  check({
    rule: 'store.content.update-answers-204',
    place: 'the same once more',
    onlyOnTestTargets: true,
    act: (s) => {
      const issue = upload(s, FIRST);
      return {first: update(s, issue, OTHER), again: update(s, issue, OTHER)};
    },
    judge: ({first, again}) =>
      whenServed(first, () => expectOutcome(again, 'updated', 'refused the second time')),
  }),
  check({
    rule: 'store.content.invalid-update-answers-422',
    act: (s) => {
      const issue = upload(s);
      return {invalid: update(s, issue, {publication_date: 'presscheck-no-day'})};
    },
    judge: ({invalid}) =>
      whenObeyed(
        'store.content.publication-date-is-a-day',
        expectNotServed(invalid, 'a day that is none'),
        () => expectOutcome(invalid, 'invalid', 'another-status'),
      ),
  }),
  check({
    rule: 'store.content.refused-update-changes-nothing',
    place: 'of many members',
    onlyOnTestTargets: true,
    act: (s) => {
      const issue = upload(s, FIRST);
      const name = s.fresh('title');
      const many = {...OTHER, name, publication_date: 'presscheck-no-day'};
      return {
        created: issue.created,
        before: readIssue(s, issue.created),
        listedBefore: findIssues(s, issue.body.name),
        rejected: update(s, issue, many),
        unknown: update(s, issue, {...OTHER, name, collection: [s.fresh('text')]}),
        after: readIssue(s, issue.created),
        listedAfter: findIssues(s, issue.body.name),
      };
    },
    judge: ({created, before, listedBefore, rejected, unknown, after, listedAfter}) =>
      when(rejected.status >= 400 && unknown.status >= 400, 'an update was not refused', () =>
        all(
          expectRefused(rejected, 'another status'),
          expectRefused(unknown, 'another status'),
          () =>
            expectAsBefore(issueIn(before), issueIn(after), after, 'a refused update changed it'),
          () => expectListedAsBefore(created, listedBefore, listedAfter),
        ),
      ),
  }),
];

/** The list shows an issue by its first name, and as it showed it before the refused updates. */
const expectListedAsBefore = (
  created: Exchange,
  listedBefore: Exchange,
  listedAfter: Exchange,
): Judgement =>
  expectListed(listedAfter, created, 'not found by its name any more', (row) =>
    expectAsBefore(
      rowOf(listedBefore, created),
      row,
      listedAfter,
      'a refused update changed it in the list',
    ),
  );
