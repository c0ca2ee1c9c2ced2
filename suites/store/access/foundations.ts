import type {Foundation} from '../../language/foundation.ts';

const USERS = 'store.users';
const ACCESS = 'store.access';

/** Rules about tokens and failures without which others cannot be judged. */
export const ACCESS_FOUNDATIONS: readonly Foundation[] = [
  {
    rule: `${ACCESS}.missing-token-is-refused`,
    // If a request is served without a token, it is also served with a wrong one.
    spoils: [
      `${ACCESS}.unknown-token-is-refused`,
      `${ACCESS}.token-is-accepted`,
      `${ACCESS}.workspace-key-is-refused`,
      `${ACCESS}.missing-token-comes-first`,
      `${ACCESS}.refusal-without-token-has-no-effect`,
    ],
  },
  // An invalidated token is refused in the same way as an unknown one.
  ...['missing-token-is-refused', 'unknown-token-is-refused'].map((key) => ({
    rule: `${ACCESS}.${key}`,
    spoils: [`${ACCESS}.deleted-token-is-refused`, `${ACCESS}.regenerated-token-replaces-the-old`],
  })),
  // If an error does not have the general shape, all its members are missing.
  {
    rule: `${ACCESS}.failure-has-code`,
    spoils: [`${ACCESS}.failure-has-message`, `${ACCESS}.failure-has-errors-by-field`],
  },
  // If successes or errors in general are not JSON, then neither are these responses.
  ...['success-is-json', 'failure-is-json'].map((key) => ({
    rule: `${ACCESS}.${key}`,
    spoils: [`${ACCESS}.json-requests-are-served`],
  })),
  // If one store can change the users of another, all users may be in one table, so lists and
  // uniqueness are wrong, too.
  {
    rule: `${ACCESS}.foreign-write-has-no-effect`,
    spoils: [`${ACCESS}.list-shows-own-only`, `${USERS}.uniqueness-ends-at-the-store`],
  },
  // If correct fields are refused, they are named as errors beside the wrong one.
  ...[
    `${ACCESS}.failure-has-errors-by-field`,
    `${USERS}.email-is-unique`,
    `${USERS}.external-id-is-unique`,
    `${USERS}.own-external-id-is-accepted`,
    `${USERS}.create-needs-no-optional-member`,
    `${USERS}.update-needs-no-optional-member`,
  ].map((rule) => ({rule, spoils: [`${ACCESS}.errors-name-the-failing-field`]})),
  {
    rule: `${ACCESS}.failure-has-errors-by-field`,
    spoils: [`${USERS}.external-id-change-is-called-prohibited`],
  },
];
