/** Members that an update may leave out (Endpoints / Users), and their values afterwards. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {
  expectOutcome,
  expectThat,
  hidden,
  promisedBy,
  type Statement,
  undecided,
  when,
  whenServed,
} from '../../../language/judge.ts';
import {isUpdated} from '../../../language/outcome.ts';
import {createUser, EVERYTHING, idOf, search, updateOf} from '../../people.ts';
import {isFlagSet, rowOf} from '../../user-rows.ts';

/** The optional members of an update that the list shows. */
const SHOWN = ['admin', 'plan_admin', 'sessions_limit'];

/**
 * A user with non-default values; an update without any optional member, and one with all of them.
 */
const withAndWithout = sharedScene({
  id: 'store: an update without optional members',
  act: (s) => {
    const {created, body} = createUser(s, EVERYTHING);
    // Another email, because another rule requires that the present one is accepted.
    const bare = {...updateOf(body), only_sees_readable: true, email: s.fresh('email')};
    const full = {
      ...bare,
      ...EVERYTHING,
      new_password: s.fresh('password'),
      user_plan_name: s.fresh('text'),
    };
    return {
      created,
      bare: s.call('updateUser', {path: idOf(created), body: bare}),
      shown: search(s, bare.email),
      full: s.call('updateUser', {path: idOf(created), body: full}),
    };
  },
});

/** The members of a user that an update changed although it did not name them. */
function changedIn(shown: Exchange, created: Exchange): string[] {
  const row = rowOf(shown, created) ?? {};
  const given = created.requestBody as Record<string, unknown>;
  const plainly = (value: unknown): unknown =>
    typeof value === 'number' ? value : isFlagSet(value);
  // Another rule requires that the member is shown.
  return SHOWN.filter((name) => row[name] !== undefined && plainly(row[name]) !== given[name]);
}

/**
 * An update keeps the members that it does not name. This is open (NS-ST-12), so it is only judged
 * if the profile promises it.
 */
function expectOthersKept(bare: Exchange, shown: Exchange, created: Exchange): Judgement {
  if (!isUpdated(bare)) return undecided('the update was not accepted');
  return when(rowOf(shown, created) !== undefined, 'the email did not find the user', () => {
    const changed = changedIn(shown, created).join(', ');
    const statement: Statement = {
      branch: `${changed} changed by an update that does not name it`,
      expected: `an update that does not name ${SHOWN.join(', ')} to keep them`,
      got: changed === '' ? 'all kept' : `${changed} changed`,
      at: shown,
      of: 'what an update does not name',
    };
    if (changed === '') return expectThat(true, statement);
    const reason = 'an update resets what it does not name';
    return hidden('NS-ST-12', 'reset', reason, promisedBy('kept', statement));
  });
}

/** The checks of omitted members. */
export const optionalMembers: Check[] = checksOf(withAndWithout, {
  // If an update with all members is also refused, a missing member is not the reason for the
  // first refusal.
  'store.users.update-needs-no-optional-member': ({bare, full}) =>
    whenServed(isUpdated(bare) ? bare : full, () =>
      expectOutcome(bare, 'updated', 'optional-member-demanded'),
    ),
  'store.users.update-is-kept @ what it does not name': ({created, bare, shown}) =>
    expectOthersKept(bare, shown, created),
});
