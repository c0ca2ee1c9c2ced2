/** A token that is no longer valid is refused by every request about what it has created before. */

import {isSuccessStatus} from '../../../spec/status.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Ref} from '../../../spec/value.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {expectOutcome, when, judgeEach} from '../../language/judge.ts';
import type {Handle, Script} from '../../language/script.ts';
import {isReadServed, newIssue, pathOf} from '../issuing.ts';
import {byId, content, permission} from '../ordering.ts';
import {createUser, idOf, newUser, updateOf} from '../people.ts';
import {find, idIn, newPlan} from '../plans/plan-steps.ts';

/** Records the requests of a chapter with a credential. */
type Requests = (as: Ref) => Record<string, Handle>;

/** Records the creation of a resource with a token, and returns the requests that are about it. */
type Creation = (s: Script, token: Ref) => {created: Handle; requests: Requests};

/** A resource of every chapter, which is created with the token while it is valid. */
const CHAPTERS: Record<string, Creation> = {
  users: (s, token) => {
    const {created, body} = createUser(s, {}, {as: token});
    const path = idOf(created);
    return {
      created,
      requests: (as) => ({
        creation: s.call('createUser', {as, body: newUser(s)}),
        update: s.call('updateUser', {as, path, body: updateOf(body)}),
        logout: s.call('forceLogout', {as, path}),
        sessions: s.call('deleteAuthSessionsOfUser', {as, path: {user_id: path.id}}),
        deactivation: s.call('deactivateUser', {as, path}),
        reactivation: s.call('reactivateUser', {as, path}),
      }),
    };
  },
  orders: (s, token) => {
    const body = permission(s, createUser(s), [content(s)]);
    const created = s.call('createOrder', {as: token, body});
    return {
      created,
      requests: (as) => ({
        creation: s.call('createOrder', {as, body}),
        reading: s.call('getOrder', {as, ...byId(created)}),
        update: s.call('updateOrder', {as, ...byId(created), body: {status: 'paused'}}),
        cancellation: s.call('cancelOrder', {as, ...byId(created)}),
      }),
    };
  },
  content: (s, token) => {
    const body = newIssue(s);
    const created = s.call('createIssue', {as: token, body});
    const path = pathOf(created);
    return {
      created,
      requests: (as) => ({
        creation: s.call('createIssue', {as, body: newIssue(s)}),
        ...(isReadServed(s) && {reading: s.call('getIssue', {as, path})}),
        update: s.call('updateIssue', {as, path, body}),
        deletion: s.call('deleteIssue', {as, path}),
      }),
    };
  },
  plans: (s, token) => {
    const body = newPlan(s);
    const created = s.call('createPlan', {as: token, body});
    const path = idIn(find(s, body.name), body.name);
    return {
      created,
      requests: (as) => ({
        creation: s.call('createPlan', {as, body: newPlan(s)}),
        update: s.call('updatePlan', {as, path, body}),
        deletion: s.call('deletePlan', {as, path}),
      }),
    };
  },
};

/** The verbs that end the validity of a token, and the rules about them. */
const ENDS = {
  'delete-token': 'store.access.deleted-token-is-refused',
  'regenerate-token': 'store.access.regenerated-token-replaces-the-old',
} as const;

/** Creates a resource with a token, ends its validity, and sends the requests about it. */
const scene = (chapter: string, create: Creation, verb: keyof typeof ENDS) =>
  sharedScene({
    id: `store: requests about ${chapter} after ${verb}`,
    api: 'store',
    mayRevokeAccess: true,
    consecutive: true,
    onlyOnTestTargets: true,
    act: (s): Record<string, Handle> => {
      const token = s.control('generate-token', {role: 'admin'});
      const as = token.at('/token');
      const {created, requests} = create(s, as);
      s.control(verb, {role: 'admin', id: token.at('/id')});
      return {created, ...requests(as)};
    },
  });

/** No request is accepted with the token that has created the resource. */
const expectRefusedEverywhere = ({created, ...requests}: Record<string, Exchange>): Judgement =>
  when(isSuccessStatus(created?.status ?? 0), 'the token created nothing while it was valid', () =>
    judgeEach(Object.entries(requests), ([name, response]) =>
      expectOutcome(response, 'unauthenticated', `${name}: still accepted`),
    ),
  );

/** The checks of requests with tokens that are no longer valid, for each chapter. */
export const oldTokensElsewhere: Check[] = Object.entries(CHAPTERS).flatMap(([chapter, create]) =>
  (['delete-token', 'regenerate-token'] as const).flatMap((verb) =>
    checksAt(scene(chapter, create, verb), ENDS[verb], {
      [`by every request about ${chapter}`]: expectRefusedEverywhere,
    }),
  ),
);
