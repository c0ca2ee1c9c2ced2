import type {Seam} from '../../defect.ts';
import type {WorkspaceRow} from '../../workspace/access/rows.ts';
import {firstShown, recalling, showing} from '../families/reads.ts';
import {inEachWorld} from '../families/remembered.ts';
import {shown} from '../families/seams.ts';
import {defects} from '../table.ts';
import {ACCOUNT, ofWorkspaces, REGISTER, RESERVE} from './rows.ts';

interface Account {
  plan: unknown;
  publications_left: number;
}

/** Shows something in the place of a plan that cannot be determined. */
const unresolved = (plan: unknown): Seam =>
  showing<Account>(ACCOUNT, (body) => ({plan: body.plan ?? plan}));

/** Defects of the rules of `workspace/account`. */
export const account = defects({
  'workspace.account.names-the-workspace @ two keys of one workspace': {
    'the account names the key': showing(ACCOUNT, (_body, _view, {by}) => ({workspace: by})),
  },
  'workspace.account.has-plan @ after a change of the plan': {
    'the plan is the one that was shown first': firstShown(ACCOUNT, 'plan'),
  },
  'workspace.account.unresolved-plan-is-null': {
    'an unresolved plan is 0': unresolved(0),
    'the account is refused while the plan is unresolved': ofWorkspaces.refusing(
      ACCOUNT,
      'unauthenticated',
      {before: {plan: null}},
    ),
    'an unresolved plan is an empty string': unresolved(''),
    'an unresolved plan is the smallest plan': unresolved('starter'),
  },
  'workspace.account.unresolved-plan-is-null @ when the allowance is spent': {
    'an unresolved plan without places is 0': showing<Account>(ACCOUNT, (body) =>
      body.publications_left === 0 ? {plan: body.plan ?? 0} : {},
    ),
  },
  'workspace.account.unresolved-plan-is-null @ until it can be resolved again': {
    'a plan that was null stays null': recalling(ACCOUNT, 'plan', (now, before) =>
      before?.shown === null ? null : now,
    ),
  },
  'workspace.account.allowance-left-is-what-can-be-registered': {
    'the last place is refused': ofWorkspaces.refusing(
      REGISTER,
      'allowance-spent',
      ({before}) => before && before.allowance !== null && before.allowance - before.spent === 1,
    ),
    'the account shows five publications too many': showing<Account>(
      ACCOUNT,
      ({publications_left: left}) => ({publications_left: left + (left > 4 ? 5 : 0)}),
    ),
  },
  'workspace.account.allowance-left-is-what-can-be-registered @ after a change of the plan': {
    'reservations are judged by the first plan': inEachWorld(RESERVE, () => {
      const first = new Map<string, WorkspaceRow['allowance']>();
      return ofWorkspaces.mistaking(RESERVE, ({key, allowance}) => {
        if (!first.has(key)) first.set(key, allowance);
        return {allowance: first.get(key) ?? null};
      });
    }),
  },
  'workspace.account.allowance-left-is-what-can-be-registered @ while the plan cannot be resolved':
    {
      'without a plan nothing can be reserved': ofWorkspaces.mistaking(
        RESERVE,
        ({plan, allowance}) => ({
          allowance: plan === null ? 0 : allowance,
        }),
      ),
    },
  'workspace.account.allowance-is-set-per-plan': {
    'every plan has the same allowance': shown('account', '/publications_left', 50),
  },
});
