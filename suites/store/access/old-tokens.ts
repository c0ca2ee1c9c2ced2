/** A token that is no longer valid is refused by every resource, also by those that it has read or made before. */

import {isSuccessStatus} from '../../../spec/status.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {expectOutcome, judgeEach, when} from '../../language/judge.ts';
import {ENDS, refusedWithOldTokens, VERBS} from '../../tables/credentials.ts';
import {groupIn, inGroups} from '../../language/groups.ts';
import {sendAll, type Requests} from '../../language/requests.ts';
import {content} from '../content/find/tenancy.ts';
import {orders} from '../orders/read/tenancy.ts';
import {plans} from '../plans/find/tenancy.ts';
import {users} from './tenancy.ts';

/** The lists of the API. */
export const LISTS: Requests = Object.fromEntries(
  [
    'listUsers',
    'listAuthSessions',
    'listReadingSessions',
    'listOrders',
    'listIssues',
    'listPlans',
    'listCollections',
  ].map((op) => [op, [op]]),
);

/** Reads all lists with a token, ends its validity, and reads them again. */
const scene = (verb: keyof typeof ENDS) =>
  sharedScene({
    id: `store: lists after ${verb}`,
    mayRevokeAccess: true,
    consecutive: true,
    onlyOnTestTargets: true,
    act: (s) => {
      const token = s.control('generate-token', {role: 'admin'});
      const before = sendAll(s, LISTS, {as: token.at('/token')});
      s.control(verb, {role: 'admin', id: token.at('/id')});
      return inGroups({before, after: sendAll(s, LISTS, {as: token.at('/token')})});
    },
  });

/** Each list that was served with the token is refused afterwards. */
const expectRefusedEverywhere = (seen: object): Judgement => {
  const before = groupIn(seen, 'before');
  const served = Object.entries(groupIn(seen, 'after')).filter(([op]) =>
    isSuccessStatus(before[op]?.status ?? 0),
  );
  return when(served.length > 0, 'no list was served with the token', () =>
    judgeEach(served, ([op, response]) =>
      expectOutcome(response, 'unauthenticated', `${op}: still accepted`),
    ),
  );
};

/** The checks of tokens that are no longer valid. */
export const oldTokens: Check[] = [
  ...VERBS.flatMap((verb) =>
    checksOf(scene(verb), {[`${ENDS[verb]} @ by every list`]: expectRefusedEverywhere}),
  ),
  ...refusedWithOldTokens(users, 'by every request about users'),
  ...refusedWithOldTokens(orders, 'by every request about orders'),
  ...refusedWithOldTokens(content, 'by every request about content'),
  ...refusedWithOldTokens(plans, 'by every request about plans'),
];
