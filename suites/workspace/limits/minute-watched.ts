import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check} from '../../language/check.ts';
import {whenTimely} from '../../language/judge.ts';
import {burst, judgeMinutes, sendPinned} from '../../rate-limits/limit-arithmetic.ts';
import {spanOf} from '../../values/ages.ts';
import {seconds, type Handle, type Script} from '../../language/script.ts';

/**
 * Seconds before each look at the limit: about every five seconds, but for the end of the minute, at which
 * services that count in whole seconds may decide either way. A look may itself take up to half a second.
 */
const PAUSES = [...Array.from({length: 11}, () => 4.7), 11];

/** Seconds after the first request of a burst in which a right limit may decide either way. */
const END = {from: 58, to: 62.5};

type Looks = Record<`${'first' | 'second'} look ${number}`, Handle<Exchange[]> | undefined>;

const look = (s: Script): void => void s.call('getAccount');

/** Records single requests after a burst. */
function watch(s: Script, after: 'first' | 'second'): Looks {
  const looks: Looks = {};
  for (const [index, pause] of PAUSES.entries()) {
    s.advance(seconds(pause));
    looks[`${after} look ${index}`] = sendPinned(s, look);
  }
  return looks;
}

/** The looks after a burst, in their order. */
const looksIn = (seen: Record<string, Exchange[] | undefined>, after: string): Exchange[][] =>
  PAUSES.map((_, index) => seen[`${after} look ${index}`] ?? []);

/** Whether one of the looks came when the minute of a burst just ended. */
function isAtTheEnd([first]: Exchange[], looks: Exchange[][]): boolean {
  if (!first) return false;
  const begin = spanOf(first).sent;
  return looks.flat().some((look) => {
    const {sent, took} = spanOf(look);
    return sent + took - begin >= seconds(END.from) && sent - begin <= seconds(END.to);
  });
}

/**
 * Two minutes that are used up, with a look about every five seconds. A limit that is over a little too
 * early looks like a window that turned; it does so once, but not a minute later again.
 */
export const minuteWatched: Check[] = [
  check({
    rule: 'workspace.limits.sixty-a-minute',
    place: 'watched from second to second',
    exhausts: true,
    onlyOnTestTargets: true,
    act: (s) => {
      const first = burst(s, look);
      const looks = watch(s, 'first');
      const second = burst(s, look);
      return {first, ...looks, second, ...watch(s, 'second')};
    },
    judge: ({first, second, ...looks}) => {
      const [early, late] = [looksIn(looks, 'first'), looksIn(looks, 'second')];
      const isInTime = !isAtTheEnd(first, early) && !isAtTheEnd(second, late);
      const reason =
        'the burst, or the looks after it, took so long that one came as its minute ended';
      return whenTimely(isInTime, reason, () =>
        judgeMinutes([first, ...early, second, ...late], [first, second]),
      );
    },
  }),
];
