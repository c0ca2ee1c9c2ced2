import type {Exchange} from '../../spec/exchange.ts';
import type {Judgement} from '../language/check.ts';
import {burst, judgeMinutes, sendPinned} from './limit-arithmetic.ts';
import {MAX_REQUESTS_A_MINUTE} from './limit-kinds.ts';
import {seconds, type Handle, type Script} from '../language/script.ts';

/** Requests of a race: more than the limit lets pass. */
const RACERS = 8;

/** Requests that the limit has left when they are sent. */
const REQUESTS_LEFT = 2;

/** A burst whose last requests before the limit are sent at the same moment. */
interface RacedBurst {
  before: Handle<Exchange[]>;
  race: Handle<Exchange[]>;
  after: Handle<Exchange[]>;
}

type Look = (s: Script) => void;

function raceBurst(s: Script, look: Look, racers: readonly Look[]): RacedBurst {
  const race = Array.from({length: RACERS}, (_, index) => racers[index % racers.length] ?? look);
  return {
    before: s.repeat(MAX_REQUESTS_A_MINUTE - REQUESTS_LEFT, look, {
      until: {status: [429]},
      unpaced: true,
    }),
    race: sendPinned(s, (each) => void each.parallel(...race)),
    after: burst(s, look),
  };
}

/**
 * Records two bursts, more than a minute apart, with one credential: one window may have turned
 * within the first, and then none turns within the second.
 * @param look records one request
 * @param racers record those at the same moment, each in turn
 */
export function raceAtTheLimit(s: Script, look: Look, racers: readonly Look[] = [look]) {
  const first = raceBurst(s, look, racers);
  s.advance(seconds(100));
  const second = raceBurst(s, look, racers);
  return {
    before: first.before,
    race: first.race,
    after: first.after,
    laterBefore: second.before,
    laterRace: second.race,
    laterAfter: second.after,
  };
}

type Races = Record<keyof ReturnType<typeof raceAtTheLimit>, Exchange[]>;

/** The order in which the requests of a race were counted is unknown: those served may be the first. */
const servedFirst = (race: Exchange[]): Exchange[] =>
  race.toSorted((one, other) => Number(one.status === 429) - Number(other.status === 429));

/** A limit lets as many requests pass as ever when some of them come at the same moment. */
export function judgeRaces(seen: Races): Judgement {
  const {before, race, after, laterBefore, laterRace, laterAfter} = seen;
  const bursts = [
    [...before, ...servedFirst(race), ...after],
    [...laterBefore, ...servedFirst(laterRace), ...laterAfter],
  ];
  return judgeMinutes(bursts, bursts);
}
