/** Who can log in, and with which password. A hook tries it, because the API has no login. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksOf, check, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectRefused, expectThat, judgeEach, undecided} from '../../../language/judge.ts';
import {type Handle, type Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {createUser, deactivate, idOf, newUser, update, updateOf} from '../../people.ts';
import {expectPasswordNotShown} from '../list/both-forms.ts';

/** Records an attempt to log in as a created user. */
export const tryLogin = (
  s: Script,
  created: Handle,
  password: Val,
  options: {optional?: true} = {},
): Handle =>
  s.control('try-login', {role: 'admin', user: created.at('/data/id'), password}, options);

const isAdmitted = ({body}: Exchange): boolean => body?.admitted === true;

/** An attempt to log in has the expected result. */
export const expectLogin = (login: Exchange, expected: boolean, branch: string): Judgement =>
  expectThat(isAdmitted(login) === expected, {
    branch,
    expected: `the login ${expected ? 'to be admitted' : 'not to be admitted'}`,
    got: isAdmitted(login) ? 'admitted' : 'not admitted',
    at: login,
  });

/** Judges logins, if the user could log in at the beginning. */
export const whenAdmitted = (login: Exchange, judgement: () => Judgement): Judgement =>
  isAdmitted(login) ? judgement() : undecided('the user could not log in at the beginning');

/** A user, and what the attempts to log in have to show. */
interface Logins<R extends Record<string, Handle>> {
  rule: string;
  place?: string;
  onlyOnTestTargets?: true;
  /** Records attempts to log in, of which `before` has to succeed. */
  act(s: Script, person: Person & {login: (password?: Val) => Handle}): R & {before: Handle};
  /** Whether each attempt is admitted, and the name of the failure otherwise. */
  admits: {[K in Exclude<keyof R, 'before'>]: [admitted: boolean, branch: string]};
}

type Person = ReturnType<typeof createUser>;

/** The check of attempts to log in; without a password they use that of the creation. */
const checkLogins = <R extends Record<string, Handle>>({act, admits, ...more}: Logins<R>): Check =>
  check({
    ...more,
    act: (s): Record<string, Handle> => {
      const person = createUser(s);
      const login = (password: Val = person.body.new_password): Handle =>
        tryLogin(s, person.created, password);
      return act(s, {...person, login});
    },
    judge: (seen) =>
      whenAdmitted(seen['before'] as Exchange, () =>
        judgeEach(Object.entries<[boolean, string]>(admits), ([name, [isExpected, branch]]) =>
          expectLogin(seen[name] as Exchange, isExpected, branch),
        ),
      ),
  });

const reactivate = (s: Script, created: Handle): Handle =>
  s.call('reactivateUser', {path: idOf(created), expects: 'reactivated'});

/**
 * A password, one with another end, and one without its end. The number of significant characters
 * of a longer password is open: bcrypt, for example, reads 72 bytes.
 */
const passwordsOfSixty = sharedScene({
  id: 'store: passwords that differ in their end',
  // Letters of several bytes would make more than 72 bytes.
  keepsRecordedClasses: true,
  act: (s) => {
    const most = s.fresh('password', 60);
    const {created} = createUser(s, {new_password: text(most, 'a')});
    return {
      whole: tryLogin(s, created, text(most, 'a')),
      otherEnd: tryLogin(s, created, text(most, 'b')),
      shorter: tryLogin(s, created, most),
    };
  },
});

/** Passwords of fewer than eight characters, which in UTF-8 have eight bytes and more. */
const SHORT = ['пароль7', '漢字漢字漢', 'añb1éc2', 'ééééé'] as const;

