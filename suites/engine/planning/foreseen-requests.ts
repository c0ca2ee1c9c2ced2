import type {Contract} from '../../../spec/contract.ts';
import {canonicalText, isObject} from '../../../spec/json.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Call, Step} from '../../../spec/step.ts';
import {isRequestStep, type RequestStep} from '../cache/cache-key.ts';
import {sendsItself, type PreparedScene} from './prepare.ts';
import {everyStep, requestsOf} from './steps.ts';
import {stepsIn} from '../../../spec/references.ts';

/**
 * Estimates how many requests scenes cost on a shared target if they are run one after the other.
 * Requests that the request cache would reuse are not counted. Nothing is sent: whether a request is
 * really reused depends on its response.
 */
export class ForeseenRequests {
  readonly #contracts: Record<Api, Contract>;
  readonly #state = {
    /** The number of resources by history: the requests that created and changed them. */
    resources: new Map<string, number>(),
    /** The requests that changed nothing. */
    sent: new Set<string>(),
  };
  readonly #shown = new Set<string>();
  readonly #setUps = new Set<string>();
  /** The facts about each step, since scenes are estimated again and again. */
  readonly #facts = new Map<RequestStep, RequestFacts>();
  #requests = 0;

  constructor(contracts: Record<Api, Contract>) {
    this.#contracts = contracts;
  }

  /** The number of requests of the scenes so far, with those of their clean-up. */
  get requests(): number {
    return this.#requests;
  }

  /** The requests that a scene and its clean-up would cost as the next one. */
  costOf(scene: PreparedScene): number {
    return this.#forecast(scene).cost;
  }

  /** Adds a scene to those that are run. */
  take(scene: PreparedScene): void {
    const {cost, histories, sent} = this.#forecast(scene);
    const {resources, sent: all} = this.#state;
    this.#requests += cost;
    for (const {reused, now} of histories) {
      if (reused !== undefined) resources.set(reused, (resources.get(reused) ?? 1) - 1);
      resources.set(now, (resources.get(now) ?? 0) + 1);
    }
    for (const key of sent) all.add(key);
    const {setUp, given, act} = scene;
    if (setUp?.reusable) this.#setUps.add(setUp.id);
    for (const step of everyStep([...given, ...act]))
      if (step.step === 'call' && step.expects) this.#shown.add(shownBy(step));
  }

  /** Whether the scenes so far show what the response to the last call of this scene would show. */
  shows({act}: PreparedScene): boolean {
    const last = act.findLast((step) => step.step === 'call');
    return last !== undefined && this.#shown.has(shownBy(last));
  }

  #factsOf(step: RequestStep): RequestFacts {
    const facts = this.#facts.get(step) ?? {
      key: keyOf(step),
      refersTo: stepsIn(step),
      changes: this.#changes(step),
      cleaning: this.#cleaning(step),
    };
    this.#facts.set(step, facts);
    return facts;
  }

  #changes(step: RequestStep): boolean {
    if (step.step === 'upload') return step.expects === undefined || step.expects === 'stored';
    const operation = this.#contracts[step.api].operations[step.op];
    return operation?.method !== 'GET' && step.expects === operation?.success;
  }

  #cleaning(step: RequestStep): number {
    if (step.step !== 'call' || !this.#changes(step)) return 0;
    return this.#contracts[step.api].operations[step.op]?.creates?.undo ? 1 : 0;
  }

  #forecast(scene: PreparedScene): SceneForecast {
    const {setUp, given, act} = scene;
    const isMade = setUp?.reusable === true && this.#setUps.has(setUp.id);
    const forecast = new SceneForecast((step) => this.#factsOf(step), this.#state);
    forecast.steps(given, isMade ? 'made earlier' : 'sent');
    forecast.steps(act, sendsItself(scene) ? 'sent' : 'reused where possible');
    return forecast;
  }
}

/** The facts about a request that are known before anything is sent. */
interface RequestFacts {
  /** The request without the values that differ between scenes. */
  key: string;
  /** Ids of the steps to whose responses it refers. */
  refersTo: string[];
  /** Whether it creates or changes a resource, which a refused request does not. */
  changes: boolean;
  /** The number of requests that undo what it creates. */
  cleaning: number;
}

