import type {Contract} from '../../../spec/contract.ts';
import {canonicalText, isObject} from '../../../spec/json.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Call, Step} from '../../../spec/step.ts';
import {isRequestStep, type RequestStep} from '../cache/cache-key.ts';
import {sendsItself, type Prepared} from './prepare.ts';
import {everyStep, requestsOf} from './steps.ts';
import {stepsIn} from '../../../spec/references.ts';

/**
 * Foresees how many requests scenes cost on a shared target when they are run one after the
 * other: those that its cache has are not counted. Nothing is sent, so it is an estimate; whether a
 * request is reused shows only when its response is there.
 */
export class ForeseenRequests {
  readonly #contracts: Record<Api, Contract>;
  readonly #state = {
    /** How often there is something with this history: the requests that made and changed it. */
    things: new Map<string, number>(),
    /** Requests that changed nothing. */
    sent: new Set<string>(),
  };
  readonly #shown = new Set<string>();
  readonly #setUps = new Set<string>();
  /** What is known of each step: scenes are foreseen again and again. */
  readonly #facts = new Map<RequestStep, RequestFacts>();
  #requests = 0;

  constructor(contracts: Record<Api, Contract>) {
    this.#contracts = contracts;
  }

  /** Requests of the scenes that were taken, with those of their clean-up. */
  get requests(): number {
    return this.#requests;
  }

  /** Requests that a scene and its clean-up would cost next. */
  costOf(scene: Prepared): number {
    return this.#forecast(scene).cost;
  }

  /** Notes that a scene is run. */
  take(scene: Prepared): void {
    const {cost, histories, sent} = this.#forecast(scene);
    const {things, sent: all} = this.#state;
    this.#requests += cost;
    for (const {reused, now} of histories) {
      if (reused !== undefined) things.set(reused, (things.get(reused) ?? 1) - 1);
      things.set(now, (things.get(now) ?? 0) + 1);
    }
    for (const key of sent) all.add(key);
    const {given} = scene.scene;
    if (given?.reusable) this.#setUps.add(given.id);
    for (const step of everyStep([...scene.given, ...scene.act]))
      if (step.step === 'call' && step.expects) this.#shown.add(shownBy(step));
  }

  /** Whether responses to the scenes that were taken have shown what the last step of this one would. */
  shows({act}: Prepared): boolean {
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

  #forecast(prepared: Prepared): SceneForecast {
    const {scene, given, act} = prepared;
    const isMade = scene.given?.reusable === true && this.#setUps.has(scene.given.id);
    const forecast = new SceneForecast((step) => this.#factsOf(step), this.#state);
    forecast.steps(given, isMade ? 'made earlier' : 'sent');
    forecast.steps(act, sendsItself(prepared) ? 'sent' : 'reused where possible');
    return forecast;
  }
}

/** What is known of a request before anything is sent. */
interface RequestFacts {
  /** The request without what tells it from the same request of another scene. */
  key: string;
  /** The steps to whose responses it refers. */
  refersTo: string[];
  /** Whether it makes or changes something: a refused one does not. */
  changes: boolean;
  /** Requests that put out of use what it makes. */
  cleaning: number;
}

const shownBy = ({op, interface: via, expects = ''}: Call): string =>
  `${op} ${via ?? 'http'} ${expects}`;

/** How the requests of steps are counted. */
type Counted = 'made earlier' | 'sent' | 'reused where possible';

interface History {
  /** The requests that made and changed the thing so far. */
  now: string;
  /** The history of the earlier thing that stands for it. */
  reused?: string;
  /** Requests since then, which are sent. */
  pending: number;
}

/** What one scene would send. */
class SceneForecast {
  cost = 0;
  readonly sent: string[] = [];
  readonly #factsOf: (step: RequestStep) => RequestFacts;
  readonly #things: ReadonlyMap<string, number>;
  readonly #sent: ReadonlySet<string>;
  /** The things that steps are about, by the step. */
  readonly #about = new Map<string, History>();
  readonly #taken = new Map<string, number>();

  constructor(
    factsOf: (step: RequestStep) => RequestFacts,
    {things, sent}: {things: ReadonlyMap<string, number>; sent: ReadonlySet<string>},
  ) {
    this.#factsOf = factsOf;
    this.#things = things;
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
    thing: History | undefined,
    {key, cleaning}: RequestFacts,
    counted: Counted,
  ): void {
    const history = thing ?? {now: '', pending: 0};
    this.#about.set(step.id, history);
    const next = `${history.now} > ${key}`;
    history.now = next;
    if (counted === 'made earlier') return;
    history.pending += 1 + cleaning;
    this.cost += 1 + cleaning;
    if (counted === 'sent' || this.#left(next) === 0) return;
    // An earlier thing with this history stands for all that was done to this one so far.
    if (history.reused !== undefined) this.#take(history.reused, -1);
    this.#take(next, 1);
    history.reused = next;
    this.cost -= history.pending;
    history.pending = 0;
  }

  #left(history: string): number {
    return (this.#things.get(history) ?? 0) - (this.#taken.get(history) ?? 0);
  }

  #take(history: string, count: number): void {
    this.#taken.set(history, (this.#taken.get(history) ?? 0) + count);
  }

  #read(step: RequestStep, thing: History | undefined, key: string, counted: Counted): void {
    if (thing) this.#about.set(step.id, thing);
    const whole = `${thing?.now ?? ''} ? ${key}`;
    this.sent.push(whole);
    if (counted === 'made earlier') return;
    const isSame = this.#sent.has(whole) && !thing?.pending;
    const isShown = thing !== undefined || isRefused(step);
    if (counted === 'reused where possible' && isSame && isShown) return;
    this.cost += 1;
  }
}

const isRefused = (step: RequestStep): boolean =>
  step.step === 'call' && step.expects === undefined;

/** A request without what tells it from the same request of another scene. */
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
