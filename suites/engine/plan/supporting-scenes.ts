import type {Contract, Mark} from '../../../spec/contract.ts';
import type {Api, RuleId} from '../../../spec/rule.ts';
import type {Specification} from '../../../spec/specification.ts';
import {isSuccessStatus} from '../../../spec/status.ts';
import type {Step} from '../../../spec/step.ts';
import type {Check} from '../../language/check.ts';
import type {Target} from '../../target/target.ts';
import {someTakesAway} from './undo.ts';
import {contractsOf} from '../facts/contracts.ts';
import {checksFor} from './deployment-for-tests.ts';
import {prepare, type PreparedScene} from './prepare.ts';
import {advancedIn, callOf, callsOf, everyStep} from './steps.ts';

/** The most requests of the scenes that may show a selected rule broken; a minute of a paced deployment. */
const MAX_REQUESTS = 60;

/** Scenes of rules that were not selected, which a selected rule needs. */
export interface SupportingScenes {
  /** They leave rows in the lists that the own scenes read: what happens behind the first page is seen, too. */
  first: PreparedScene[];
  /** Their responses may show a selected rule broken: passive checks judge every response. */
  seeing: PreparedScene[];
  /** Their successes show that lines of the profile are right, which would otherwise be suspect. */
  proving: PreparedScene[];
}

/** All of them. */
export const allOf = ({first, seeing, proving}: SupportingScenes): PreparedScene[] => [
  ...new Set([...first, ...seeing, ...proving]),
];

/** The selected checks, and all others. */
interface Selected {
  specifications: Record<Api, Specification>;
  checks: Check[];
  others?: Check[] | undefined;
  provesOnly?: true;
  target: Target;
}

/** A scene with the checks that it decides in a whole run. */
interface Candidate {
  scene: PreparedScene;
  checks: Check[];
}

/**
 * Chooses what a run of some rules sends beside their own scenes. In a whole run, every response is judged by all rules,
 * and successes of other rules' requests prove lines of the profile: a rule alone would miss both.
 */
export function supportingScenes(
  {specifications, checks, others = [], provesOnly, target}: Selected,
  own: readonly PreparedScene[],
): SupportingScenes {
  const contracts = contractsOf(specifications);
  const sent = new Set(own.map(({id}) => id));
  const apis = new Set(checks.map(({scene}) => scene.api));
  const candidates = candidatesOf(
    checksFor(others, target).filter(({scene}) => apis.has(scene.api) && !sent.has(scene.id)),
    (scene) => prepare(scene, target, contracts),
  );
  const proving = provingAmong(candidates, own);
  if (provesOnly) return {first: [], seeing: [], proving};
  const ofOwn = own.map((scene) => ({
    scene,
    checks: checks.filter((one) => one.scene.id === scene.id),
  }));
  const seeing = [...apis].flatMap((api) => {
    const rules = new Set(checks.filter(({scene}) => scene.api === api).map(({rule}) => rule));
    const sought = new Sought(rules, contracts[api]);
    const isOfApi = ({scene}: Candidate): boolean => scene.api === api;
    return chosen(candidates.filter(isOfApi), ofOwn.filter(isOfApi), sought);
  });
  if (!own.some((scene) => listsIn(scene, contracts).length)) return {first: [], seeing, proving};
  const first = [...fillingAmong(candidates, own, contracts), ...seeing];
  return {first: [...new Set(first)], seeing: [], proving};
}

function candidatesOf(
  checks: readonly Check[],
  prepared: (scene: Check['scene']) => PreparedScene,
): Candidate[] {
  const byScene = new Map<string, Candidate>();
  for (const check of checks) {
    const {scene} = check;
    const candidate = byScene.get(scene.id) ?? {scene: prepared(scene), checks: []};
    candidate.checks.push(check);
    byScene.set(scene.id, candidate);
  }
  return [...byScene.values()].filter(({scene}) => mayBeAdded(scene));
}

/** Whether a scene that nobody selected may be sent: it takes nothing away, and lets little time pass. */
const mayBeAdded = (scene: PreparedScene): boolean =>
  !scene.unavailable &&
  !scene.mayRevokeAccess &&
  !someTakesAway([...scene.given, ...scene.act]) &&
  timeIn(scene) <= MAX_TIME_MS;

/** Milliseconds that may pass in a supporting scene. */
const MAX_TIME_MS = 60_000;

