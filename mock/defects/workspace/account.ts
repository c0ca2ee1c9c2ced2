import type {Defect, Seam} from '../../defect.ts';
import {afterwards, breaking} from '../breaking.ts';

/** A value in the place of the null of a plan that cannot be resolved. */
const showingPlan = (unresolved: unknown): Seam =>
  afterwards(['getAccount'], (done) => {
    const body = done.body as {plan: unknown};
    return {...done, body: {...body, plan: body.plan ?? unresolved}};
  });

/** Defects of the rules of `workspace/account`. */
export const account: Defect[] = [
  ...breaking('workspace.account.unresolved-plan-is-null', {
    'an unresolved plan is 0': showingPlan(0),
    'an unresolved plan is an empty string': showingPlan(''),
    'an unresolved plan is the smallest plan': showingPlan('starter'),
  }),
  ...breaking('workspace.account.allowance-left-is-what-can-be-registered', {
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
