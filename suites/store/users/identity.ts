import {check, type Check} from '../../check.ts';
import {all, is} from '../../judge.ts';
import {text} from '../../script.ts';
import {whereKept} from '../broken-rule.ts';
import {create} from '../people.ts';

/** Digits that begin with another one than zero. */
const DIGITS = {valueClass: 'digits beyond 2^53'} as const;

/** An external_id names one user: nobody has one that only resembles it. */
export const identity: Check[] = [
  check({
    rule: 'store.users.unknown-is-not-found',
    place: 'forceLogout by almost an external_id',
    act: (s) => {
      const name = s.fresh('external-id');
      const digits = {...s.fresh('external-id'), ...DIGITS};
      create(s, {external_id: text('reader-', name, '-end')});
      create(s, {external_id: text('000', digits)});
      const logout = (...parts: Parameters<typeof text>) =>
        s.call('forceLogout', {path: {id: text(...parts)}});
      return {
        same: logout('reader-', name, '-end'),
        longer: logout('reader-', name, '-end-'),
        beginning: logout('reader-', name),
        inCapitals: logout('READER-', name, '-END'),
        withoutZeros: logout(digits),
      };
    },
    judge: ({same, ...others}) =>
      whereKept(
        same.situations.includes('logged-out'),
        'store.users.force-logout-takes-the-external-id',
        'the external_id itself was not found',
        () =>
          all(
            ...Object.entries(others).map(([how, response]) =>
              is(response, 'user-not-found', `found: ${how}`),
            ),
          ),
      ),
  }),
];
