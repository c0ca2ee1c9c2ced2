import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Judgement, type Setup} from '../../language/check.ts';
import type {Chapter} from '../../language/chapter.ts';
import {all, brief, hidden, expectThat, when} from '../../language/judge.ts';
import {readAccount, whenAllowanceLimited, publish, leftIn, expectLeft} from '../publishing.ts';
import {undecidedWithoutLimit, TOOL_LIMIT, readUsage as read} from '../running.ts';
import {afterTheTurn} from './after-the-turn.ts';

/** Registrations that the set-up leaves, fewer than any plan that is worth a test. */
const PLACES = 6;

/**
 * Where a hook leaves places, few are left. A run has it leave many when it begins, and a hook that
 * counts registrations back leaves more than the total allowance, which the usage may show.
 */
const fewPlaces: Setup<object> = {
  id: 'workspace: few places are left where a hook leaves some',
  ways: [
    (s) => {
      s.control('leave-places', {role: 'full', places: PLACES});
      return {};
    },
    () => ({}),
  ],
};

/**
 * A figure that does not change is not the total allowance if more than that is left.
 * @returns undefined if it may be the total
 */
function expectWhole(usageRead: Exchange, accountRead: Exchange): Judgement | undefined {
  const [shown, left] = [leftIn(usageRead), leftIn(accountRead)];
  if (typeof shown !== 'number' || typeof left !== 'number' || shown >= left) return undefined;
  return expectThat(false, {
    branch: 'less-than-is-left',
    expected: `\`publications_left\` of getAccountUsage to be ${left}, or the total allowance`,
    got: `${shown}, and the same after another registration`,
    at: usageRead,
  });
}

/** Workspace / usage: the limits on metered runs, and the allowance once more. */
export const usage: Chapter = {
  chapter: 'workspace/usage',
  visits: [{api: 'workspace', op: 'getAccountUsage', args: () => ({})}],
  provocations: [],
  checks: [
    check({
      rule: 'workspace.usage.agrees-with-the-account',
      given: fewPlaces,
      act: (s) => {
        // The first of two registrations, so that even a usage that lags one registration behind
        // changes.
        publish(s);
        const [accountBefore, usageBefore] = [readAccount(s), read(s)];
        publish(s);
        return {accountBefore, usageBefore, accountAfter: readAccount(s), usageAfter: read(s)};
      },
      judge: ({accountBefore, usageBefore, accountAfter, usageAfter}) => {
        const moved = leftIn(accountBefore) !== leftIn(accountAfter);
        return whenAllowanceLimited(accountBefore, () =>
          when(moved, 'the allowance did not change', () => {
            // The usage may show the total allowance instead of the remaining one: the total does
            // not change, and it is never less than what is left.
            if (leftIn(usageBefore) === leftIn(usageAfter))
              return (
                expectWhole(usageBefore, accountBefore) ??
                hidden('NS-WS-04', 'total', 'the usage does not show what is left')
              );
            return all(
              expectLeft(usageBefore, leftIn(accountBefore), 'disagree-before'),
              expectLeft(usageAfter, leftIn(accountAfter), 'disagree-after'),
            );
          }),
        );
      },
    }),
    check({
      rule: 'workspace.usage.tool-limit-is-narrower',
      act: (s) => ({usage: read(s)}),
      judge: ({usage: usageRead}) => {
        const {daily_runs_limit: daily, runs_per_tool_and_publication_limit: narrower} =
          usageRead.body;
        if (typeof narrower !== 'number') return undecidedWithoutLimit(TOOL_LIMIT);
        if (typeof daily !== 'number') return undecidedWithoutLimit('daily_runs_limit');
        return expectThat(narrower <= daily, {
          branch: 'wider',
          expected: `\`runs_per_tool_and_publication_limit\` to be at most ${daily}`,
          got: brief(narrower),
          at: usageRead,
        });
      },
    }),
    ...afterTheTurn,
  ],
};
