import type {RuleId} from '../../../spec/rule.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Call, Step} from '../../../spec/step.ts';
import type {ToldPart} from '../../contract/told-alike.ts';
import type {FreshValue} from '../cache/sent-requests.ts';
import type {Prepared} from '../planning/prepare.ts';

/** What came of playing a set-up. */
export interface PlayedSetUp {
  /** The last exchange of each step, by step id: what references read. */
  known: ReadonlyMap<string, Exchange>;
  /** Every exchange, in order: part of the evidence of each scene that uses it. */
  exchanges: readonly Exchange[];
}

/** What came of playing a scene once. */
export interface Played {
  scene: Prepared;
  /** Its exchanges, sent and reused, in order. */
  exchanges: Exchange[];
  /** What they told of resources and their parts, as it is found. */
  toldParts: Map<Exchange, readonly ToldPart[]>;
  /** The exchanges of its set-up, which an earlier scene may have sent. */
  setUp?: readonly Exchange[];
  /** The races in which requests are sent, by the ids of their steps. */
  races: ReadonlyMap<string, Step>;
  /** The calls that it sends once, by the ids of their steps. */
  calls: ReadonlyMap<string, Call>;
  /** Nothing but requests changes what it shows: no hook, and no time that passes. */
  isLeftAlone: boolean;
  /** Exchanges whose response breaks a rule of its form, and the first such rule. */
  broken: Map<Exchange, RuleId>;
  /** Ids of the steps for which requests of earlier scenes stood. */
  reused: Set<string>;
  /** Fresh values of these requests, by the numbers that they have in the scene. */
  taken: Map<number, FreshValue>;
}

/** What a judge reads: the exchanges behind the handles that an act returned. */
export type Responses = Record<string, Exchange | Exchange[] | undefined>;

/**
 * Finds the exchanges behind the handles of a scene.
 * @param results exchanges of the act, by step id
 * @param known exchanges of the set-up, by step id
 */
export const responsesFor = (
  {handles, act}: Prepared,
  results: ReadonlyMap<string, Exchange[]>,
  known: ReadonlyMap<string, Exchange>,
): Responses =>
  Object.fromEntries(
    Object.entries(handles).map(([name, {id}]) => {
      const setUp = known.get(id);
      const found = results.get(id) ?? (setUp ? [setUp] : []);
      const step = act.find((one) => one.id === id);
      return [name, step && bringsSeveral(step) ? found : found[0]];
    }),
  );

const bringsSeveral = ({step}: Step): boolean =>
  step === 'repeat' || step === 'walk' || step === 'parallel';
