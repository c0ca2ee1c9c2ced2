/** For a request that may be repeated: after each of many times everything shows the last state, and nothing of earlier ones. */

import type {Exchange} from '../../spec/exchange.ts';
import {mapValues} from '../../spec/map-values.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {Counted} from '../language/chapter.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Handles,
  type Judgement,
} from '../language/check.ts';
import {groupIn, inGroups} from '../language/groups.ts';
import {judgeEach} from '../language/judge.ts';
import type {Handle, Script} from '../language/script.ts';

/** How often: the first number at standard effort, each other one in a round of deep effort. */
const COUNTS = [12, 34, 2, 1] as const;

/** What a judge sees of a scene. */
interface Repeated<B extends string, T extends string, E extends string> {
  begun: Record<B, Exchange>;
  /** The responses of each turn. */
  turns: Record<T, Exchange>[];
  end: Record<E, Exchange>;
}

/** Something that is done again and again. */
interface Repetition<M, B extends string, T extends string, E extends string> {
  /** What is done, for the places of its checks: `updates of a user`. */
  what: string;
  /** How often, where it takes more than a dozen to show it. */
  counts?: Counted['counts'];
  begin(s: Script): M;
  /** The requests of the beginning that judges read. */
  begun(made: M): Record<B, Handle>;
  /** Records the requests of a turn, and reads of what it did. @param number from 1 */
  turn(s: Script, made: M, number: number): Record<T, Handle>;
  /** Records what shows the last state. */
  end(s: Script, made: M): Record<E, Handle>;
  /** The judges of each turn, by rule. */
  eachTurn?: Record<
    RuleId,
    (turn: Record<T, Exchange>, begun: Record<B, Exchange>, number: number) => Judgement
  >;
  /** The judges of all turns together, by rule. */
  inTheEnd?: Record<RuleId, (seen: Repeated<B, T, E>) => Judgement>;
}

/** The checks of something that is done again and again. */
export const againAndAgain = <M, B extends string, T extends string, E extends string>(
  repetition: Repetition<M, B, T, E>,
): Counted => ({
  counts: repetition.counts ?? COUNTS,
  checks: (count) => checksOfTurns(repetition, count),
});

function checksOfTurns<M, B extends string, T extends string, E extends string>(
  {what, eachTurn = {}, inTheEnd = {}, ...steps}: Repetition<M, B, T, E>,
  count: number,
): Check[] {
  const numbers = Array.from({length: count}, (_, at) => at + 1);
  const [rule = ''] = [...Object.keys(eachTurn), ...Object.keys(inTheEnd)];
  const scene = sharedScene({
    id: `${rule.split('.')[0]}: ${count} ${what}`,
    onlyOnTestTargets: true,
    consecutive: true,
    act: (s): Handles => {
      const made = steps.begin(s);
      const turns = numbers.map((one) => [`turn ${one}`, steps.turn(s, made, one)] as const);
      const end = steps.end(s, made);
      return inGroups({begun: steps.begun(made), ...Object.fromEntries(turns), end});
    },
  });
  const seenIn = (seen: object): Repeated<B, T, E> => ({
    begun: groupIn<B>(seen, 'begun'),
    turns: numbers.map((number) => groupIn<T>(seen, `turn ${number}`)),
    end: groupIn<E>(seen, 'end'),
  });
  const ofTurns = mapValues(
    eachTurn,
    (judge) =>
      ({turns, begun}: Repeated<B, T, E>) =>
        judgeEach(turns, (turn, index) => judge(turn, begun, index + 1)),
  );
  const judges = Object.entries({...ofTurns, ...inTheEnd}).map(
    ([name, judge]) =>
      [`${name} @ ${what} again and again`, (seen: object) => judge(seenIn(seen))] as const,
  );
  return checksOf(scene, Object.fromEntries(judges));
}
