import {checksOf, type Check} from '../../../language/check.ts';
import {expectOutcome} from '../../../language/judge.ts';
import {answeredPlainly} from '../../answered-plainly.ts';
import {expectNotServed, whenObeyed} from '../../../language/blocked-by.ts';

/** "422 validation failed" (Errors). Other rules judge the validation of each field. */
export const invalidRequests: Check[] = checksOf(answeredPlainly, {
  'store.users.invalid-create-answers-422': ({invalid}) =>
    whenObeyed(
      'store.users.email-is-required',
      expectNotServed(invalid, 'no required member'),
      () => expectOutcome(invalid, 'invalid', 'another-status'),
    ),
});
