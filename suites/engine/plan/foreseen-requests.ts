import type {Contract} from '../../../spec/contract.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Call} from '../../../spec/step.ts';
import type {RequestStep} from './cache-key.ts';
import {sendsItself, type PreparedScene} from './prepare.ts';
import {factsOf, SceneForecast, type RequestFacts} from './scene-forecast.ts';
import {everyStep} from './steps.ts';

/**
 * Estimates how many requests scenes cost on a shared target if they are run one after the other.
 * Requests that the request cache would reuse are not counted. Nothing is sent: whether a request is
 * really reused depends on its response.
 */
export class ForeseenRequests {
  readonly #contracts: Record<Api, Contract>;
  readonly #sentSoFar = {resources: new Map<string, number>(), reads: new Set<string>()};
  readonly #shown = new Set<string>();
  readonly #setUps = new Set<string>();
  /** The facts about each step, since scenes are estimated again and again. */
  readonly #facts = new Map<RequestStep, RequestFacts>();
  /** A short name for each request, since histories join them. */
  readonly #names = new Map<string, string>();
  /** The last forecast of each scene, until something that it looked up has changed. */
  readonly #forecasts = new Map<PreparedScene, SceneForecast>();
  /** The scenes whose forecasts looked something up, by what they looked up. */
  readonly #lookedUpBy = new Map<string, Set<PreparedScene>>();
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
  add(scene: PreparedScene): void {
    const forecast = this.#forecast(scene);
    this.#requests += forecast.cost;
    const {resources, reads} = this.#sentSoFar;
    const changed = new Set<string>();
    const count = (history: string, change: 1 | -1): void => {
      resources.set(history, (resources.get(history) ?? 0) + change);
      changed.add(history);
    };
    for (const {reused, history} of forecast.resources) {
      if (reused !== undefined) count(reused, -1);
      count(history, 1);
    }
    for (const read of forecast.reads.filter((one) => !reads.has(one))) changed.add(read);
    for (const read of forecast.reads) reads.add(read);
    const {setUp, given, act} = scene;
    if (setUp?.reusable && !this.#setUps.has(setUp.id)) changed.add(setUp.id);
    if (setUp?.reusable) this.#setUps.add(setUp.id);
    for (const one of changed) this.#forget(one);
    for (const step of everyStep([...given, ...act]))
      if (step.step === 'call' && step.expects) this.#shown.add(shownBy(step));
  }

  /** Whether the scenes so far show what the response to the last call of this scene would show. */
  shows({act}: PreparedScene): boolean {
    const last = act.findLast((step) => step.step === 'call');
    return last !== undefined && this.#shown.has(shownBy(last));
  }

  /** Forgets the forecasts that looked something up. */
  #forget(changed: string): void {
    for (const scene of this.#lookedUpBy.get(changed) ?? []) this.#forecasts.delete(scene);
    this.#lookedUpBy.delete(changed);
  }

  #forecast(scene: PreparedScene): SceneForecast {
    const known = this.#forecasts.get(scene);
    if (known) return known;
    const forecast = this.#newForecast(scene);
    this.#forecasts.set(scene, forecast);
    const ofSetUp = scene.setUp?.reusable ? [scene.setUp.id] : [];
    for (const key of [...forecast.lookedUp, ...ofSetUp]) {
      const scenes = this.#lookedUpBy.get(key) ?? new Set();
      this.#lookedUpBy.set(key, scenes.add(scene));
    }
    return forecast;
  }

  #newForecast(scene: PreparedScene): SceneForecast {
    const {setUp, given, act} = scene;
    const isMade = setUp?.reusable === true && this.#setUps.has(setUp.id);
    const forecast = new SceneForecast((step) => this.#factsOf(step), this.#sentSoFar);
    forecast.add(given, isMade ? 'made earlier' : 'sent');
    forecast.add(act, sendsItself(scene) ? 'sent' : 'reused where possible');
    return forecast;
  }

  #factsOf(step: RequestStep): RequestFacts {
    const known = this.#facts.get(step);
    if (known) return known;
    const facts = factsOf(step, this.#contracts);
    const named = {...facts, key: this.#nameOf(facts.key)};
    this.#facts.set(step, named);
    return named;
  }

  #nameOf(request: string): string {
    const name = this.#names.get(request) ?? String(this.#names.size);
    this.#names.set(request, name);
    return name;
  }
}

const shownBy = ({op, interface: via, expects = ''}: Call): string =>
  `${op} ${via ?? 'http'} ${expects}`;
