import {checksOf, type Check} from '../../check.ts';
import {expectOutcome} from '../../judge.ts';
import {answeredPlainly} from '../answered-plainly.ts';
import {whenHolds} from '../../blocked-by.ts';

/** "422 validation failed" (Errors). Other rules judge the validation of each field. */
export const invalidRequests: Check[] = checksOf(answeredPlainly, {
  'store.users.invalid-create-answers-422': ({invalid}) =>
    whenHolds(
      invalid.status >= 400,
      'store.users.email-is-required',
      'a creation without the required members was not refused',
      () => expectOutcome(invalid, 'invalid', 'another-status'),
    ),
});
