import {check, type Chapter} from '../../check.ts';
import {equal, differs, when} from '../../judge.ts';
import {account as read} from '../publishing.ts';

/** Workspace / account: the workspace behind the key. */
export const account: Chapter = {
  chapter: 'workspace/account',
  visits: [{api: 'workspace', op: 'getAccount', args: () => ({})}],
  provocations: [],
  checks: [
    check({
      rule: 'workspace.account.unresolved-plan-is-null',
      act: (s) => {
        const before = read(s);
        s.control('unresolve-plan', {role: 'full'});
        return {before, unresolved: read(s)};
      },
      judge: ({before, unresolved}) =>
        when(before.body.plan !== null, 'the plan was not resolved before', () => equal(unresolved.body.plan, null, 'not-null', unresolved)),
    }),
    check({
      rule: 'workspace.account.allowance-is-set-per-plan',
      act: (s) => {
        const plans = s.control('set-plan', {role: 'full'});
        s.control('set-plan', {role: 'full', plan: plans.at('/plans/0')});
        const small = read(s);
        s.control('set-plan', {role: 'full', plan: plans.at('/plans/1')});
        return {small, large: read(s)};
      },
      judge: ({small, large}) => differs(large.body.publications_left, small.body.publications_left, 'same-allowance', large),
    }),
  ],
};
