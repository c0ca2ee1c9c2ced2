/** A listed session shows its user, and what the user signed in with. */

import type {Exchange} from '../../../spec/exchange.ts';
import {at} from '../../../spec/json.ts';
import {sharedScene, checksOf, type Judgement, type Check} from '../../language/check.ts';
import {when, expectEqual, all} from '../../language/judge.ts';
import {createUser, update, updateOf} from '../people.ts';
import {listUntilShown, signIn} from '../sessions.ts';
import {expectBrowserDescribed, expectDevice, expectAppDescribed} from './session-data.ts';
import {rowOfSession} from './session-rows.ts';
import {twoPeople} from './two-people.ts';

/** A user who signs in before an update and after it. */
const updatedBetween = sharedScene({
  id: 'store: sessions of a user who got another address',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created, body} = createUser(s);
    // A deployment that caches responses has now shown the old address.
    listUntilShown(s, created, signIn(s, created));
    const updated = update(s, created, {...updateOf(body), email: s.fresh('email')});
    const session = signIn(s, created, 'mobile');
    return {created, updated, session, list: listUntilShown(s, created, session)};
  },
});

/** A session shows a member of the user who signed in. */
function expectMemberShown(
  list: Exchange,
  session: Exchange,
  name: string,
  value: unknown,
): Judgement {
  const row = rowOfSession(list, session);
  return when(row !== undefined, 'the list does not show the session', () =>
    expectEqual(row?.[name], value, `another ${name}`, list, `\`${name}\` of the session`),
  );
}

/** A session shows its user. */
const expectUserShown = (list: Exchange, session: Exchange, created: Exchange): Judgement =>
  all(
    expectMemberShown(list, session, 'user_id', created.body.data.id),
    expectMemberShown(list, session, 'user_email', created.body.data.email),
    expectMemberShown(list, session, 'user_external_id', created.body.data.external_id),
  );

/** A session is shown as the kind that signed in. */
const expectTypeShown = (list: Exchange, session: Exchange, type: string): Judgement =>
  when(rowOfSession(list, session) !== undefined, 'the list does not show the session', () =>
    expectEqual(
      at(rowOfSession(list, session), '/session_data/type'),
      type,
      `another type than ${type}`,
      list,
      '`session_data.type` of the session',
    ),
  );

/** The checks of what a session shows (Resources / Authentication session). */
export const whoseSession: Check[] = [
  ...checksOf(twoPeople, {
    'store.auth-sessions.shows-whose-session-it-is': ({created, other, ...seen}) =>
      all(
        expectUserShown(seen.ofOne, seen.web, created),
        () => expectUserShown(seen.ofOne, seen.mobile, created),
        () => expectUserShown(seen.ofOther, seen.beside, other),
      ),
    'store.auth-sessions.session-is-web-or-mobile @ as it signed in': ({web, mobile, ofOne}) =>
      all(expectTypeShown(ofOne, web, 'web'), expectTypeShown(ofOne, mobile, 'mobile')),
    'store.auth-sessions.web-session-describes-the-browser': ({ofOne}) =>
      expectBrowserDescribed(ofOne),
    'store.auth-sessions.web-session-has-device': ({ofOne}) => expectDevice(ofOne),
    'store.auth-sessions.mobile-session-describes-the-app': ({ofOne}) => expectAppDescribed(ofOne),
  }),
  ...checksOf(updatedBetween, {
    'store.auth-sessions.shows-whose-session-it-is @ after an update of the user': ({
      created,
      updated,
      session,
      list,
    }) =>
      all(
        expectMemberShown(list, session, 'user_id', created.body.data.id),
        () => expectMemberShown(list, session, 'user_email', updated.requestBody?.email),
        () => expectMemberShown(list, session, 'user_external_id', created.body.data.external_id),
      ),
  }),
];
