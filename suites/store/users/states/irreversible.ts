import type {Exchange} from '../../../../spec/exchange.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectThat, expectOutcome, expectNone, when} from '../../../language/judge.ts';
import {createUser, deactivate, idOf, search, updateOf, walkAnonymized} from '../../people.ts';
import {isFlagSet, expectListed, expectRowMember, rowsOf, type UserRow} from '../../user-rows.ts';
import {expectAnonymizedRow} from './anonymized-row.ts';
import type {Handle, Script} from '../../../language/script.ts';

const MEMBERS = ['email', 'external_id', 'name', 'anonymized'];

const isAnonymized = (row: UserRow, created: Exchange): boolean =>
  row.email !== created.requestBody.email || row.external_id === null || isFlagSet(row.anonymized);

/** The members that anonymization changed are the same as before. */
const expectSameRow = (before: UserRow, now: UserRow, where: Exchange | undefined): Judgement =>
  all(
    ...MEMBERS.filter((name) => before[name] !== undefined).map((name) =>
      expectRowMember(now, name, before[name], `${name}-came-back`, where),
    ),
  );

/** `deleted_at`, whose form is open (NS-ST-05), is not null again. */
const expectStillDeleted = (
  before: UserRow,
  now: UserRow,
  where: Exchange | undefined,
): Judgement =>
  expectThat((before.deleted_at ?? null) === null || now.deleted_at !== null, {
    branch: 'deleted_at-is-null-again',
    expected: '`deleted_at` of the anonymized user to be still set',
    got: 'null',
    at: where,
  });

/** The user was anonymized, and nothing that anonymization removed has come back. */
const expectStillAnonymized = (
  before: Exchange[],
  after: Exchange[],
  created: Exchange,
): Judgement =>
  expectAnonymizedRow(before, created, (rowBefore) =>
    when(isAnonymized(rowBefore, created), 'the user was not anonymized', () =>
      // Where anonymized users are listed is open (NS-ST-16), but this one was listed here.
      expectListed(after, created, 'left-the-deactivated', (row) =>
        all(expectStillDeleted(rowBefore, row, after[0]), expectSameRow(rowBefore, row, after[0])),
      ),
    ),
  );

/** A user is deactivated, then anonymized; then all requests are sent that could undo it. */
const noWayBack = sharedScene({
  id: 'store: no way back',
  act: (s) => {
    const {created, body} = createUser(s);
    const path = idOf(created);
    deactivate(s, created);
    deactivate(s, created, {anonymize: 'true'});
    const [gone, before] = [search(s, body.email), walkAnonymized(s, created)];
    // A second anonymization comes first: later it would hide the effects of the other requests.
    s.call('deactivateUser', {path, query: {anonymize: '1'}});
    s.call('updateUser', {path, body: updateOf(body)});
    s.call('forceLogout', {path});
    s.call('deactivateUser', {path});
    s.call('deactivateUser', {path, query: {anonymize: 'false'}});
    return {
      created,
      gone,
      before,
      reactivated: s.call('reactivateUser', {path}),
      old: search(s, body.email),
      logout: s.call('forceLogout', {path: {id: body.external_id}}),
      list: walkAnonymized(s, created),
    };
  },
});

/** Anonymization is irreversible (States / User). */
export const irreversible: Check[] = [
  ...checksOf(noWayBack, {
    'store.users.anonymized-cannot-be-reactivated': ({reactivated}) =>
      expectOutcome(reactivated, 'anonymized', 'not-forbidden'),
    'store.users.anonymization-is-irreversible': ({created, gone, before, old, logout, list}) =>
      all(
        () =>
          when(
            rowsOf(gone).length === 0,
            'the email still found the user after anonymization',
            () => expectNone(rowsOf(old), 'user with the email of before', 'email-came-back', old),
          ),
        expectOutcome(logout, 'user-not-found', 'external-id-came-back'),
        expectStillAnonymized(before, list, created),
      ),
  }),
  check({
    rule: 'store.users.deactivating-an-anonymized-user-changes-nothing',
    act: (s) => {
      const {created} = createUser(s);
      deactivate(s, created, {anonymize: 'true'});
      const before = walkAnonymized(s, created);
      s.call('deactivateUser', {path: idOf(created)});
      return {created, before, list: walkAnonymized(s, created)};
    },
    judge: ({created, before, list}) => expectStillAnonymized(before, list, created),
  }),
  check({
    rule: 'store.users.anonymized-cannot-be-reactivated',
    place: 'however often',
    onlyOnTestTargets: true,
    act: (s) => {
      const active = anonymizeUser(s, 'active', '1');
      const inactive = anonymizeUser(s, 'deactivated', 'true');
      const ofActive = tryToReactivate(s, active);
      const ofInactive = tryToReactivate(s, inactive);
      // A deactivation leaves the user anonymized.
      s.call('deactivateUser', {path: idOf(active)});
      return {
        ofActive,
        ofInactive,
        later: s.call('reactivateUser', {path: idOf(active)}),
        byAnother: s.call('reactivateUser', {as: 'second-admin', path: idOf(inactive)}),
      };
    },
    judge: ({ofActive, ofInactive, later, byAnother}) =>
      all(
        ...[...ofActive, ...ofInactive].map((response, n) =>
          expectOutcome(response, 'anonymized', `attempt ${(n % TIMES) + 1}: not forbidden`),
        ),
        expectOutcome(later, 'anonymized', 'after a deactivation: not forbidden'),
        expectOutcome(byAnother, 'anonymized', 'by another admin: not forbidden'),
      ),
  }),
];

/** How often each user is to be reactivated. */
const TIMES = 3;

/** Records a user with a history who is anonymized by one value of `anonymize`. */
function anonymizeUser(s: Script, history: 'active' | 'deactivated', by: string): Handle {
  const {created} = createUser(s);
  if (history === 'deactivated') deactivate(s, created);
  deactivate(s, created, {anonymize: by});
  return created;
}

/** Records attempts to reactivate a user. */
const tryToReactivate = (s: Script, created: Handle): Handle<Exchange[]> =>
  s.repeat(TIMES, (each) => void each.call('reactivateUser', {path: idOf(created)}));
