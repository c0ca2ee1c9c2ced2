import type {Check, Judgement} from '../../../language/check.ts';
import {isCreated, isUpdated} from '../../../language/outcome.ts';
import {all, expectEqual, judgeEach, notApplicable, nothing} from '../../../language/judge.ts';
import {
  checksOfCases,
  sceneOfCases,
  ofEach,
  type Answers,
  type Expectation,
} from '../../../tables/cases.ts';
import {issueIn} from '../../issue-rows.ts';
import {findIssues, newIssue, readIssue, upload} from '../../issuing.ts';
import {JUDGES} from '../upload/as-given.ts';
import {update} from '../issue-steps.ts';
import {expectAsGiven, rowOf, whenUpdateAccepted} from '../shown.ts';
import {uploadAndRead} from '../issue-shown.ts';

/**
 * Days of publication before 1970, where many clocks begin, and the first day of 1970. A store need
 * not accept them, but it must show those that it accepts.
 */
const DAYS = ['1970-01-01', '1969-12-31', '1969-03-02', '1952-02-29', '1936-11-01', '1912-01-31'];

/** Uploads with these days, each with its reads. */
const uploads = sceneOfCases({
  id: 'store: uploads of what was published long ago',
  onlyOnTestTargets: true,
  cases: DAYS,
  act: (s, day) => {
    const body = newIssue(s, {publication_date: day});
    return uploadAndRead(s, body, body.external_id);
  },
});

/** Updates to these days, one after the other. */
const updates = sceneOfCases({
  id: 'store: updates of content to days of long ago',
  onlyOnTestTargets: true,
  cases: DAYS,
  begin: (s) => upload(s),
  act: (s, day, issue) => ({
    created: issue.created,
    changed: update(s, issue, {publication_date: day}),
    read: readIssue(s, issue.created),
    list: findIssues(s, issue.body.name),
  }),
});

/** Each day that was accepted is judged. */
const ofEachTaken =
  <R>(
    isTaken: (seen: Answers<R>) => boolean,
    judge: (seen: Answers<R>) => Judgement,
  ): Expectation<string, R> =>
  (answered) => {
    const taken = answered.filter(({seen}) => isTaken(seen));
    return taken.length
      ? judgeEach(taken, ({seen}) => judge(seen))
      : notApplicable('no day before 1970 is accepted');
  };

const MEMBERS = ['publication_date'];

/** The first day of a month, the last one, and the first of the next; ends of years, and leap days. */
const ENDS = [
  '2024-05-01',
  '2024-05-31',
  '2024-06-01',
  '2023-12-31',
  '2024-01-01',
  '2024-02-29',
  '2000-02-29',
];

const daysOfPublication = sceneOfCases({
  id: 'store: content is published at the ends of months',
  onlyOnTestTargets: true,
  cases: ENDS,
  begin: (s) => {
    const issue = upload(s, {publication_date: '2024-05-14'});
    return {issue, before: findIssues(s, issue.body.name)};
  },
  act: (s, day, {issue, before}) => ({
    created: issue.created,
    before,
    updated: update(s, issue, {publication_date: day}),
    list: findIssues(s, issue.body.name),
  }),
});

/** Days of publication of every kind. */
export const publicationDays: Check[] = [
  ...checksOfCases(uploads, 'of long ago', {
    'store.content.publication-is-as-given': ofEachTaken(
      ({created}) => isCreated(created),
      (seen) => JUDGES['store.content.publication-is-as-given']?.(seen) ?? nothing(),
    ),
  }),
  ...checksOfCases(updates, 'days of long ago', {
    'store.content.update-is-kept': ofEachTaken(
      ({changed}) => isUpdated(changed),
      ({created, changed, read, list}) =>
        all(
          () => expectAsGiven('when read after an update', issueIn(read), changed, read, MEMBERS),
          () => {
            const row = rowOf(list, created);
            return row
              ? expectAsGiven('in the list after an update', row, changed, list, MEMBERS)
              : nothing();
          },
        ),
    ),
  }),
  ...checksOfCases(daysOfPublication, 'the ends of months', {
    // If a list shows a day in the form of the request, it also shows the days of updates.
    'store.content.update-is-kept': ofEach(({created, before, updated, list}, day) => {
      const isShownSo =
        rowOf(before, created)?.publication_date === created.requestBody?.publication_date;
      if (!isShownSo) return notApplicable('no list shows the day of publication as it was given');
      const row = rowOf(list, created);
      if (!row) return nothing();
      return whenUpdateAccepted(updated, () =>
        expectEqual(
          row.publication_date,
          day,
          'another day of publication',
          list,
          '`publication_date` of the listed content',
        ),
      );
    }),
  }),
];
