/** The reads of every token count for the store, whoever sends them (Limits: "across all tokens"). */

import type {Ref} from '../../../spec/value.ts';
import type {Role} from '../../../spec/step.ts';
import {check, checksOf, sharedScene, type Check} from '../../language/check.ts';
import {undecided} from '../../language/judge.ts';
import {expectRateLimited, isRefusedByLimit} from '../../rate-limits/expect-limits.ts';
import {sendPinned} from '../../rate-limits/limit-arithmetic.ts';
import {firstOf} from '../../language/rows.ts';
import type {Handle, Script} from '../../language/script.ts';
import {read} from '../people.ts';
import {leaveReads} from './daily-quota.ts';

const RULE = 'store.limits.five-thousand-reads-a-store';

/** Records a read with a token, then one with that of the first admin, when one read is left. */
function readWithToken(s: Script, as: Role | Ref) {
  leaveReads(s, 'admin', 'store', 1);
  return {last: s.call('listUsers', {as}), over: sendPinned(s, (each) => void read(each))};
}

/** The last read of the store is that of another token. */
const checkLastRead = (place: string, tokenOf: (s: Script) => Role | Ref): Check =>
  check({
    rule: RULE,
    place,
    exhausts: true,
    onlyOnTestTargets: true,
    act: (s) => readWithToken(s, tokenOf(s)),
    judge: ({last, over}) =>
      isRefusedByLimit(last)
        ? undecided('the read that was left was refused')
        : expectRateLimited(firstOf(over), 'served-at-5001'),
  });

/** Records a new token of the store. */
const createToken = (s: Script): Ref => {
  const generated: Handle = s.control('generate-token', {role: 'admin'});
  return generated.at('/token');
};

/** The last read of the store is that of a token that is then taken away: it stays a read of the store. */
const checksOfLastRead = (place: string, verb: 'delete-token' | 'regenerate-token'): Check[] =>
  checksOf(
    sharedScene({
      id: `store: the last read of a store is ${place}`,
      exhausts: true,
      mayRevokeAccess: true,
      onlyOnTestTargets: true,
      act: (s) => {
        const token = s.control('generate-token', {role: 'admin'});
        leaveReads(s, 'admin', 'store', 1);
        const last = s.call('listUsers', {as: token.at('/token')});
        s.control(verb, {role: 'admin', id: token.at('/id')});
        return {last, over: sendPinned(s, (each) => void read(each))};
      },
    }),
    {
      [`${RULE} @ ${place}`]: ({last, over}) =>
        isRefusedByLimit(last)
          ? undecided('the read that was left was refused')
          : expectRateLimited(firstOf(over), 'read-given-back'),
    },
  );

/** The checks of the tokens whose reads count for the store. */
export const readsOfEveryToken: Check[] = [
  checkLastRead('read last by another admin', () => 'second-admin'),
  checkLastRead('read last with a new token', createToken),
  ...checksOfLastRead('read last with a token that is deleted', 'delete-token'),
  ...checksOfLastRead('read last with a token that is regenerated', 'regenerate-token'),
];
