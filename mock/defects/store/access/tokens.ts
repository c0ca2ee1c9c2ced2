import type {Defect, Seam} from '../../../defect.ts';
import {refusingFrom} from '../../breaking.ts';
import {refusedCredential, remembered, takenForOther} from '../../families/credentials.ts';
import {refusedAs, refusedButDone, unguarded} from '../../families/seams.ts';
import {acceptedLike} from '../../families/credentials.ts';
import {defects, each, type Phrases} from '../../table.ts';

/** Makes a defect for each of some operations: the operation accepts what all others refuse. */
const acceptedBy = (condition: string, what: string): Phrases =>
  each(
    ['listUsers', 'updateUser', 'deactivateUser', 'reactivateUser', 'forceLogout'],
    (operation) => [`${operation} accepts ${what}`, unguarded(condition, [operation])],
  );

/** Lets operations accept tokens with which one of them has been called before. */
const rememberedBy = (...operations: string[]): Seam => remembered('tokens', {in: operations});

/** Carries out a request although it is refused for its missing token. */
const carriedOut = (operation: string): Seam => refusedButDone([operation], 'unauthenticated');

/** Refuses for another reason where the token is to blame. */
const blamed = (operation: string, situation: string): Seam =>
  refusedAs(
    'unauthenticated',
    {situation},
    {in: [operation], when: situation === 'invalid' ? 'invalid' : 'unknown'},
  );

const SECOND = {where: {role: 'second-admin'}};
const elsewhere = (more = {}): Seam =>
  takenForOther('tokens', {tenant: 'store-b'}, {...SECOND, ...more});

/** Refuses later tokens than the first ones. */
const refusingLater = (operation: string, nth: number): Seam =>
  refusingFrom(operation, nth, 'unauthenticated');

const DELETED = 'store.access.deleted-token-is-refused';
const REGENERATED = 'store.access.regenerated-token-replaces-the-old';
const REFUSED = 'store.access.refusal-without-token-has-no-effect';
const EACH_ADMIN = 'store.access.each-admin-has-a-token';
const UNKNOWN = 'store.access.unknown-token-is-refused';