const timeIn = ({given, act}: PreparedScene): number => advancedIn([...given, ...act]);

/** Chooses scenes that bring about what the own scenes do not, the most for the fewest requests first. */
function chosen(candidates: Candidate[], own: Candidate[], sought: Sought): PreparedScene[] {
  const known = new Set(own.flatMap((one) => sought.featuresOf(one)));
  const open = new Map(
    candidates.map((one) => [one.scene, sought.featuresOf(one).filter((text) => !known.has(text))]),
  );
  const scenes: PreparedScene[] = [];
  let requests = 0;
  while (true) {
    let best: {scene: PreparedScene; worth: number} | undefined;
    for (const [scene, features] of open) {
      const left = features.filter((text) => !known.has(text));
      const isAffordable = requests + scene.requests <= MAX_REQUESTS || left.some(isRefusal);
      if (!left.length || !isAffordable) open.delete(scene);
      else open.set(scene, left);
      const worth = worthOf(left) / scene.requests;
      if (left.length && isAffordable && worth > (best?.worth ?? 0)) best = {scene, worth};
    }
    if (!best) return scenes;
    for (const text of open.get(best.scene) ?? []) known.add(text);
    if (!best.scene.exhausts) requests += best.scene.requests;
    scenes.push(best.scene);
  }
}

/** For each list that the own scenes read, the scene that makes the most rows of it. */
function fillingAmong(
  candidates: Candidate[],
  own: readonly PreparedScene[],
  contracts: Record<Api, Contract>,
): PreparedScene[] {
  const filling = own.flatMap((scene) => {
    const {operations} = contracts[scene.api];
    return listsIn(scene, contracts).flatMap((op) => {
      const kinds = operations[op]?.represents.map(({resource}) => resource.kind) ?? [];
      const counted = [...candidates.map((one) => one.scene), ...own]
        .filter((one) => one.api === scene.api && one.requests <= MAX_REQUESTS)
        .map((one) => ({one, rows: rowsMadeFor(op, kinds, one, operations)}))
        .sort((a, b) => b.rows - a.rows || a.one.requests - b.one.requests);
      const [most] = counted;
      return most && most.rows >= MIN_ROWS && !own.includes(most.one) ? [most.one] : [];
    });
  });
  return [...new Set(filling)];
}

/** The lists with pages that a scene reads. */
function listsIn(scene: PreparedScene, contracts: Record<Api, Contract>): string[] {
  const {operations} = contracts[scene.api];
  const called = stepsOf(scene).flatMap((step) => callOf(step)?.op ?? []);
  return [...new Set(called)].filter((op) => operations[op]?.pager !== undefined);
}

/** Rows that are worth making: more than a few. */
const MIN_ROWS = 10;

/** How many rows of a list a scene makes before it reads it. */
function rowsMadeFor(
  list: string,
  kinds: readonly string[],
  {given, act}: PreparedScene,
  operations: Contract['operations'],
): number {
  const steps = [...given, ...act];
  const reading = steps.findLastIndex((step) =>
    [...everyStep([step])].some((one) => callOf(one)?.op === list),
  );
  const before = steps.slice(0, Math.max(0, reading));
  const made = callsOf(before).filter(({call}) =>
    kinds.includes(operations[call.op]?.creates?.kind ?? ''),
  );
  const byHooks = before.flatMap((step) => (step.step === 'control' ? [numberIn(step.args)] : []));
  return [...made.map(({times}) => times), ...byHooks].reduce((sum, rows) => sum + rows, 0);
}

/** The number of rows that a hook is asked for; 1 if its arguments have none. */
const numberIn = (args: Record<string, unknown> = {}): number =>
  Number(COUNTS.map((name) => args[name]).find((one) => typeof one === 'number') ?? 1);

/** Arguments of hooks that say how many rows they make. */
const COUNTS = ['sessions', 'count'];

/** For each operation that the own scenes call, the cheapest scene of its plain success. */
function provingAmong(candidates: Candidate[], own: readonly PreparedScene[]): PreparedScene[] {
  const called = new Set(own.flatMap(stepsOf).flatMap((step) => callOf(step)?.op ?? []));
  const proving = new Map<string, PreparedScene>();
  for (const {scene, checks} of candidates)
    for (const {plain, place} of checks) {
      const [op = ''] = place.split(' ');
      const best = proving.get(op);
      if (plain && called.has(op) && scene.requests < (best?.requests ?? Infinity))
        proving.set(op, scene);
    }
  return [...new Set(proving.values())];
}

