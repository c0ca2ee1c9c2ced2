/** Who can log in, and with which password. A hook tries it, because the API has no login. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {check, checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectThat, undecided} from '../../../language/judge.ts';
import {type Handle, type Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {createUser, deactivate, idOf, update, updateOf} from '../../people.ts';

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
  isAdmitted(login)
    ? judgement()
    : undecided('the user could not log in with the password of the creation');

/**
 * A password, one with another end, and one without its end. The number of significant characters
 * of a longer password is open: bcrypt, for example, reads 72 bytes.
 */
const passwordsOfSixty = sharedScene({
  id: 'store: passwords that differ in their end',
  api: 'store',
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

/** The checks of logins. */
export const logins: Check[] = [
  check({
    rule: 'store.users.update-is-kept',
    place: 'new_password',
    act: (s) => {
      const {created, body} = createUser(s);
      const before = tryLogin(s, created, body.new_password);
      const password = s.fresh('password');
      const second = s.fresh('password');
      update(s, created, updateOf(body));
      const withoutOne = tryLogin(s, created, body.new_password);
      update(s, created, {...updateOf(body), new_password: password});
      const withNew = tryLogin(s, created, password);
      const withOld = tryLogin(s, created, body.new_password);
      update(s, created, {...updateOf(body), new_password: second});
      return {
        before,
        withoutOne,
        withNew,
        withOld,
        withSecond: tryLogin(s, created, second),
        withReplaced: tryLogin(s, created, password),
      };
    },
    judge: ({before, withoutOne, withNew, withOld, withSecond, withReplaced}) =>
      whenAdmitted(before, () =>
        all(
          expectLogin(withoutOne, true, 'password-lost-by-an-update-without-one'),
          expectLogin(withNew, true, 'new-password-refused'),
          expectLogin(withOld, false, 'old-password-admitted'),
          expectLogin(withSecond, true, 'second-new-password-refused'),
          expectLogin(withReplaced, false, 'replaced-password-admitted'),
        ),
      ),
  }),
  ...checksAt(passwordsOfSixty, 'store.users.password-is-8-to-255', {
    'every character counts': ({whole, otherEnd, shorter}) =>
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
  check({
    rule: 'store.users.deactivated-cannot-log-in',
    act: (s) => {
      const {created, body} = createUser(s);
      const login = (): Handle => tryLogin(s, created, body.new_password);
      const before = login();
      deactivate(s, created);
      const deactivated = login();
      s.call('reactivateUser', {path: idOf(created), expects: 'reactivated'});
      return {before, deactivated, reactivated: login()};
    },
    judge: ({before, deactivated, reactivated}) =>
      whenAdmitted(before, () =>
        all(
          expectLogin(deactivated, false, 'deactivated-admitted'),
          expectLogin(reactivated, true, 'reactivated-refused'),
        ),
      ),
  }),
  check({
    rule: 'store.users.deactivated-cannot-log-in',
    place: 'again after a reactivation',
    onlyOnTestTargets: true,
    act: (s) => {
      const {created, body} = createUser(s);
      deactivate(s, created);
      s.call('reactivateUser', {path: idOf(created), expects: 'reactivated'});
      const before = tryLogin(s, created, body.new_password);
      deactivate(s, created);
      return {before, after: tryLogin(s, created, body.new_password)};
    },
    judge: ({before, after}) =>
      isAdmitted(before)
        ? expectLogin(after, false, 'admitted after a second deactivation')
        : undecided('the reactivated user could not log in'),
  }),
  check({
    rule: 'store.users.deactivated-cannot-log-in',
    place: 'with a new password',
    onlyOnTestTargets: true,
    act: (s) => {
      const {created, body} = createUser(s);
      const before = tryLogin(s, created, body.new_password);
      deactivate(s, created);
      const password = s.fresh('password');
      // Whether such an update is accepted is open (NS-ST-15).
      s.call('updateUser', {
        path: idOf(created),
        body: {...updateOf(body), new_password: password},
      });
      return {
        before,
        withNew: tryLogin(s, created, password),
        withOld: tryLogin(s, created, body.new_password),
      };
    },
    judge: ({before, withNew, withOld}) =>
      whenAdmitted(before, () =>
        all(
          expectLogin(withNew, false, 'admitted-with-a-new-password'),
          expectLogin(withOld, false, 'admitted-with-the-old-password'),
        ),
      ),
  }),
  check({
    rule: 'store.users.deactivated-cannot-log-in',
    // Anonymization is an option of the deactivation.
    place: 'anonymized',
    act: (s) => {
      const {created, body} = createUser(s);
      const before = tryLogin(s, created, body.new_password);
      deactivate(s, created, {anonymize: 'true'});
      return {before, anonymized: tryLogin(s, created, body.new_password)};
    },
    judge: ({before, anonymized}) =>
      whenAdmitted(before, () => expectLogin(anonymized, false, 'anonymized-admitted')),
  }),
];