/** Defects of tokens (Authentication). */
export const tokens: Defect[] = defects({
  [UNKNOWN]: {
    'the last character of a token is ignored': acceptedLike('tokens', 'another-end'),
    'characters after a valid token are ignored': acceptedLike('tokens', 'longer'),
    'the beginning of a valid token is accepted': acceptedLike('tokens', 'one-shorter'),
    'listUsers accepts an empty token': unguarded('empty-key', ['listUsers']),
    ...acceptedBy('unknown-key', 'an unknown token'),
  },
  [`${UNKNOWN} @ in every chapter`]: {
    'an unknown order is reported before the unknown token': blamed('getOrder', 'order-not-found'),
    'an invalid creation of content is reported before the unknown token': blamed(
      'createIssue',
      'invalid',
    ),
  },
  [`${UNKNOWN} @ by HEAD`]: {
    'HEAD of orders accepts an unknown token': unguarded('unknown-key', ['listOrders'], {
      methods: ['HEAD'],
    }),
  },
  'store.access.missing-token-is-refused @ by HEAD': {
    'HEAD of users and collections needs no token': unguarded(
      'no-key',
      ['listUsers', 'listCollections'],
      {methods: ['HEAD']},
    ),
  },
  'store.access.token-has-its-letter-case': {
    'letters of a token are compared without case': acceptedLike('tokens', 'other-case'),
  },
  'store.access.workspace-key-is-refused': acceptedBy('bearer-only', 'a workspace key'),
  'store.access.token-is-accepted': {
    'every token is refused': refusedCredential('tokens'),
    'createUser needs no token': unguarded('no-key', ['createUser']),
  },
  'store.access.missing-token-comes-first': {
    'an unknown id is reported before the missing token': blamed(
      'deactivateUser',
      'user-not-found',
    ),
    'an invalid body is reported before the missing token': blamed('createUser', 'invalid'),
    'an invalid order is reported before the missing token': blamed('createOrder', 'invalid'),
    'unknown content is reported before the missing token': blamed('getIssue', 'issue-not-found'),
  },
  ...Object.fromEntries(
    Object.entries({
      'an order of the first': ['getOrder', 'cancelOrder'],
      'a plan of the first': ['listPlans'],
      'content of the first': ['listIssues'],
    }).map(([place, operations]) => [
      `${EACH_ADMIN} @ ${place}`,
      {
        [`the second admin works on another store: ${operations.join(', ')}`]: elsewhere({
          in: operations,
        }),
      },
    ]),
  ),
  [EACH_ADMIN]: {
    'only the first admin has a token': refusedCredential('tokens', SECOND),
    'the token of the second admin opens another store': elsewhere(),
  },
  [`${EACH_ADMIN} @ older and younger than another one`]: {
    'other tokens are refused once one was regenerated': refusingLater('listUsers', 3),
    'other tokens are refused once one was deleted': refusingLater('listUsers', 5),
  },
  [DELETED]: {
    'a deleted token can still read': remembered('tokens', {methods: ['GET']}),
    'a deleted token is still accepted': remembered('tokens'),
  },
  [`${DELETED} @ by every list`]: {
    'a deleted token still reads plans and collections': rememberedBy(
      'listPlans',
      'listCollections',
    ),
  },
  [`${DELETED} @ by every request about users`]: {
    'a deleted token still creates and reactivates users': rememberedBy(
      'createUser',
      'reactivateUser',
    ),
  },
  [`${DELETED} @ by every request about orders`]: {
    'a deleted token still creates and cancels orders': rememberedBy('createOrder', 'cancelOrder'),
    'a deleted token still reads one order': rememberedBy('createOrder', 'getOrder'),
  },
  [`${DELETED} @ by every request about content`]: {
    'a deleted token still uploads and deletes content': rememberedBy('createIssue', 'deleteIssue'),
  },
  [`${DELETED} @ by every request about plans`]: {
    'a deleted token still creates and deletes plans': rememberedBy('createPlan', 'deletePlan'),
  },
  [REGENERATED]: {
    'the old token can still read': remembered('tokens', {methods: ['GET']}),
    'the old token is still accepted': remembered('tokens'),
  },
  [`${REGENERATED} @ twice`]: {
    'the token of the second regeneration is refused': refusingLater('createUser', 2),
    'the token between two regenerations still works': remembered('tokens'),
  },
  [`${REGENERATED} @ by every list`]: {
    'the old token still reads sessions': rememberedBy('listAuthSessions'),
    'the old token still reads orders': rememberedBy('listOrders'),
  },
  [`${REGENERATED} @ by every request about users`]: {
    'the old token still creates users and ends their sessions': rememberedBy(
      'createUser',
      'deleteAuthSessionsOfUser',
    ),
  },
  [`${REGENERATED} @ by every request about orders`]: {
    'the old token still creates and updates orders': rememberedBy('createOrder', 'updateOrder'),
  },
  [`${REGENERATED} @ by every request about content`]: {
    'the old token still uploads and updates content': rememberedBy('createIssue', 'updateIssue'),
  },
  [`${REGENERATED} @ by every request about plans`]: {
    'the old token still creates and updates plans': rememberedBy('createPlan', 'updatePlan'),
  },
  [REFUSED]: {
    'a refused create is carried out': carriedOut('createUser'),
    'a refused deactivation is carried out': carriedOut('deactivateUser'),
    'a refused update is carried out': carriedOut('updateUser'),
    'a refused reactivation is carried out': carriedOut('reactivateUser'),
  },
  [`${REFUSED} @ on plans`]: {
    'a refused creation of a plan is carried out': carriedOut('createPlan'),
    'a refused update of a plan is carried out': carriedOut('updatePlan'),
    'a refused deletion of a plan is carried out': carriedOut('deletePlan'),
  },
  [`${REFUSED} @ on orders`]: {
    'a refused order is carried out': carriedOut('createOrder'),
    'a refused pause of an order is carried out': carriedOut('updateOrder'),
    'a refused cancellation is carried out': carriedOut('cancelOrder'),
  },
  [`${REFUSED} @ on content`]: {
    'a refused upload is carried out': carriedOut('createIssue'),
    'a refused update of content is carried out': carriedOut('updateIssue'),
    'a refused deletion of content is carried out': carriedOut('deleteIssue'),
  },
  [`${REFUSED} @ on sessions`]: {
    'a refused logout is carried out': carriedOut('forceLogout'),
    'a refused deletion of a session is carried out': carriedOut('deleteAuthSession'),
    'a refused deletion of all sessions is carried out': carriedOut('deleteAuthSessionsOfUser'),
  },
});
