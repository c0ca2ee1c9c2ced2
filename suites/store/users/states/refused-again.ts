/** An anonymized user is never reactivated, however often and by whomever it is tried (States / User). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {check, type Check} from '../../../language/check.ts';
import {all, expectOutcome} from '../../../language/judge.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {createUser, deactivate, idOf} from '../../people.ts';

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

/** The check of repeated reactivations. */
export const refusedAgain: Check[] = [
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
