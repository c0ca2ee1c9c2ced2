import {hookedStates} from '../hooked-states.ts';
import {isNothingLeft} from '../../language/allowance-left.ts';
import {check} from '../../language/check.ts';
import type {Chapter} from '../../language/chapter.ts';
import {
  all,
  expectOutcome,
  expectMemberDifferent,
  expectMember,
  when,
} from '../../language/judge.ts';
import {afterChanges, resolvedAgain} from './after-changes.ts';
import {changedPlan} from './after-changes.ts';
import {
  readAccount as read,
  publish,
  register,
  reservationOf,
  leftIn,
  expectLeft,
} from '../publishing.ts';

/** Number of registrations that the set-up leaves in the allowance. */
const PLACES = 6;

/** Workspace / account: the workspace behind the key. */
export const account: Chapter = {
  chapter: 'workspace/account',
  visits: [{api: 'workspace', op: 'getAccount', args: () => ({})}],
  provocations: [],
  checks: [
    ...resolvedAgain,
    ...hookedStates,
    check({
      rule: 'workspace.account.names-the-workspace',
      place: 'two keys of one workspace',
      act: (s) => ({one: read(s), other: read(s, 'other-key')}),
      judge: ({one, other}) =>
        expectMember(other, '/workspace', one.body.workspace, 'another-workspace-for-another-key'),
    }),
    check({
      rule: 'workspace.account.unresolved-plan-is-null',
      act: (s) => {
        const before = read(s);
        s.control('unresolve-plan', {role: 'full', unresolved: true});
        return {before, unresolved: s.call('getAccount')};
      },
      judge: ({before, unresolved}) =>
        when(before.body.plan !== null, 'the plan was not resolved before', () =>
          all(expectOutcome(unresolved, 'account', 'account-not-answered'), () =>
            when(
              unresolved.situations.includes('account'),
              `the account was answered ${unresolved.status}`,
              () => expectMember(unresolved, '/plan', null, 'not-null'),
            ),
          ),
        ),
    }),
    check({
      rule: 'workspace.account.unresolved-plan-is-null',
      place: 'when the allowance is spent',
      exhausts: true,
      act: (s) => {
        const before = read(s);
        s.control('leave-places', {role: 'full', places: 0});
        s.control('unresolve-plan', {role: 'full', unresolved: true});
        return {before, unresolved: read(s)};
      },
      judge: ({before, unresolved}) =>
        when(before.body.plan !== null, 'the plan was not resolved before', () =>
          expectMember(unresolved, '/plan', null, 'not-null'),
        ),
    }),
    check({
      rule: 'workspace.account.allowance-left-is-what-can-be-registered',
      act: (s) => {
        s.control('leave-places', {role: 'full', places: PLACES});
        const before = read(s);
        s.repeat(PLACES - 1, (each) => void publish(each));
        const reservation = s.call('createUpload', {body: reservationOf(s)});
        s.upload(reservation, {optional: true});
        const last = register(s, reservation, {optional: true});
        return {before, reservation, last, after: read(s)};
      },
      judge: ({before, reservation, last, after}) =>
        all(
          expectLeft(before, PLACES, 'another-number'),
          expectOutcome(last ?? reservation, 'registered', 'last-place-refused'),
          expectLeft(after, 0, 'something-left'),
        ),
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
      judge: ({small, large}) =>
        when(
          [small, large].some(({body}) => !isNothingLeft(body)),
          'more is spent than either plan allows',
          () => expectMemberDifferent(large, '/publications_left', leftIn(small), 'same-allowance'),
        ),
    }),
    ...afterChanges,
    ...changedPlan,
  ],
};
