import {check, type Check} from '../../language/check.ts';
import {judgeRaces, raceAtTheLimit} from '../../rate-limits/limit-races.ts';

/** More parallel requests than the minute still allows. */
export const limitRaces: Check[] = [
  check({
    rule: 'workspace.limits.sixty-a-minute',
    place: 'at the same moment',
    exhausts: true,
    onlyOnTestTargets: true,
    act: (s) => raceAtTheLimit(s, (each) => void each.call('getAccount')),
    judge: (seen) => judgeRaces(seen),
  }),
];
