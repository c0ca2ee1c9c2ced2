import type {Contract} from '../../../spec/contract.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Call} from '../../../spec/step.ts';
import type {RequestStep} from '../cache/cache-key.ts';
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
    for (const {reused, history} of forecast.resources) {
      if (reused !== undefined) resources.set(reused, (resources.get(reused) ?? 1) - 1);
      resources.set(history, (resources.get(history) ?? 0) + 1);
    }
    for (const read of forecast.reads) reads.add(read);
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

  #forecast(scene: PreparedScene): SceneForecast {
    const {setUp, given, act} = scene;
    const isMade = setUp?.reusable === true && this.#setUps.has(setUp.id);
    const forecast = new SceneForecast((step) => this.#factsOf(step), this.#sentSoFar);
    forecast.add(given, isMade ? 'made earlier' : 'sent');
    forecast.add(act, sendsItself(scene) ? 'sent' : 'reused where possible');
    return forecast;
  }

  #factsOf(step: RequestStep): RequestFacts {
    const facts = this.#facts.get(step) ?? factsOf(step, this.#contracts);
    this.#facts.set(step, facts);
    return facts;
  }
}

const shownBy = ({op, interface: via, expects = ''}: Call): string =>
  `${op} ${via ?? 'http'} ${expects}`;
