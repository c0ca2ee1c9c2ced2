import {check, type Check} from '../../language/check.ts';
import type {Script} from '../../language/script.ts';
import {judgeRaces, raceAtTheLimit} from '../../rate-limits/limit-races.ts';

/** Reads that are sent at the same moment: of one operation, and of others. */
const RACERS = ['getAccount', 'getAccount', 'getAccountUsage', 'listTools'].map(
  (op) => (each: Script) => void each.call(op),
);

/** More parallel requests than the minute still allows. */
export const limitRaces: Check[] = [
  check({
    rule: 'workspace.limits.sixty-a-minute',
    place: 'at the same moment',
    exhausts: true,
    onlyOnTestTargets: true,
    act: (s) => raceAtTheLimit(s, (each) => void each.call('getAccount'), RACERS),
    judge: (seen) => judgeRaces(seen),
  }),
];
