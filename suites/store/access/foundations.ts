import type {Foundation} from '../../language/foundation.ts';
import {foundationsOf} from '../../language/foundations-of.ts';

/** Rules, and those that cannot be judged while one of them is broken. */
const foundation = foundationsOf('store.access');

/** Rules about tokens and failures without which others cannot be judged. */
export const ACCESS_FOUNDATIONS: readonly Foundation[] = [
  // If a request is served without a token, it is also served with a wrong one.
  foundation('missing-token-is-refused', [
    'unknown-token-is-refused',
    'token-is-accepted',
    'workspace-key-is-refused',
    'missing-token-comes-first',
    'refusal-without-token-has-no-effect',
  ]),
  // An invalidated token is refused in the same way as an unknown one.
  foundation(
    ['missing-token-is-refused', 'unknown-token-is-refused'],
    ['deleted-token-is-refused', 'regenerated-token-replaces-the-old'],
  ),
  // If an error does not have the general shape, all its members are missing.
  foundation('failure-has-code', ['failure-has-message', 'failure-has-errors-by-field']),
  // If successes or errors in general are not JSON, then neither are these responses.
  foundation(['success-is-json', 'failure-is-json'], ['json-requests-are-served']),
  // If one store can change the users of another, all users may be in one table, so lists and
  // uniqueness are wrong, too.
  foundation('foreign-write-has-no-effect', [
    'list-shows-own-only',
    'users.uniqueness-ends-at-the-store',
  ]),
  // If correct fields are refused, they are named as errors beside the wrong one.
  foundation(
    [
      'failure-has-errors-by-field',
      'users.email-is-unique',
      'users.external-id-is-unique',
      'users.own-external-id-is-accepted',
      'users.create-needs-no-optional-member',
      'users.update-needs-no-optional-member',
    ],
    ['errors-name-the-failing-field'],
  ),
  foundation('failure-has-errors-by-field', ['users.external-id-change-is-called-prohibited']),
].flat();
