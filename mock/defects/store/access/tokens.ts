import type {Defect, Seam} from '../../../defect.ts';
import {atPlace, breaking, refusingFrom} from '../../breaking.ts';

/**
 * Makes a defect for each of some operations: the operation accepts what all others refuse.
 * @param condition the condition of the skipped refusal
 * @param what the credential, in words for the name of the defect
 */
const acceptedBy = (condition: string, what: string): Record<string, Seam> =>
  Object.fromEntries(
    ['listUsers', 'updateUser', 'deactivateUser', 'reactivateUser', 'forceLogout'].map(
      (operation) => [
        `${operation} accepts ${what}`,
        {seam: 'skip', situation: condition, in: [operation]},
      ],
    ),
  );

/** Lets some lists accept tokens that have read them before. */
const rememberedBy = (...operations: string[]): Seam => ({
  seam: 'credential',
  table: 'tokens',
  in: operations,
  edit: 'cached',
});

/** Defects of tokens (Authentication). */
export const tokens: Defect[] = [
  ...breaking('store.access.unknown-token-is-refused', {
    'the last character of a token is ignored': {
      seam: 'credential',
      table: 'tokens',
      edit: {like: 'another-end'},
    },
    'characters after a valid token are ignored': {
      seam: 'credential',
      table: 'tokens',
      edit: {like: 'longer'},
    },
    'the beginning of a valid token is accepted': {
      seam: 'credential',
      table: 'tokens',
      edit: {like: 'one-shorter'},
    },
    'listUsers accepts an empty token': {seam: 'skip', situation: 'empty-key', in: ['listUsers']},
    ...acceptedBy('unknown-key', 'an unknown token'),
  }),
  ...breaking('store.access.token-has-its-letter-case', {
    'letters of a token are compared without case': {
      seam: 'credential',
      table: 'tokens',
      edit: {like: 'other-case'},
    },
  }),
  ...breaking(
    'store.access.workspace-key-is-refused',
    acceptedBy('bearer-only', 'a workspace key'),
  ),
  ...breaking('store.access.token-is-accepted', {
    'every token is refused': {seam: 'credential', table: 'tokens', edit: 'refused'},
    'createUser needs no token': {seam: 'skip', situation: 'no-key', in: ['createUser']},
  }),
  ...breaking('store.access.missing-token-comes-first', {
    'an unknown id is reported before the missing token': {
      seam: 'refusal',
      situation: 'unauthenticated',
      in: ['deactivateUser'],
      when: 'unknown',
      as: {situation: 'user-not-found'},
    },
    'an invalid body is reported before the missing token': {
      seam: 'refusal',
      situation: 'unauthenticated',
      in: ['createUser'],
      when: 'invalid',
      as: {situation: 'invalid'},
    },
    'an invalid order is reported before the missing token': {
      seam: 'refusal',
      situation: 'unauthenticated',
      in: ['createOrder'],
      when: 'invalid',
      as: {situation: 'invalid'},
    },
    'unknown content is reported before the missing token': {
      seam: 'refusal',
      situation: 'unauthenticated',
      in: ['getIssue'],
      when: 'unknown',
      as: {situation: 'issue-not-found'},
    },
  }),
  ...Object.entries({
    'an order of the first': ['getOrder', 'cancelOrder'],
    'a plan of the first': ['listPlans'],
    'content of the first': ['listIssues'],
  }).flatMap(([place, operations]) =>
    atPlace(
      place,
      breaking('store.access.each-admin-has-a-token', {
        [`the second admin works on another store: ${operations.join(', ')}`]: {
          seam: 'credential',
          table: 'tokens',
          in: operations,
          where: {role: 'second-admin'},
          edit: {set: {tenant: 'store-b'}},
        },
      }),
    ),
  ),
  ...atPlace(
    'in every chapter',
    breaking('store.access.unknown-token-is-refused', {
      'an unknown order is reported before the unknown token': {
        seam: 'refusal',
        situation: 'unauthenticated',
        in: ['getOrder'],
        when: 'unknown',
        as: {situation: 'order-not-found'},
      },
      'an invalid creation of content is reported before the unknown token': {
        seam: 'refusal',
        situation: 'unauthenticated',
        in: ['createIssue'],
        when: 'invalid',
        as: {situation: 'invalid'},
      },
    }),
  ),
  ...breaking('store.access.refusal-without-token-has-no-effect', {
    'a refused create is carried out': {
      seam: 'effect',
      situation: 'unauthenticated',
      in: ['createUser'],
    },
    'a refused deactivation is carried out': {
      seam: 'effect',
      situation: 'unauthenticated',
      in: ['deactivateUser'],
    },
    'a refused update is carried out': {
      seam: 'effect',
      situation: 'unauthenticated',
      in: ['updateUser'],
    },
    'a refused reactivation is carried out': {
      seam: 'effect',
      situation: 'unauthenticated',
      in: ['reactivateUser'],
    },
  }),
  ...breaking('store.access.each-admin-has-a-token', {
    'only the first admin has a token': {
      seam: 'credential',
      table: 'tokens',
      where: {role: 'second-admin'},
      edit: 'refused',
    },
    'the token of the second admin opens another store': {
      seam: 'credential',
      table: 'tokens',
      where: {role: 'second-admin'},
      edit: {set: {tenant: 'store-b'}},
    },
  }),
  ...atPlace(
    'older and younger than another one',
    breaking('store.access.each-admin-has-a-token', {
      'other tokens are refused once one was regenerated': refusingFrom(
        'listUsers',
        3,
        'unauthenticated',
      ),
      'other tokens are refused once one was deleted': refusingFrom(
        'listUsers',
        5,
        'unauthenticated',
      ),
    }),
  ),
  ...breaking('store.access.deleted-token-is-refused', {
    'a deleted token can still read': {
      seam: 'credential',
      table: 'tokens',
      methods: ['GET'],
      edit: 'cached',
    },
    'a deleted token is still accepted': {seam: 'credential', table: 'tokens', edit: 'cached'},
  }),
  ...breaking('store.access.regenerated-token-replaces-the-old', {
    'the old token can still read': {
      seam: 'credential',
      table: 'tokens',
      methods: ['GET'],
      edit: 'cached',
    },
    'the old token is still accepted': {seam: 'credential', table: 'tokens', edit: 'cached'},
  }),
  ...atPlace(
    'by every list',
    breaking('store.access.deleted-token-is-refused', {
      'a deleted token still reads plans and collections': rememberedBy(
        'listPlans',
        'listCollections',
      ),
    }),
  ),
  ...atPlace(
    'by every list',
    breaking('store.access.regenerated-token-replaces-the-old', {
      'the old token still reads sessions': rememberedBy('listAuthSessions'),
      'the old token still reads orders': rememberedBy('listOrders'),
    }),
  ),
];
