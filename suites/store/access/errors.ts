import type {Exchange} from '../../../spec/exchange.ts';
import {check, checksOf, type Check, type Judgement} from '../../language/check.ts';
import {expectOnlyNamed} from '../../contract/checks/names-only.ts';
import {all, expectThat, expectNoServerError, summaryOf, nothing} from '../../language/judge.ts';
import type {Args} from '../../language/script.ts';
import type {Val} from '../../../spec/value.ts';
import {answeredPlainly} from '../answered-plainly.ts';
import {createUser, newUser, updateWith} from '../people.ts';

/** Statuses that the document lists (Errors). */
const DOCUMENTED = [200, 201, 204, 400, 401, 403, 404, 422, 429, 500];

/**
 * The status of a response is a documented one. Another rule judges whether it fits the outcome.
 */
function expectDocumentedStatus(exchange: Exchange): Judgement {
  const {op, status, wrongStatus} = exchange;
  if (wrongStatus) return nothing();
  const judgement = expectThat(DOCUMENTED.includes(status), {
    branch: `status of ${op}`,
    expected: `the status of ${op} to be one of ${DOCUMENTED.join(', ')}`,
    got: summaryOf(exchange),
    at: exchange,
  });
  return {...judgement, violations: judgement.violations.map((one) => ({...one, status}))};
}

/** Statuses of errors, and the fields that they name. */
export const errors: Check[] = [
  check({
    rule: 'store.access.errors-name-the-failing-field',
    act: (s) => {
      const create = (more: Record<string, Val>, args: Args = {}) =>
        s.call('createUser', {body: {...newUser(s), ...more}, ...args});
      const user = createUser(s);
      const {email, external_id} = user.body;
      const other = {email: s.fresh('email'), external_id: s.fresh('external-id')};
      return {
        email: create({email: s.fresh('text')}, {expects: 'invalid'}),
        password: create({new_password: s.fresh('password', 7)}, {expects: 'invalid'}),
        taken: create({email}),
        twice: create({external_id}),
        changed: updateWith(s, user, other),
      };
    },
    // suites/contract/checks/request-edits.ts covers all other members, with one edit of a valid body for each.
    judge: ({email, password, taken, twice, changed}) =>
      all(
        expectOnlyNamed(email, 'invalid', '/errors', 'email'),
        expectOnlyNamed(password, 'invalid', '/errors', 'new_password'),
        expectOnlyNamed(taken, 'invalid', '/errors', 'email'),
        expectOnlyNamed(twice, 'invalid', '/errors', 'external_id'),
        expectOnlyNamed(changed, 'invalid', '/errors', 'external_id'),
      ),
  }),
  ...checksOf(answeredPlainly, {
    // All other responses are checked passively (`x-statuses` of the contract).
    'store.access.only-documented-statuses-are-answered': (seen) =>
      all(...Object.values(seen).map(expectDocumentedStatus)),
  }),
  check({
    rule: 'store.access.client-faults-are-no-server-errors',
    // The properties of the writes cover values of single members (`users/writes.ts`).
    act: (s) => ({
      malformed: s.call('createUser', {raw: '{'}),
      array: s.call('createUser', {body: []}),
    }),
    judge: (seen) =>
      all(
        ...Object.values(seen).map((exchange) =>
          expectNoServerError(exchange, `server error of ${exchange.op}`),
        ),
      ),
  }),
];
