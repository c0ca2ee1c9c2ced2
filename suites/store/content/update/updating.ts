import type {Exchange} from '../../../../spec/exchange.ts';
import {
  check,
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
import {findIssues, readByReference, readIssue, upload} from '../../issuing.ts';
import {update} from '../issue-steps.ts';
import {
  expectListedAsBefore,
  expectReadAsBefore,
  LASTING,
  expectShownAsGiven,
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
  act: (s) => {
    const bystander = upload(s, OTHER);
    const issue = upload(s, FIRST);
    const beside = readIssue(s, bystander.created);
    const besideListed = findIssues(s, bystander.body.name);
    const renamed = s.fresh('title');
    return {
      bystander: bystander.created,
      beside,
      besideListed,
      created: issue.created,
      there: update(s, issue, {...OTHER, name: renamed}),
      shown: findIssues(s, renamed),
      shownByOldName: findIssues(s, issue.body.name),
      readThere: readIssue(s, issue.created),
      back: update(s, issue),
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
  act: (s) => {
    const issue = upload(s, OTHER);
    const before = readIssue(s, issue.created);
    const listedBefore = findIssues(s, issue.body.name);
    const name = s.fresh('title');
    return {
      created: issue.created,
      before,
      listedBefore,
      renamed: update(s, issue, {name}),
      after: readIssue(s, issue.created),
      listedAfter: findIssues(s, name),
      byReference: readByReference(s, issue.body.external_id),
    };
  },
});

type Changes = SeenIn<typeof changes>;
type Renaming = SeenIn<typeof renaming>;

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

/** An update was accepted, and shown in a read and in the list. */
const expectKept = (changed: Exchange, created: Exchange, read: Exchange, list: Exchange) =>
  all(expectOutcome(changed, 'updated', 'refused'), () =>
    expectShownAsGiven({created, reads: [read], list}, changed, 'after an update'),
  );

const expectUpdatesKept = (seen: Changes): Judgement =>
  all(
    expectKept(seen.there, seen.created, seen.readThere, seen.shown),
    expectKept(seen.back, seen.created, seen.readBack, seen.shownBack),
    () => expectFormerNameGone(seen.shownByOldName, seen.created),
  );

/** The other issue is read and listed as before. */
const expectOtherUnchanged = ({bystander, ...seen}: Changes): Judgement =>
  all(
    () => expectReadAsBefore(seen.beside, seen.besideAfter, 'another issue changed'),
    () =>
      expectListedAsBefore(
        bystander,
        [seen.besideListed, seen.besideListedAfter],
        'another issue changed in the list',
      ),
  );

const ALL_BUT_NAME = LASTING.filter((name) => name !== 'name');

/** An update with another name and otherwise unchanged values changes only the name. */
const expectOnlyNameChanged = ({created, renamed, ...seen}: Renaming): Judgement =>
  whenUpdateAccepted(renamed, () => {
    const lists: [Exchange, Exchange] = [seen.listedBefore, seen.listedAfter];
    const branch = 'changed though given as it was';
    const inList = 'changed in the list though given as it was';
    return all(
      () => expectReadAsBefore(seen.before, seen.after, branch, ALL_BUT_NAME),
      () => expectListedAsBefore(created, lists, inList, ALL_BUT_NAME),
      () => expectRead(seen.byReference, created, 'not found by its external_id any more'),
    );
  });

/** The effects of updates. */
export const updating: Check[] = [
  ...checksOf(changes, {
    'store.content.update-is-kept': expectUpdatesKept,
    'store.content.update-changes-what-it-names-only': expectOtherUnchanged,
  }),
  ...checksOf(renaming, {
    'store.content.update-changes-what-it-names-only @ members given as they were':
      expectOnlyNameChanged,
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
          () => expectReadAsBefore(before, after, 'a refused update changed it'),
          () =>
            expectListed(listedAfter, created, 'not found by its name any more', () =>
              expectListedAsBefore(
                created,
                [listedBefore, listedAfter],
                'a refused update changed it in the list',
              ),
            ),
        ),
      ),
  }),
];
