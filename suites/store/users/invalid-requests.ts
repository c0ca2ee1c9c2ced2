import {check, type Check} from '../../check.ts';
import {is} from '../../judge.ts';
import {whereKept} from '../broken-rule.ts';

/** "422 validation failed" (Errors). That each field is validated are rules of their own. */
export const invalidRequests: Check[] = [
  check({
    rule: 'store.users.invalid-create-answers-422',
    act: (s) => ({refused: s.call('createUser', {body: {}})}),
    judge: ({refused}) =>
      whereKept(
        refused.status >= 400,
        'store.users.email-is-required',
        'a creation without the required members was not refused',
        () => is(refused, 'invalid', 'another-status'),
      ),
  }),
];
