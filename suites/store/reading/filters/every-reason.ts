import type {Exchange} from '../../../../spec/exchange.ts';
import {check, type Check} from '../../../language/check.ts';
import {all, expectNone, expectOutcome, nothing} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import type {Handle} from '../../../language/script.ts';
import {createUser} from '../../people.ts';
import {NO_PLAN_REASONS} from '../any-reading.ts';
import {issueOf, listReading, listUntilShown, readBy} from '../reading-steps.ts';
import {isLast, expectNoneLost, sessionRows, uuidIn} from '../session-rows.ts';

const isPage = hasSituation('reading-page');

/** The list by each reason alone: the names of some reasons contain those of others. */
export const everyReason: Check = check({
  rule: 'store.reading.reason-type-filters',
  place: 'each reason alone',
  onlyOnTestTargets: true,
  act: (s): Record<string, Handle> => {
    const {created} = createUser(s);
    const issue = issueOf(s);
    const sessions = NO_PLAN_REASONS.map((reason): [string, Handle] => [
      `session ${reason}`,
      readBy(s, created, issue, {reason_type: reason}),
    ]);
    const last = sessions.at(-1)?.[1];
    if (last) listUntilShown(s, created, last);
    const lists = NO_PLAN_REASONS.map((reason): [string, Handle] => [
      reason,
      listReading(s, {reason_type: reason}),
    ]);
    return Object.fromEntries([...sessions, ...lists]);
  },
  judge: (seen: Record<string, Exchange>) =>
    all(
      ...NO_PLAN_REASONS.flatMap((reason) => {
        const [list, session] = [seen[reason], seen[`session ${reason}`]];
        if (!list || !session) return [];
        if (!isPage(list)) return [() => expectOutcome(list, 'reading-page', `refused: ${reason}`)];
        return [
          () =>
            expectNone(
              sessionRows([list]).filter(({reason_type: other}) => other !== reason),
              `session of another reason than ${reason}`,
              `finds too much: ${reason}`,
              list,
            ),
          // Of a reason with further pages the new session may be on a later one.
          () =>
            isLast(list)
              ? expectNoneLost(list, [uuidIn(session)], `finds too little: ${reason}`)
              : nothing(),
        ];
      }),
    ),
});
