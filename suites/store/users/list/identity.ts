import type {Val} from '../../../../spec/value.ts';
import {checksOf, sharedScene, type Check} from '../../../language/check.ts';
import {expectOutcomes} from '../../../language/requests.ts';
import {text} from '../../../language/sent-values.ts';
import {whenHolds} from '../../../language/blocked-by.ts';
import {createUser} from '../../people.ts';

/** Digits that do not begin with zero. */
const DIGITS = {valueClass: 'digits beyond 2^53'} as const;

/**
 * Characters with a meaning in URLs unless they are encoded, and letters of two and three bytes.
 */
const SIGNS = 'zoë 樓 50%25+1&2?3#4;5,6=7@8';

const TAKES = 'store.users.force-logout-takes-the-external-id';

/** Logouts by an external_id in several encodings, and by ids that only resemble it. */
const logouts = sharedScene({
  id: 'store: logged out by an external_id and by others like it',
  act: (s) => {
    const name = s.fresh('external-id');
    const digits = {...s.fresh('external-id'), ...DIGITS};
    const id = text(name, SIGNS);
    createUser(s, {external_id: id});
    createUser(s, {external_id: text('000', digits)});
    const logout = (...parts: Parameters<typeof text>) =>
      s.call('forceLogout', {path: {id: text(...parts)}});
    return {
      same: s.call('forceLogout', {path: {id}}),
      lowerCaseHex: s.call('forceLogout', {path: {id}, spelling: 'lower-case-hex'}),
      marksEncoded: s.call('forceLogout', {path: {id}, spelling: 'marks-encoded'}),
      ofDigits: logout('000', digits),
      longer: logout(name, SIGNS, '-'),
      beginning: logout(name),
      withoutZeros: logout(digits),
    };
  },
});

/** Digits that begin with zeros, few enough for a number of any programming language. */
const FEW_DIGITS = {valueClass: 'digits with leading zeros'} as const;

/** Logouts by external_ids of nothing but digits, beside which no other could be refused. */
const ofDigitsOnly = sharedScene({
  id: 'store: logged out by external_ids of digits',
  onlyOnTestTargets: true,
  act: (s) => {
    const logout = (id: Val) => {
      createUser(s, {external_id: id});
      return s.call('forceLogout', {path: {id}});
    };
    return {
      few: logout({...s.fresh('external-id'), ...FEW_DIGITS}),
      many: logout({...s.fresh('external-id'), ...DIGITS}),
    };
  },
});

/** An external_id names one user, however it is encoded; a similar one names no user. */
export const identity: Check[] = [
  ...checksOf(logouts, {
    [`${TAKES} @ however it is encoded`]: ({same, lowerCaseHex, marksEncoded, ofDigits}) =>
      expectOutcomes({same, lowerCaseHex, marksEncoded, ofDigits}, 'logged-out', 'refused'),
  }),
  ...checksOf(ofDigitsOnly, {
    [`${TAKES} @ of digits`]: (seen) => expectOutcomes(seen, 'logged-out', 'digits refused'),
  }),
  ...checksOf(logouts, {
    'store.users.unknown-is-not-found @ forceLogout by almost an external_id': ({
      same,
      longer,
      beginning,
      withoutZeros,
    }) =>
      whenHolds(
        same.refusedInFront === true || same.situations.includes('logged-out'),
        TAKES,
        'the external_id itself was not found',
        () =>
          expectOutcomes(
            // If a firewall refuses these characters, it also refuses them with one more.
            {...(!same.refusedInFront && {longer}), beginning, withoutZeros},
            'user-not-found',
            'found',
          ),
      ),
  }),
];
