import type {Defect, Seam} from '../../defect.ts';
import {refuse} from '../../operation.ts';
import {ownWorkspace} from '../../workspace/access/own-workspace.ts';
import {afterwards, around, atPlace, breaking} from '../breaking.ts';

/** Replaces the null of a plan that cannot be determined. */
const showingPlan = (unresolved: unknown): Seam =>
  afterwards(['getAccount'], (done) => {
    const body = done.body as {plan: unknown};
    return {...done, body: {...body, plan: body.plan ?? unresolved}};
  });

/** Defects of the rules of `workspace/account`. */
export const account: Defect[] = [
  ...atPlace(
    'two keys of one workspace',
    breaking('workspace.account.names-the-workspace', {
      'the account names the key': around(['getAccount'], (next) => (view, input) => {
        const done = next(view, input);
        return 'body' in done
          ? {...done, body: {...(done.body as object), workspace: input.by}}
          : done;
      }),
    }),
  ),
  ...breaking('workspace.account.unresolved-plan-is-null', {
    'an unresolved plan is 0': showingPlan(0),
    'the account is refused while the plan is unresolved': around(
      ['getAccount'],
      (next) => (view, input) => {
        const done = next(view, input);
        const hasPlan = 'body' in done && (done.body as {plan: unknown}).plan !== null;
        return hasPlan
          ? done
          : refuse('unauthenticated', {expected: 'a plan', got: 'none', todo: 'wait'});
      },
    ),
    'an unresolved plan is an empty string': showingPlan(''),
    'an unresolved plan is the smallest plan': showingPlan('starter'),
  }),
  ...atPlace(
    'when the allowance is spent',
    breaking('workspace.account.unresolved-plan-is-null', {
      'an unresolved plan without places is 0': afterwards(['getAccount'], (done) => {
        const body = done.body as {plan: unknown; publications_left: number};
        return body.plan === null && body.publications_left === 0
          ? {...done, body: {...body, plan: 0}}
          : done;
      }),
    }),
  ),
  ...breaking('workspace.account.allowance-left-is-what-can-be-registered', {
    'the last place is refused': around(['createPublication'], (next) => (view, input) => {
      const {allowance, spent} = ownWorkspace(view);
      if (allowance === null || allowance - spent !== 1) return next(view, input);
      return refuse('allowance-spent', {expected: 'two places', got: 'one', todo: 'wait'});
    }),
    'the account shows five publications too many': afterwards(['getAccount'], (done) => {
      const body = done.body as {publications_left: number};
      return {
        ...done,
        body: {
          ...body,
          publications_left: body.publications_left + (body.publications_left > 4 ? 5 : 0),
        },
      };
    }),
  }),
  ...breaking('workspace.account.allowance-is-set-per-plan', {
    'every plan has the same allowance': {
      seam: 'member',
      situation: 'account',
      pointer: '/publications_left',
      edit: {set: 50},
    },
  }),
];
