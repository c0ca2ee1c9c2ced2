import {check, type Check} from '../../language/check.ts';
import {expectThat} from '../../language/judge.ts';
import {isRefusedByLimit, servedCount} from '../../rate-limits/expect-limits.ts';
import {judgeRaces, raceAtTheLimit} from '../../rate-limits/limit-races.ts';
import {read} from '../people.ts';
import {leaveReads} from './daily-quota.ts';
import {SIXTY} from './refusals.ts';

/** More parallel requests than a limit still allows (Limits). */
export const limitRaces: Check[] = [
  check({
    rule: SIXTY,
    place: 'at the same moment',
    exhausts: true,
    onlyOnTestTargets: true,
    act: (s) => raceAtTheLimit(s, (each) => void read(each)),
    judge: (seen) => judgeRaces(seen),
  }),
  check({
    rule: 'store.limits.five-thousand-reads-a-store',
    place: 'at the same moment',
    exhausts: true,
    act: (s) => {
      leaveReads(s, 'admin', 'store', 1);
      return {
        race: s.parallel(
          (b) => void read(b),
          (b) => void read(b, 'second-admin'),
          (b) => void read(b),
        ),
      };
    },
    judge: ({race}) =>
      expectThat(race.filter((one) => !isRefusedByLimit(one)).length < 2, {
        branch: 'more-served-at-once',
        expected: 'one of three parallel reads with two tokens to be served, because one was left',
        got: `${servedCount(race)} served`,
        at: undefined,
        shownBy: race[0],
      }),
  }),
];
