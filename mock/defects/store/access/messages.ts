import type {Defect, Seam} from '../../../defect.ts';
import {isRefused} from '../../../operation.ts';
import {around, refusingFrom} from '../../breaking.ts';
import {header, refusedAs, shown, unguarded} from '../../families/seams.ts';
import {defects, type Phrases} from '../../table.ts';
import {CREATE, DEACTIVATE, UPDATE} from '../users/changed-users.ts';

/** Omits a security header on the 404 of unknown paths (Limits). */
const missing = (name: string): Phrases => ({
  'the header is missing on unknown paths': header('route-not-found', name, 'drop'),
});

/** Refuses with a page in HTML. */
const answeringWithPage = (operation: string, situation: string): Seam =>
  around([operation], (next) => (view, input) => {
    const done = next(view, input);
    const text = {type: 'text/html', text: '<h1>Refused</h1>'};
    return isRefused(done) && done.refused === situation ? {situation, text} : done;
  });

/** Names a member of the errors otherwise. */
const renamingEmail = around(CREATE, (next) => (view, input) => {
  const done = next(view, input);
  return isRefused(done) && done.errors?.['email']
    ? {...done, errors: {user: done.errors['email']}}
    : done;
});

const WRITES = [...CREATE, ...UPDATE, ...DEACTIVATE];

/** Reports other errors of invalid requests. */
const errors = (operations: string[], value: unknown, more = {}): Seam =>
  shown('invalid', '/errors', value, {in: operations, ...more});

/** Answers a malformed body with another status. */
const malformed = (status: number, more = {}): Seam => refusedAs('body-refused', {status}, more);

/** Defects of paths, bodies, statuses and headers of all operations (Endpoints, Errors, Limits). */
export const messages: Defect[] = defects({
  'store.access.operations-stand-under-the-prefix': {
    'users are at another path': {
      seam: 'path',
      from: '/integration-api/v1/dashboard/users',
      to: '/integration-api/v1/users',
    },
  },
  'store.access.json-requests-are-served': {
    'a create in JSON is refused': refusingFrom('createUser', 1, 'body-refused'),
  },
  'store.access.failure-is-json': {
    'an invalid user is refused with HTML': header(
      'invalid',
      'content-type',
      {set: 'text/html; charset=utf-8'},
      {in: CREATE},
    ),
  },
  'store.access.failure-is-json @ a body that is not shown': {
    'an unknown order is answered with a page': answeringWithPage('getOrder', 'order-not-found'),
  },
  'store.access.failure-is-json @ the body of a 403': {
    'an update without permission is answered with a page': answeringWithPage(
      'updateIssue',
      'not-permitted',
    ),
  },
  'store.access.malformed-body-is-refused': {
    'text after the JSON is ignored': unguarded('what-follows', CREATE),
    'a malformed create is answered 201': malformed(201, {in: CREATE}),
    'a malformed update is answered 200': malformed(200, {in: UPDATE}),
    'a malformed update is answered 500': malformed(500, {in: UPDATE}),
  },
  'store.access.errors-name-the-failing-field': {
    'the errors name the body instead of a field': errors(WRITES, {
      body: ['The given data was invalid.'],
    }),
    'the errors of a deactivation name the query': errors(DEACTIVATE, {
      query: ['The query is invalid.'],
    }),
    'the errors of an update name the body': errors(UPDATE, {body: ['The body is invalid.']}),
    'a taken email is reported under user': renamingEmail,
    'a valid field is named too': shown(
      'invalid',
      '/errors/external_id',
      ['The external id is invalid.'],
      {in: WRITES},
    ),
    'every second failure names the email': errors(
      WRITES,
      {email: ['The email is invalid.']},
      {every: 2},
    ),
  },
  'store.access.only-documented-statuses-are-answered': {
    'a search that finds nobody is answered 410': refusedAs('nothing-found', {status: 410}),
    'a malformed update is answered 415': malformed(415, {in: UPDATE}),
    'a malformed body is answered 415': malformed(415),
  },
  'store.access.client-faults-are-no-server-errors': {
    'a malformed create is answered 500': malformed(500, {in: CREATE}),
    'an invalid update is answered 500': refusedAs('invalid', {status: 500}, {in: UPDATE}),
    'a search that finds nobody is answered 500': refusedAs('nothing-found', {status: 500}),
  },
  'store.access.answers-are-strict-transport': missing('strict-transport-security'),
  'store.access.answers-are-not-sniffed': missing('x-content-type-options'),
  'store.access.answers-have-xss-protection': missing('x-xss-protection'),
});
