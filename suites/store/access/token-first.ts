/** Requests without a valid token, with which something else is wrong, too (Authentication 1). */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {check, type Check} from '../../language/check.ts';
import {expectOutcome, judgeEach} from '../../language/judge.ts';
import type {Handle} from '../../language/script.ts';

/** Creations with a body that lacks everything. */
const CREATIONS = ['createOrder', 'createIssue', 'createPlan'] as const;

/** Lists with a parameter that is invalid. */
const LISTS: readonly [op: string, query: Record<string, Val>][] = [
  ['listAuthSessions', {per_page: 0}],
  ['listReadingSessions', {from_date: 'presscheck-no-day'}],
  ['listOrders', {status: 'presscheck-none-of-these'}],
];

/** Who sends the requests, and the rule that says that they are refused. */
const SENDERS = {
  nobody: 'store.access.missing-token-comes-first',
  'unknown-credential': 'store.access.unknown-token-is-refused',
} as const;

/** The checks of requests without a valid token in every chapter. */
export const tokenFirst: Check[] = (['nobody', 'unknown-credential'] as const).map((as) =>
  check({
    rule: SENDERS[as],
    place: 'in every chapter',
    onlyOnTestTargets: true,
    act: (s): Record<string, Handle> => {
      const id = s.fresh('external-id');
      const ask = (op: string, args = {}): [string, Handle] => [op, s.call(op, {as, ...args})];
      return Object.fromEntries([
        ...CREATIONS.map((op) => ask(op, {body: {}})),
        ...LISTS.map(([op, query]) => ask(op, {query})),
        ask('getOrder', {path: {id}, query: {id_type: 'external'}}),
        ask('getIssue', {path: {id}}),
      ]);
    },
    judge: (seen: Record<string, Exchange>) =>
      judgeEach(Object.entries(seen), ([op, response]) =>
        expectOutcome(response, 'unauthenticated', `${op}: something else comes first`),
      ),
  }),
);
