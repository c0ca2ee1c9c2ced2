import type {Defect, Seam} from '../../../defect.ts';
import {isRefused} from '../../../operation.ts';
import {around, atPlace, breaking, refusingFrom} from '../../breaking.ts';

/** Omits a security header on the 404 of unknown paths (Limits). */
function missingOnUnknownPaths(rule: string, header: string): Defect[] {
  return breaking(`store.access.${rule}`, {
    'the header is missing on unknown paths': {
      seam: 'header',
      situation: 'route-not-found',
      header,
      edit: 'drop',
    },
  });
}

const PAGE = {type: 'text/html', text: '<h1>Refused</h1>'};

/** Refuses with a page in HTML. */
const answeringWithPage = (operation: string, situation: string): Seam =>
  around([operation], (next) => (view, input) => {
    const done = next(view, input);
    return isRefused(done) && done.refused === situation ? {situation, text: PAGE} : done;
  });

/** Defects of paths, bodies, statuses and headers of all operations (Endpoints, Errors, Limits). */
export const messages: Defect[] = [
  ...breaking('store.access.operations-stand-under-the-prefix', {
    'users are at another path': {
      seam: 'path',
      from: '/integration-api/v1/dashboard/users',
      to: '/integration-api/v1/users',
    },
  }),
  ...breaking('store.access.json-requests-are-served', {
    'a create in JSON is refused': refusingFrom('createUser', 1, 'body-refused'),
  }),
  ...breaking('store.access.failure-is-json', {
    'an invalid user is refused with HTML': {
      seam: 'header',
      situation: 'invalid',
      in: ['createUser'],
      header: 'content-type',
      edit: {set: 'text/html; charset=utf-8'},
    },
  }),
  ...atPlace(
    'a body that is not shown',
    breaking('store.access.failure-is-json', {
      'an unknown order is answered with a page': answeringWithPage('getOrder', 'order-not-found'),
    }),
  ),
  ...atPlace(
    'the body of a 403',
    breaking('store.access.failure-is-json', {
      'an update without permission is answered with a page': answeringWithPage(
        'updateIssue',
        'not-permitted',
      ),
    }),
  ),
  ...breaking('store.access.malformed-body-is-refused', {
    'text after the JSON is ignored': {
      seam: 'skip',
      situation: 'what-follows',
      in: ['createUser'],
    },
    'a malformed create is answered 201': {
      seam: 'refusal',
      situation: 'body-refused',
      in: ['createUser'],
      as: {status: 201},
    },
    'a malformed update is answered 200': {
      seam: 'refusal',
      situation: 'body-refused',
      in: ['updateUser'],
      as: {status: 200},
    },
    'a malformed update is answered 500': {
      seam: 'refusal',
      situation: 'body-refused',
      in: ['updateUser'],
      as: {status: 500},
    },
  }),
  ...breaking('store.access.errors-name-the-failing-field', {
    'the errors name the body instead of a field': {
      seam: 'member',
      situation: 'invalid',
      in: ['createUser', 'updateUser', 'deactivateUser'],
      pointer: '/errors',
      edit: {set: {body: ['The given data was invalid.']}},
    },
    'the errors of a deactivation name the query': {
      seam: 'member',
      situation: 'invalid',
      in: ['deactivateUser'],
      pointer: '/errors',
      edit: {set: {query: ['The query is invalid.']}},
    },
    'the errors of an update name the body': {
      seam: 'member',
      situation: 'invalid',
      in: ['updateUser'],
      pointer: '/errors',
      edit: {set: {body: ['The body is invalid.']}},
    },
    'a taken email is reported under user': around(['createUser'], (next) => (view, input) => {
      const done = next(view, input);
      return isRefused(done) && done.errors?.['email']
        ? {...done, errors: {user: done.errors['email']}}
        : done;
    }),
    'a valid field is named too': {
      seam: 'member',
      situation: 'invalid',
      in: ['createUser', 'updateUser', 'deactivateUser'],
      pointer: '/errors/external_id',
      edit: {set: ['The external id is invalid.']},
    },
    'every second failure names the email': {
      seam: 'member',
      situation: 'invalid',
      in: ['createUser', 'updateUser', 'deactivateUser'],
      every: 2,
      pointer: '/errors',
      edit: {set: {email: ['The email is invalid.']}},
    },
  }),
  ...breaking('store.access.only-documented-statuses-are-answered', {
    'a search that finds nobody is answered 410': {
      seam: 'refusal',
      situation: 'nothing-found',
      as: {status: 410},
    },
    'a malformed update is answered 415': {
      seam: 'refusal',
      situation: 'body-refused',
      in: ['updateUser'],
      as: {status: 415},
    },
    'a malformed body is answered 415': {
      seam: 'refusal',
      situation: 'body-refused',
      as: {status: 415},
    },
  }),
  ...breaking('store.access.client-faults-are-no-server-errors', {
    'a malformed create is answered 500': {
      seam: 'refusal',
      situation: 'body-refused',
      in: ['createUser'],
      as: {status: 500},
    },
    'an invalid update is answered 500': {
      seam: 'refusal',
      situation: 'invalid',
      in: ['updateUser'],
      as: {status: 500},
    },
    'a search that finds nobody is answered 500': {
      seam: 'refusal',
      situation: 'nothing-found',
      as: {status: 500},
    },
  }),
  ...missingOnUnknownPaths('answers-are-strict-transport', 'strict-transport-security'),
  ...missingOnUnknownPaths('answers-are-not-sniffed', 'x-content-type-options'),
  ...missingOnUnknownPaths('answers-have-xss-protection', 'x-xss-protection'),
];
