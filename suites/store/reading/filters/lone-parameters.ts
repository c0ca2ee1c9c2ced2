/** Parameters that stand without their companion, beside other filters. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {isClientError} from '../../../../spec/status.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectRefused, hidden} from '../../../language/judge.ts';
import type {Handle} from '../../../language/script.ts';
import {createUser} from '../../people.ts';
import {
  issueOf,
  listReading,
  listUntilShown,
  ofUser,
  readBy,
  shownIssue,
} from '../reading-steps.ts';

/** Parameters that need another one, which is missing. */
const LONE: Record<string, Record<string, Val>> = {
  reason_value: {reason_value: 1},
  from_date: {from_date: '2019-01-01'},
  to_date: {to_date: '2019-12-31'},
};

const lone = sharedScene({
  id: 'store: filters of reading sessions without their companions, beside others',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s): Record<string, Handle> => {
    const {created} = createUser(s);
    const session = readBy(s, created, issueOf(s));
    const issue = shownIssue(listUntilShown(s, created, session), session);
    const days = {from_date: '2019-01-01', to_date: '2019-12-31'};
    const others: Record<string, Record<string, Val>> = {
      'a user': ofUser(created),
      'a content': {issue_id: issue},
      'a user and a content': {...ofUser(created), issue_id: issue},
    };
    const beside = (name: string): Record<string, Record<string, Val>> =>
      name === 'reason_value'
        ? {...others, days}
        : {...others, 'a reason': {reason_type: 'bought_issue'}};
    return Object.fromEntries(
      Object.entries(LONE).flatMap(([name, query]) => [
        [name, listReading(s, query)],
        ...Object.entries(beside(name)).map(([what, more]) => [
          `${name} beside ${what}`,
          listReading(s, {...query, ...more}),
        ]),
      ]),
    ) as Record<string, Handle>;
  },
});

/** Where a parameter is refused alone, it is refused beside others, too. */
const expectRefusedBeside =
  (name: string) =>
  (seen: Record<string, Exchange>): Judgement => {
    if (!isClientError(seen[name]?.status ?? 0))
      return hidden('NS-ST-21', 'ignored', `${name} alone is not refused`);
    return all(
      ...Object.entries(seen)
        .filter(([other]) => other.startsWith(`${name} beside `))
        .map(([other, list]) => expectRefused(list, `accepted: ${other}`)),
    );
  };

/** Each parameter that needs another one. */
export const loneParameters: Check[] = [
  ...checksAt(lone, 'store.reading.reason-value-needs-reason-type', {
    'beside other filters': expectRefusedBeside('reason_value'),
  }),
  ...checksAt(lone, 'store.reading.from-date-needs-to-date', {
    'beside other filters': expectRefusedBeside('from_date'),
  }),
  ...checksAt(lone, 'store.reading.to-date-needs-from-date', {
    'beside other filters': expectRefusedBeside('to_date'),
  }),
];
