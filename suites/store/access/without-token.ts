/** Requests without a valid token are refused first of all, by `HEAD`, too, and change nothing (Authentication 1). */

import type {Exchange} from '../../../spec/exchange.ts';
import {isSuccessStatus} from '../../../spec/status.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {expectThat, hidden, judgeEach} from '../../language/judge.ts';
import {groupIn, inGroups} from '../../language/groups.ts';
import {expectOutcomes, sendAll, type Requests} from '../../language/requests.ts';
import {keptFromNobody} from '../../tables/credentials.ts';
import {sessions} from '../auth-sessions/list/tenancy.ts';
import {content} from '../content/find/tenancy.ts';
import {orders} from '../orders/read/tenancy.ts';
import {plans} from '../plans/find/tenancy.ts';
import {LISTS} from './old-tokens.ts';
import {users} from './tenancy.ts';

const NO_EFFECT = 'store.access.refusal-without-token-has-no-effect';
const ON_TEST_TARGETS = {onlyOnTestTargets: true} as const;

/** Creations with a body that lacks everything, and lists with a parameter that is invalid. */
const REQUESTS: Requests = {
  createOrder: ['createOrder', {body: {}}],
  createIssue: ['createIssue', {body: {}}],
  createPlan: ['createPlan', {body: {}}],
  listAuthSessions: ['listAuthSessions', {query: {per_page: 0}}],
  listReadingSessions: ['listReadingSessions', {query: {from_date: 'presscheck-no-day'}}],
  listOrders: ['listOrders', {query: {status: 'presscheck-none-of-these'}}],
};

/** Requests with which something else is wrong, too. */
const checkFirst = (rule: string, as: 'nobody' | 'unknown-credential'): Check =>
  check({
    rule,
    place: 'in every chapter',
    ...ON_TEST_TARGETS,
    act: (s) => {
      const id = s.fresh('external-id');
      const requests: Requests = {
        ...REQUESTS,
        getOrder: ['getOrder', {path: {id}, query: {id_type: 'external'}}],
        getIssue: ['getIssue', {path: {id}}],
      };
      return sendAll(s, requests, {as});
    },
    judge: (seen) => expectOutcomes(seen, 'unauthenticated', 'something else comes first'),
  });

/** A `HEAD` without a valid token is not served where one with a token is. */
const checkHeads = (rule: string, as: 'nobody' | 'unknown-credential'): Check =>
  check({
    rule,
    place: 'by HEAD',
    ...ON_TEST_TARGETS,
    act: (s) =>
      inGroups({
        with: sendAll(s, LISTS, {method: 'HEAD'}),
        without: sendAll(s, LISTS, {method: 'HEAD', as}),
      }),
    judge: (seen) => {
      const served = groupIn(seen, 'with');
      const others = Object.entries(groupIn(seen, 'without')).filter(([op]) =>
        isSuccessStatus(served[op]?.status ?? 0),
      );
      return others.length
        ? judgeEach(others, ([, response]) => expectNotServed(response))
        : hidden('NS-ST-76', 'refused', 'HEAD is not served here, even with a token');
    },
  });

/** The response to a `HEAD` has no body, so only its status counts. */
const expectNotServed = (response: Exchange): Judgement =>
  expectThat(!isSuccessStatus(response.status), {
    branch: `HEAD of ${response.op} served`,
    expected: `HEAD of ${response.op} without a valid token to be answered 401`,
    got: String(response.status),
    at: response,
    isOfRefusal: true,
  });

/** The checks of requests without a valid token. */
export const withoutToken: Check[] = [
  checkFirst('store.access.missing-token-comes-first', 'nobody'),
  checkFirst('store.access.unknown-token-is-refused', 'unknown-credential'),
  checkHeads('store.access.missing-token-is-refused', 'nobody'),
  checkHeads('store.access.unknown-token-is-refused', 'unknown-credential'),
  ...keptFromNobody(users, NO_EFFECT),
  ...keptFromNobody(plans, `${NO_EFFECT} @ on plans`, ON_TEST_TARGETS),
  ...keptFromNobody(orders, `${NO_EFFECT} @ on orders`, ON_TEST_TARGETS),
  ...keptFromNobody(content, `${NO_EFFECT} @ on content`, ON_TEST_TARGETS),
  ...keptFromNobody(sessions, `${NO_EFFECT} @ on sessions`, ON_TEST_TARGETS),
];
