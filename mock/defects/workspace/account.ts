import type {Defect} from '../../defect.ts';
import {afterwards, breaking} from '../breaking.ts';

const instead = (unresolved: unknown) =>
  afterwards(['getAccount'], (done) => {
    const body = done.body as {plan: unknown};
    return {...done, body: {...body, plan: body.plan ?? unresolved}};
  });

export const account: Defect[] = [
  ...breaking('workspace.account.unresolved-plan-is-null', {
    'it is 0': instead(0),
    'it is a plan without a name': instead(''),
    'it is the smallest plan': instead('starter'),
  }),
  ...breaking('workspace.account.allowance-left-is-what-can-be-registered', {
    'five too many, while there are some': afterwards(['getAccount'], (done) => {
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
    'every plan has the same': {
      seam: 'member',
      situation: 'account',
      pointer: '/publications_left',
      edit: {set: 50},
    },
  }),
];
