import {check, type Chapter} from '../../check.ts';
import {all, brief, equal, hidden, holds, when} from '../../judge.ts';
import {account, counted, publish} from '../publishing.ts';
import {usage as read} from '../running.ts';

/** Workspace / usage: the limits on metered runs, and the allowance once more. */
export const usage: Chapter = {
  chapter: 'workspace/usage',
  visits: [{api: 'workspace', op: 'getAccountUsage', args: () => ({})}],
  provocations: [],
  checks: [
    check({
      rule: 'workspace.usage.agrees-with-the-account',
      act: (s) => {
        // One before, so that a usage that lags by a registration moves, too.
        publish(s);
        const before = {account: account(s), usage: read(s)};
        publish(s);
        return {
          accountBefore: before.account,
          usageBefore: before.usage,
          accountAfter: account(s),
          usageAfter: read(s),
        };
      },
      judge: ({accountBefore, usageBefore, accountAfter, usageAfter}) => {
        const [before, after] = [accountBefore, accountAfter].map(
          ({body}) => body.publications_left as unknown,
        );
        const [toldBefore, toldAfter] = [usageBefore, usageAfter].map(
          ({body}) => body.publications_left as unknown,
        );
        return counted(accountBefore, () =>
          when(before !== after, 'the allowance did not move', () =>
            toldBefore === toldAfter
              ? hidden('NS-WS-04', 'total', 'the usage does not tell what is left of the allowance')
              : all(
                  equal(toldBefore, before, 'disagree-before', usageBefore),
                  equal(toldAfter, after, 'disagree-after', usageAfter),
                ),
          ),
        );
      },
    }),
    check({
      rule: 'workspace.usage.tool-limit-is-narrower',
      act: (s) => ({told: read(s)}),
      judge: ({told}) => {
        const {daily_runs_limit: daily, runs_per_tool_and_publication_limit: narrower} = told.body;
        return typeof daily === 'number' && typeof narrower === 'number'
          ? holds(narrower <= daily, {
              branch: 'wider',
              expected: `at most ${daily}`,
              got: brief(narrower),
              at: told,
            })
          : hidden('NS-WS-52', 'none', 'one of the two limits has no value');
      },
    }),
  ],
};
