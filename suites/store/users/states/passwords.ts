/** Passwords in letters of several bytes, and passwords that change together with other members. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {check, checksAt, sharedScene, type Check} from '../../../language/check.ts';
import {all, expectRefused} from '../../../language/judge.ts';
import type {Handle} from '../../../language/script.ts';
import {createUser, idOf, newUser, update, updateOf} from '../../people.ts';
import {expectPasswordNotShown} from '../list/both-forms.ts';
import {expectLogin, tryLogin, whenAdmitted} from './logins.ts';

/** Passwords of fewer than eight characters, which in UTF-8 have eight bytes and more. */
const SHORT = ['пароль7', '漢字漢字漢', 'añb1éc2', 'ééééé'] as const;

/** Users whose passwords are too short, on create and on update. */
const tooShort = sharedScene({
  id: 'store: passwords that are too short, in letters of several bytes',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s): Record<string, Handle> => {
    const {created, body} = createUser(s);
    const sent = SHORT.map((password) => [
      `created with ${password}`,
      s.call('createUser', {body: {...newUser(s), new_password: password}}),
    ]);
    const updated = s.call('updateUser', {
      path: idOf(created),
      body: {...updateOf(body), new_password: SHORT[0]},
    });
    return {...Object.fromEntries(sent), updated};
  },
});

type Seen = Record<string, Exchange>;

/** The checks of these passwords. */
export const passwords: Check[] = [
  ...checksAt(tooShort, 'store.users.password-is-8-to-255', {
    'too short, in letters of several bytes': (seen: Seen) =>
      all(...Object.entries(seen).map(([name, one]) => expectRefused(one, `accepted: ${name}`))),
  }),
  ...checksAt(tooShort, 'store.users.password-is-never-shown', {
    'in the refusal of a password': (seen: Seen) =>
      all(
        ...Object.values(seen).map((one) =>
          expectPasswordNotShown(one, one.requestBody.new_password),
        ),
      ),
  }),
  check({
    rule: 'store.users.update-is-kept',
    place: 'new_password with other members',
    onlyOnTestTargets: true,
    act: (s) => {
      const {created, body} = createUser(s);
      const before = tryLogin(s, created, body.new_password);
      const [first, second] = [s.fresh('password'), s.fresh('password')];
      const email = s.fresh('email');
      update(s, created, {...updateOf(body), email, new_password: first});
      const withEmail = tryLogin(s, created, first);
      const withOld = tryLogin(s, created, body.new_password);
      update(s, created, {
        ...updateOf(body),
        email,
        new_password: second,
        sessions_limit: 7,
        only_sees_readable: true,
      });
      return {
        before,
        withEmail,
        withOld,
        withMore: tryLogin(s, created, second),
        withFirst: tryLogin(s, created, first),
      };
    },
    judge: ({before, withEmail, withOld, withMore, withFirst}) =>
      whenAdmitted(before, () =>
        all(
          expectLogin(withEmail, true, 'new-password-refused-beside-another-email'),
          expectLogin(withOld, false, 'old-password-admitted-beside-another-email'),
          expectLogin(withMore, true, 'new-password-refused-beside-other-members'),
          expectLogin(withFirst, false, 'old-password-admitted-beside-other-members'),
        ),
      ),
  }),
];