/** Users whose passwords are too short, on create and on update. */
const tooShort = sharedScene({
  id: 'store: passwords that are too short, in letters of several bytes',
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

/** The checks of logins and passwords. */
export const logins: Check[] = [
  checkLogins({
    rule: 'store.users.update-is-kept',
    place: 'new_password',
    act: (s, {created, body, login}) => {
      const before = login();
      const [first, second] = [s.fresh('password'), s.fresh('password')];
      update(s, created, updateOf(body));
      const withoutOne = login();
      update(s, created, {...updateOf(body), new_password: first});
      const [withNew, withOld] = [login(first), login()];
      update(s, created, {...updateOf(body), new_password: second});
      const [withSecond, withReplaced] = [login(second), login(first)];
      return {before, withoutOne, withNew, withOld, withSecond, withReplaced};
    },
    admits: {
      withoutOne: [true, 'password-lost-by-an-update-without-one'],
      withNew: [true, 'new-password-refused'],
      withOld: [false, 'old-password-admitted'],
      withSecond: [true, 'second-new-password-refused'],
      withReplaced: [false, 'replaced-password-admitted'],
    },
  }),
  checkLogins({
    rule: 'store.users.update-is-kept',
    place: 'new_password with other members',
    onlyOnTestTargets: true,
    act: (s, {created, body, login}) => {
      const before = login();
      const [first, second] = [s.fresh('password'), s.fresh('password')];
      const withEmail = {...updateOf(body), email: s.fresh('email')};
      update(s, created, {...withEmail, new_password: first});
      const [firstNew, firstOld] = [login(first), login()];
      const more = {new_password: second, sessions_limit: 7, only_sees_readable: true};
      update(s, created, {...withEmail, ...more});
      return {before, firstNew, firstOld, secondNew: login(second), secondOld: login(first)};
    },
    admits: {
      firstNew: [true, 'new-password-refused-beside-another-email'],
      firstOld: [false, 'old-password-admitted-beside-another-email'],
      secondNew: [true, 'new-password-refused-beside-other-members'],
      secondOld: [false, 'old-password-admitted-beside-other-members'],
    },
  }),
  ...checksOf(passwordsOfSixty, {
    'store.users.password-is-8-to-255 @ every character counts': ({whole, otherEnd, shorter}) =>
      all(
        expectLogin(whole, true, 'password-lost'),
        expectLogin(otherEnd, false, 'another-end-admitted'),
        expectLogin(shorter, false, 'without-its-end-admitted'),
      ),
  }),
  check({
    rule: 'store.users.password-is-8-to-255',
    place: 'a long one is kept',
    act: (s) => {
      const long = s.fresh('password', 200);
      const {created} = createUser(s, {new_password: text('a', long)});
      return {
        whole: tryLogin(s, created, text('a', long)),
        another: tryLogin(s, created, text('b', long)),
      };
    },
    judge: ({whole, another}) =>
      all(
        expectLogin(whole, true, 'long-password-lost'),
        expectLogin(another, false, 'any-long-password-admitted'),
      ),
  }),
  ...checksOf(tooShort, {
    'store.users.password-is-8-to-255 @ too short, in letters of several bytes': (seen: Seen) =>
      all(...Object.entries(seen).map(([name, one]) => expectRefused(one, `accepted: ${name}`))),
    'store.users.password-is-never-shown @ in the refusal of a password': (seen: Seen) =>
      all(
        ...Object.values(seen).map((one) =>
          expectPasswordNotShown(one, one.requestBody.new_password),
        ),
      ),
  }),
  checkLogins({
    rule: 'store.users.deactivated-cannot-log-in',
    act: (s, {created, login}) => {
      const before = login();
      deactivate(s, created);
      const deactivated = login();
      reactivate(s, created);
      return {before, deactivated, reactivated: login()};
    },
    admits: {
      deactivated: [false, 'deactivated-admitted'],
      reactivated: [true, 'reactivated-refused'],
    },
  }),
  checkLogins({
    rule: 'store.users.deactivated-cannot-log-in',
    place: 'again after a reactivation',
    onlyOnTestTargets: true,
    act: (s, {created, login}) => {
      deactivate(s, created);
      reactivate(s, created);
      const before = login();
      deactivate(s, created);
      return {before, after: login()};
    },
    admits: {after: [false, 'admitted after a second deactivation']},
  }),
  checkLogins({
    rule: 'store.users.deactivated-cannot-log-in',
    place: 'with a new password',
    onlyOnTestTargets: true,
    act: (s, {created, body, login}) => {
      const before = login();
      deactivate(s, created);
      const password = s.fresh('password');
      // Whether such an update is accepted is open (NS-ST-15).
      s.call('updateUser', {
        path: idOf(created),
        body: {...updateOf(body), new_password: password},
      });
      return {before, withNew: login(password), withOld: login()};
    },
    admits: {
      withNew: [false, 'admitted-with-a-new-password'],
      withOld: [false, 'admitted-with-the-old-password'],
    },
  }),
  checkLogins({
    rule: 'store.users.deactivated-cannot-log-in',
    // Anonymization is an option of the deactivation.
    place: 'anonymized',
    act: (s, {created, login}) => {
      const before = login();
      deactivate(s, created, {anonymize: 'true'});
      return {before, anonymized: login()};
    },
    admits: {anonymized: [false, 'anonymized-admitted']},
  }),
];