const stepsOf = ({given, act}: PreparedScene): Step[] => [...everyStep([...given, ...act])];

/** Where responses show the selected rules. */
class Sought {
  /** Operations whose responses are judged by a selected rule. */
  readonly #operations: ReadonlySet<string>;
  /** Whether a selected rule is about responses of any operation. */
  readonly #isOfAny: boolean;
  /** The responses that checks bring about, by rule and place. */
  readonly #responses: ReadonlyMap<string, Mark>;
  readonly #contract: Contract;

  constructor(rules: ReadonlySet<RuleId>, contract: Contract) {
    const {marks, operations, anyResponse} = contract;
    const names = [...rules].map((rule) => JSON.stringify(rule));
    const isNamedIn = (value: unknown): boolean => {
      const text = JSON.stringify(value) ?? '';
      return names.some((name) => text.includes(name));
    };
    const shown = marks.filter(
      ({kind, rule}) => (kind === 'body' || kind === 'header') && rules.has(rule),
    );
    const related = Object.values(operations).filter(({outcomes: _outcomes, ...one}) =>
      isNamedIn(one),
    );
    this.#contract = contract;
    this.#operations = new Set([...shown.map(({op}) => op), ...related.map(({id}) => id)]);
    this.#isOfAny = this.#operations.has('*') || isNamedIn(anyResponse);
    this.#responses = new Map(marks.map((mark) => [`${mark.rule} ${mark.place}`, mark]));
  }

  /**
   * What a scene brings about for the selected rules: each way in which it reaches one of their operations, by the
   * requests and hooks before; for rules about all responses each status, and each success of an operation.
   */
  featuresOf({scene, checks}: Candidate): string[] {
    const features = new Set<string>();
    const before: string[] = [];
    for (const step of stepsOf(scene)) {
      const call = callOf(step);
      if (call && this.#operations.has(call.op)) {
        const query = Object.keys(call.query ?? {}).sort();
        features.add(`${call.op} ${query.join()} ${step.step} after ${before.join()}`);
      }
      const act = this.#nameOfAct(step);
      // What happens twice may show more than what happens once; a third time shows nothing new.
      const isNew = act !== before.at(-1) || act !== before.at(-2);
      if (act !== undefined && isNew) before.push(act);
    }
    if (this.#isOfAny) for (const one of this.#groupsIn(checks)) features.add(one);
    return [...features];
  }

  /** What a step does to the deployment, for the steps after it; undefined for a read. */
  #nameOfAct(step: Step): string | undefined {
    if (step.step === 'control') return step.verb;
    const call = callOf(step);
    if (!call) return step.step === 'advance' || step.step === 'upload' ? step.step : undefined;
    return this.#contract.operations[call.op]?.method === 'GET' ? undefined : call.op;
  }

  /** The kinds of responses that checks bring about. */
  #groupsIn(checks: readonly Check[]): string[] {
    return checks.flatMap(({rule, place}) => {
      const mark = this.#responses.get(`${rule} ${place}`);
      if (!mark || !('situation' in mark)) return [];
      const {op, situation} = mark;
      const outcomes = this.#contract.operations[op]?.outcomes ?? [];
      const named = outcomes.find((one) => one.situation === situation);
      const status = situation === 'limited' ? 429 : named?.statuses[0];
      if (status === undefined) return [];
      return [isSuccessStatus(status) ? `success of ${op}` : `${REFUSED}${status}`];
    });
  }
}

/** What a refusal is called among the things that a scene brings about. */
const REFUSED = 'status ';

const isRefusal = (feature: string): boolean => feature.startsWith(REFUSED);

/** A status that is refused stands for many operations: it is worth more than one of them. */
const weightOf = (feature: string): number => (isRefusal(feature) ? 10 : 1);

const worthOf = (features: readonly string[]): number =>
  features.reduce((sum, feature) => sum + weightOf(feature), 0);

/** The check under which a supporting scene is sent: it decides nothing. */
export const witnessing = (scene: PreparedScene): Check => ({
  rule: 'support',
  place: '*',
  scene: {id: scene.id, api: scene.api, act: () => ({})},
  judge: () => ({witnesses: [{of: scene.id, saw: 'responses'}], violations: []}),
});
