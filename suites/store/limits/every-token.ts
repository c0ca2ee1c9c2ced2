/** The reads of every token count for the store, whoever sends them (Limits: "across all tokens"). */

import type {Ref} from '../../../spec/value.ts';
import type {Role} from '../../../spec/step.ts';
import {check, type Check} from '../../check.ts';
import {expectRateLimited, isRefusedByLimit, undecided} from '../../judge.ts';
import {pinned} from '../../rate-limits/limit-arithmetic.ts';
import {firstOf} from '../../rows.ts';
import type {Handle, Script} from '../../script.ts';
import {read} from '../people.ts';
import {leaveReads} from './daily-reads.ts';

const RULE = 'store.limits.five-thousand-reads-a-store';

/** Records a read with a token, then one with that of the first admin, when one read is left. */
function readsOf(s: Script, as: Role | Ref) {
  leaveReads(s, 'admin', 'store', 1);
  return {last: s.call('listUsers', {as}), over: pinned(s, (each) => void read(each))};
}

/** The last read of the store is that of another token. */
const lastReadOf = (place: string, tokenOf: (s: Script) => Role | Ref): Check =>
  check({
    rule: RULE,
    place,
    exhausts: true,
    onlyOnTestTargets: true,
    act: (s) => readsOf(s, tokenOf(s)),
    judge: ({last, over}) =>
      isRefusedByLimit(last)
        ? undecided('the read that was left was refused')
        : expectRateLimited(firstOf(over), 'served-at-5001'),
  });

/** Records a new token of the store. */
const newToken = (s: Script): Ref => {
  const generated: Handle = s.control('generate-token', {role: 'admin'});
  return generated.at('/token');
};

/** The checks of the tokens whose reads count for the store. */
export const readsOfEveryToken: Check[] = [
  lastReadOf('read last by another admin', () => 'second-admin'),
  lastReadOf('read last with a new token', newToken),
];
