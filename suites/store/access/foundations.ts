import type {Foundation} from '../../foundation.ts';

const USERS = 'store.users';
const ACCESS = 'store.access';

/** Rules about tokens and failures without which others cannot be judged. */
export const ACCESS_FOUNDATIONS: readonly Foundation[] = [
  {
    rule: `${ACCESS}.missing-token-is-refused`,
    // What is served without a token is served with a wrong one, too.
    spoils: [
      `${ACCESS}.unknown-token-is-refused`,
      `${ACCESS}.token-is-accepted`,
      `${ACCESS}.workspace-key-is-refused`,
      `${ACCESS}.missing-token-comes-first`,
      `${ACCESS}.refusal-without-token-has-no-effect`,
    ],
  },
  // A token that is no longer valid is refused like one that never was.
  ...['missing-token-is-refused', 'unknown-token-is-refused'].map((key) => ({
    rule: `${ACCESS}.${key}`,
    spoils: [`${ACCESS}.deleted-token-is-refused`, `${ACCESS}.regenerated-token-replaces-the-old`],
  })),
  // A failure that has not the general shape lacks all its members.
  {
    rule: `${ACCESS}.failure-has-code`,
    spoils: [`${ACCESS}.failure-has-message`, `${ACCESS}.failure-has-errors-by-field`],
  },
  // What is served is JSON when any success, or any failure, is.
  ...['success-is-json', 'failure-is-json'].map((key) => ({
    rule: `${ACCESS}.${key}`,
    spoils: [`${ACCESS}.json-requests-are-served`],
  })),
  // Where one store changes the users of another, all of them are in one place.
  {
    rule: `${ACCESS}.foreign-write-has-no-effect`,
    spoils: [`${ACCESS}.list-shows-own-only`, `${USERS}.uniqueness-ends-at-the-store`],
  },
  // Fields that are refused though they are right stand beside the one that is wrong.
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
