import type {Exchange} from '../../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {expectOutcome, when, judgeEach} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import type {Handle} from '../../../language/script.ts';
import {listReading} from '../reading-steps.ts';

/** Days that a validation may take for none, although they are in the form YYYY-MM-DD. */
const DAYS = [
  '2000-02-29',
  '2016-02-29',
  '2019-02-28',
  '2019-01-31',
  '2019-04-30',
  '2019-08-09',
  '2018-12-31',
  '2019-01-01',
] as const;

/** Days that no validation refuses. */
const PLAIN = {from_date: '1999-05-14', to_date: '2020-05-15'};

const isServed = hasSituation('reading-page');

const [FROM, TO] = ['from_date', 'to_date'] as const;

/** Any day may begin or end a period. */
export const daysServed: Check = check({
  rule: 'store.reading.dates-filter',
  place: 'with any day',
  onlyOnTestTargets: true,
  act: (s): Record<string, Handle> => ({
    plain: listReading(s, PLAIN),
    ...Object.fromEntries(
      [FROM, TO].flatMap((name) =>
        DAYS.map((day) => [`${name} ${day}`, listReading(s, {...PLAIN, [name]: day})]),
      ),
    ),
  }),
  judge: ({plain, ...lists}: Record<string, Exchange>): Judgement =>
    when(plain !== undefined && isServed(plain), 'no list of a period is served', () =>
      judgeEach(Object.entries(lists), ([name, list]) =>
        expectOutcome(list, 'reading-page', `refused: ${name}`),
      ),
    ),
});
