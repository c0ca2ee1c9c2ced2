import type {Contract} from '../../../spec/contract.ts';
import {canonicalText, isObject} from '../../../spec/json.ts';
import {stepsIn} from '../../../spec/references.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Step} from '../../../spec/step.ts';
import {isRequestStep, type RequestStep} from './cache-key.ts';
import {requestsOf} from './steps.ts';

/** The facts about a request that are known before anything is sent. */
export interface RequestFacts {
  /** The request without the values that differ between scenes. */
  key: string;
  /** Ids of the steps to whose responses it refers. */
  refersTo: string[];
  /** Whether it creates or changes a resource, which a refused request does not. */
  changes: boolean;
  /** The number of requests that undo what it creates. */
  cleaning: number;
}

/** Collects the facts about a request from its step and the contract of its API. */
export function factsOf(step: RequestStep, contracts: Record<Api, Contract>): RequestFacts {
  const facts = {key: keyOf(step), refersTo: stepsIn(step)};
  if (step.step === 'upload') {
    const changes = step.expects === undefined || step.expects === 'stored';
    return {...facts, changes, cleaning: 0};
  }
  const operation = contracts[step.api].operations[step.op];
  const changes = operation?.method !== 'GET' && step.expects === operation?.success;
  return {...facts, changes, cleaning: changes && operation?.creates?.undo ? 1 : 0};
}

/** What the scenes so far have sent, so that the request cache can reuse it. */
export interface SentSoFar {
  /** The number of resources by history: the requests that created and changed them. */
  resources: ReadonlyMap<string, number>;
  /** The requests that changed nothing, each after the history of its resource. */
  reads: ReadonlySet<string>;
}

/** How the requests of steps are counted. */
type Counted = 'made earlier' | 'sent' | 'reused where possible';

/** A resource that a scene creates or changes. */
interface ForeseenResource {
  /** The requests that created and changed it so far. */
  history: string;
  /** The history of the earlier resource that replaces it. */
  reused?: string;
  /** The number of requests since then, which are sent. */
  sentSince: number;
}

/** The requests that one scene would send. */
export class SceneForecast {
  cost = 0;
  /** Its requests that change nothing, as in `SentSoFar`. */
  readonly reads: string[] = [];
  /** The histories and reads on whose earlier requests the forecast depends. */
  readonly lookedUp = new Set<string>();
  readonly #factsOf: (step: RequestStep) => RequestFacts;
  readonly #sentSoFar: SentSoFar;
  /** The resource of each step, by the id of the step. */
  readonly #resources = new Map<string, ForeseenResource>();
  /** The number of earlier resources that this scene reuses, by history. */
  readonly #reused = new Map<string, number>();

  constructor(factsOf: (step: RequestStep) => RequestFacts, sentSoFar: SentSoFar) {
    this.#factsOf = factsOf;
    this.#sentSoFar = sentSoFar;
  }

  get resources(): Set<ForeseenResource> {
    return new Set(this.#resources.values());
  }

  add(steps: Step[], counted: Counted): void {
    for (const step of steps) {
      if (isRequestStep(step)) this.#addRequest(step, counted);
      else if (counted !== 'made earlier') this.cost += requestsOf([step]);
    }
  }

  #addRequest(step: RequestStep, counted: Counted): void {
    const facts = this.#factsOf(step);
    const [resource] = facts.refersTo.flatMap((id) => this.#resources.get(id) ?? []);
    if (facts.changes) this.#addChange(step, resource, facts, counted);
    else this.#addRead(step, resource, facts, counted);
  }

  #addChange(
    step: RequestStep,
    resource: ForeseenResource = {history: '', sentSince: 0},
    {key, cleaning}: RequestFacts,
    counted: Counted,
  ): void {
    this.#resources.set(step.id, resource);
    resource.history = `${resource.history} > ${key}`;
    if (counted === 'made earlier') return;
    if (counted === 'reused where possible' && this.#isLeft(resource.history))
      return this.#reuseFor(resource);
    resource.sentSince += 1 + cleaning;
    this.cost += 1 + cleaning;
  }

  /** Whether an earlier resource with a history is not reused yet. */
  #isLeft(history: string): boolean {
    this.lookedUp.add(history);
    return (this.#sentSoFar.resources.get(history) ?? 0) > (this.#reused.get(history) ?? 0);
  }

  /** An earlier resource with the same history replaces this one, so that none of its requests is sent. */
  #reuseFor(resource: ForeseenResource): void {
    if (resource.reused !== undefined) this.#countReused(resource.reused, -1);
    this.#countReused(resource.history, 1);
    resource.reused = resource.history;
    this.cost -= resource.sentSince;
    resource.sentSince = 0;
  }

  #countReused(history: string, change: 1 | -1): void {
    this.#reused.set(history, (this.#reused.get(history) ?? 0) + change);
  }

  #addRead(
    step: RequestStep,
    resource: ForeseenResource | undefined,
    {key}: RequestFacts,
    counted: Counted,
  ): void {
    if (resource) this.#resources.set(step.id, resource);
    const read = `${resource?.history ?? ''} ? ${key}`;
    this.reads.push(read);
    if (counted === 'made earlier') return;
    this.lookedUp.add(read);
    const wasSent = this.#sentSoFar.reads.has(read) && !resource?.sentSince;
    const isReusable = resource !== undefined || isRefused(step);
    if (counted !== 'reused where possible' || !wasSent || !isReusable) this.cost += 1;
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