const shownBy = ({op, interface: via, expects = ''}: Call): string =>
  `${op} ${via ?? 'http'} ${expects}`;

/** How the requests of steps are counted. */
type Counted = 'made earlier' | 'sent' | 'reused where possible';

interface History {
  /** The requests that created and changed the resource so far. */
  now: string;
  /** The history of the earlier resource that replaces it. */
  reused?: string;
  /** The number of requests since then, which are sent. */
  pending: number;
}

/** The requests that one scene would send. */
class SceneForecast {
  cost = 0;
  readonly sent: string[] = [];
  readonly #factsOf: (step: RequestStep) => RequestFacts;
  readonly #resources: ReadonlyMap<string, number>;
  readonly #sent: ReadonlySet<string>;
  /** The resource of each step, by the id of the step. */
  readonly #about = new Map<string, History>();
  readonly #taken = new Map<string, number>();

  constructor(
    factsOf: (step: RequestStep) => RequestFacts,
    {resources, sent}: {resources: ReadonlyMap<string, number>; sent: ReadonlySet<string>},
  ) {
    this.#factsOf = factsOf;
    this.#resources = resources;
    this.#sent = sent;
  }

  get histories(): Set<History> {
    return new Set(this.#about.values());
  }

  steps(steps: Step[], counted: Counted): void {
    for (const step of steps) {
      if (isRequestStep(step)) this.#request(step, counted);
      else if (counted !== 'made earlier') this.cost += requestsOf([step]);
    }
  }

  #request(step: RequestStep, counted: Counted): void {
    const facts = this.#factsOf(step);
    const {key, refersTo} = facts;
    const [first] = refersTo.flatMap((id) => this.#about.get(id) ?? []);
    if (facts.changes) this.#change(step, first, facts, counted);
    else this.#read(step, first, key, counted);
  }

  #change(
    step: RequestStep,
    resource: History | undefined,
    {key, cleaning}: RequestFacts,
    counted: Counted,
  ): void {
    const history = resource ?? {now: '', pending: 0};
    this.#about.set(step.id, history);
    history.now = `${history.now} > ${key}`;
    if (counted === 'made earlier') return;
    this.#charge(history, 1 + cleaning);
    const hasEqual = this.#left(history.now) !== 0;
    if (counted === 'reused where possible' && hasEqual) this.#reuseInstead(history);
  }

  /** Counts requests that are sent, until `#reuseInstead` subtracts them again. */
  #charge(history: History, requests: number): void {
    history.pending += requests;
    this.cost += requests;
  }

  /** An earlier resource with the same history replaces this one, so that none of its requests is sent. */
  #reuseInstead(history: History): void {
    if (history.reused !== undefined) this.#take(history.reused, -1);
    this.#take(history.now, 1);
    history.reused = history.now;
    this.cost -= history.pending;
    history.pending = 0;
  }

  #left(history: string): number {
    return (this.#resources.get(history) ?? 0) - (this.#taken.get(history) ?? 0);
  }

  #take(history: string, count: number): void {
    this.#taken.set(history, (this.#taken.get(history) ?? 0) + count);
  }

  #read(step: RequestStep, resource: History | undefined, key: string, counted: Counted): void {
    if (resource) this.#about.set(step.id, resource);
    const whole = `${resource?.now ?? ''} ? ${key}`;
    this.sent.push(whole);
    if (counted === 'made earlier') return;
    const isSame = this.#sent.has(whole) && !resource?.pending;
    const isShown = resource !== undefined || isRefused(step);
    if (counted === 'reused where possible' && isSame && isShown) return;
    this.cost += 1;
  }
}

const isRefused = (step: RequestStep): boolean =>
  step.step === 'call' && step.expects === undefined;

/** A request without the values that differ between scenes. */
function keyOf(step: RequestStep): string {
  const {id: _id, expects: _expects, optional: _optional, ...request} = step;
  return canonicalText(withoutNames(request));
}

function withoutNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNames);
  if (!isObject(value)) return value;
  if ('$from' in value) return {$from: value.at};
  if ('$fresh' in value) return {$fresh: value.$fresh, length: value.length ?? null};
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'until')
      .map(([name, one]) => [name, withoutNames(one)]),
  );
}
