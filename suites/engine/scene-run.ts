import type {RuleId} from '../../spec/rule.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {Call, Step} from '../../spec/step.ts';
import type {SeenReference} from '../contract/passive/seen-references.ts';
import type {FreshValue} from './cache/sent-requests.ts';
import type {PreparedScene} from './planning/prepare.ts';

/** What one run of a set-up sent and received. */
export interface SetUpRun {
  /** The last exchange of each step, by step id. References are resolved from these. */
  lastByStep: ReadonlyMap<string, Exchange>;
  /** Every exchange, in order. They are part of the evidence of each scene that uses the set-up. */
  exchanges: readonly Exchange[];
}

/** One run of a scene: what it has sent and received so far. */
export interface SceneRun {
  scene: PreparedScene;
  /** Its exchanges, sent and reused, in order. */
  exchanges: Exchange[];
  /** Its calls of hooks, or of the control plane: no judge reads them as responses of the deployment. */
  hookCalls: Exchange[];
  /** The ids of related resources that responses showed, cached by exchange. */
  references: Map<Exchange, readonly SeenReference[]>;
  /** The exchanges of its set-up, which an earlier scene may have sent. */
  setUp?: readonly Exchange[];
  /** The parallel step to which each request of a race belongs, by the ids of their steps. */
  races: ReadonlyMap<string, Step>;
  /** The calls that the scene sends once, by the ids of their steps. */
  calls: ReadonlyMap<string, Call>;
  /** Whether only requests change the deployment: the scene calls no hook and lets no time pass. */
  isChangedOnlyByRequests: boolean;
  /** Exchanges whose response breaks a rule about its form, with the first such rule. */
  broken: Map<Exchange, RuleId>;
  /** Ids of the steps whose requests were taken from earlier scenes. */
  reused: Set<string>;
  /** Fresh values of the reused requests, by the numbers that they have in this scene. */
  taken: Map<number, FreshValue>;
}

/** The exchanges of a set-up, and the calls of hooks that are not among them. */
export const withHookCalls = (
  setUp: readonly Exchange[],
  hookCalls: readonly Exchange[],
): readonly Exchange[] => [...new Set([...setUp, ...hookCalls])];

/** The exchanges behind the handles that an act returned: these are what a judge reads. */
export type Responses = Record<string, Exchange | Exchange[] | undefined>;

/**
 * Finds the exchanges behind the handles of a scene.
 * @param results exchanges of the act, by step id
 * @param lastByStep the last exchange of each step, those of the set-up included
 */
export const responsesFor = (
  {handles, act}: PreparedScene,
  results: ReadonlyMap<string, Exchange[]>,
  lastByStep: ReadonlyMap<string, Exchange>,
): Responses =>
  Object.fromEntries(
    Object.entries(handles).map(([name, {id}]) => {
      const setUp = lastByStep.get(id);
      const found = results.get(id) ?? (setUp ? [setUp] : []);
      const step = act.find((one) => one.id === id);
      return [name, step && sendsSeveral(step) ? found : found[0]];
    }),
  );

const sendsSeveral = ({step}: Step): boolean =>
  step === 'repeat' || step === 'walk' || step === 'parallel';
