import type {Exchange} from '../../../../spec/exchange.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {expectEqual, notApplicable, judgeEach, nothing} from '../../../language/judge.ts';
import type {Handle} from '../../../language/script.ts';
import {findIssues, upload} from '../../issuing.ts';
import {update} from '../issue-steps.ts';
import {rowOf, whenUpdateAccepted} from '../shown.ts';

/** The first day of a month, the last one, and the first of the next; ends of years, and leap days. */
const DAYS = [
  '2024-05-01',
  '2024-05-31',
  '2024-06-01',
  '2023-12-31',
  '2024-01-01',
  '2024-02-29',
  '2000-02-29',
];

const daysOfPublication = sharedScene({
  id: 'store: content is published at the ends of months',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const issue = upload(s, {publication_date: '2024-05-14'});
    const seen: Record<string, Handle> = {
      created: issue.created,
      before: findIssues(s, issue.body.name),
    };
    for (const day of DAYS) {
      seen[day] = update(s, issue, {publication_date: day});
      seen[`${day}, listed`] = findIssues(s, issue.body.name);
    }
    return seen;
  },
});

/** If a list shows a day in the form of the request, it also shows the days of updates. */
function expectDaysAsGiven(seen: Record<string, Exchange>): Judgement {
  const {created, before} = seen;
  const isShownSo =
    created &&
    before &&
    rowOf(before, created)?.publication_date === created.requestBody?.publication_date;
  if (!isShownSo) return notApplicable('no list shows the day of publication as it was given');
  return judgeEach(DAYS, (day) => {
    const [changed, list] = [seen[day], seen[`${day}, listed`]];
    const row = list && rowOf(list, created);
    if (!changed || !row) return nothing();
    return whenUpdateAccepted(changed, () =>
      expectEqual(
        row.publication_date,
        day,
        'another day of publication',
        list,
        '`publication_date` of the listed content',
      ),
    );
  });
}

/** Publication days in updates. */
export const endsOfMonths: Check[] = [
  ...checksAt(daysOfPublication, 'store.content.update-is-kept', {
    'the ends of months': expectDaysAsGiven,
  }),
];
