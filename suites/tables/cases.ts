/** For several cases: the same steps are recorded for each, and each rule says what it expects of them. */

import type {Exchange} from '../../spec/exchange.ts';
import {mapValues} from '../../spec/map-values.ts';
import type {RuleId} from '../../spec/rule.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Handles,
  type Judgement,
  type Scene,
} from '../language/check.ts';
import {groupIn, inGroups} from '../language/groups.ts';
import {all, judgeEach} from '../language/judge.ts';
import type {Handle, Script} from '../language/script.ts';

/** The steps of a case by their names. One that is a function is recorded after the cases have all others. */
export type Steps = Record<string, Handle | (() => Handle) | undefined>;

/** The responses to the steps of a case. */
export type Answers<R> = {[K in keyof R]: Answer<R[K]>};
type Answer<H> = H extends undefined ? undefined : Exchange;

/** What is expected of the responses to all cases of a table. */
export type Expectation<C, R> = (answered: readonly Answered<C, R>[]) => Judgement;

/** A case with the responses to its steps. */
export interface Answered<C, R> {
  of: C;
  name: string;
  seen: Answers<R>;
}

/** A scene that records the same steps for each of its cases. */
export interface SceneOfCases<C, R> {
  scene: Scene;
  cases: Readonly<Record<string, C>>;
  /** Never set: carries the type of the steps. */
  steps?: R;
}

/** The declaration of such a scene. */
interface Declared<C, R, G, B> extends Omit<Scene<G>, 'api' | 'act'> {
  /** By their names, or in order: their steps stand in groups of these names, or numbers. */
  cases: Readonly<Record<string, C>> | readonly C[];
  /** Records what the cases have in common. */
  begin?(s: Script, made: G): B;
  /** Records the steps of one case. */
  act(s: Script, one: C, made: G & B): R;
}

/** Declares a scene that records the same steps for each case. */
export const sceneOfCases = <C, R extends Steps, G extends object, B extends object>({
  cases: listed,
  begin,
  act,
  ...declared
}: Declared<C, R, G, B>): SceneOfCases<C, R> => {
  const cases = listed as Record<string, C>;
  const scene = sharedScene<G, Handles>({
    ...declared,
    act: (s, made) => {
      const common = {...made, ...begin?.(s, made)} as G & B;
      return inGroups(mapValues(cases, (one) => act(s, one, common)));
    },
  });
  return {scene: scene as unknown as Scene, cases};
};

/** Declares the checks of the rules that a table of cases decides at a place, each with what it expects. */
export const checksOfCases = <C, R extends Steps>(
  {scene, cases}: SceneOfCases<C, R>,
  place: string,
  rules: Record<RuleId, Expectation<C, R> | readonly Expectation<C, R>[]>,
): Check[] => {
  const judges = Object.entries(rules).map(([rule, expectations]) => [
    `${rule} @ ${place}`,
    (seen: object): Judgement => {
      const answered = Object.entries(cases).map(([name, of]) => ({
        of,
        name,
        seen: groupIn(seen, name) as Answers<R>,
      }));
      return all(...[expectations].flat().map((expected) => () => expected(answered)));
    },
  ]);
  return checksOf(scene, Object.fromEntries(judges));
};

/** The same is expected of the responses to each case. */
export const ofEach =
  <C, R>(judge: (seen: Answers<R>, one: C, name: string) => Judgement): Expectation<C, R> =>
  (answered) =>
    judgeEach(answered, ({seen, of, name}) => judge(seen, of, name));
