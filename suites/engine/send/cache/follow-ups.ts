import {defined} from '../../../../spec/defined.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Fresh} from '../../../../spec/value.ts';
import {pointed} from '../values.ts';
import {
  cacheKeyOf,
  referencesOf,
  type CacheKey,
  type RequestStep,
  type ScriptValues,
} from '../../plan/cache-key.ts';
import type {FreshValue, SentRequest} from '../../plan/sent-requests.ts';
import {usesResponse} from './scene-steps.ts';

/** An earlier request that could replace a step which creates a resource. */
export interface Candidate {
  step: RequestStep;
  key: CacheKey;
  request: SentRequest;
  /** The values of the scene's references so far. */
  values: ScriptValues;
}

/** The next steps of the scene, and the requests that the run sent after the candidate. */
interface Surroundings {
  /** The steps of the scene after this one. */
  nextSteps: RequestStep[];
  /** The requests about any of the values that the run sent after a request, in order. */
  sentSince(values: ReadonlySet<string>, seq: number): SentRequest[];
  /** Whether an earlier request may replace a step of the scene. */
  fits(step: RequestStep, key: CacheKey, request: SentRequest): boolean;
  /** Whether a step is a GET. */
  reads(step: RequestStep): boolean;
}

/**
 * Compares what the run has since done to the resource that a candidate created with what the scene
 * will do to it. For example a scene that creates and deactivates a user can reuse a user that an
 * earlier scene created and deactivated, but a scene that only creates one cannot.
 * @returns the earlier requests that replace the next steps, by step id; undefined if the resource was
 * changed in a way in which the scene would not change it
 */
export function followUpsOf(
  candidate: Candidate,
  surroundings: Surroundings,
): Map<string, SentRequest> | undefined {
  const {step, request} = candidate;
  const concerns = new Set(request.concerns);
  const coming = new ComingSteps(candidate, surroundings, concerns);
  const followUps = new Map<string, SentRequest>();
  let sentSince = surroundings.sentSince(concerns, request.seq);
  for (let later = sentSince.shift(); later; later = sentSince.shift()) {
    const replaced = coming.replaceNextBy(later);
    if (!replaced && later.effect === 'change') return undefined;
    if (!replaced) continue;
    followUps.set(replaced.id, later);
    // What is done to what this one made is done to the resource, too.
    if (later.effect === 'change' && addAll(concerns, later.concerns))
      sentSince = surroundings.sentSince(concerns, later.seq);
  }
  return looksAtAccepted([[step.id, request], ...followUps], coming) ? undefined : followUps;
}

/** Adds values to a set. @returns whether any of them is new */
function addAll(values: Set<string>, others: ReadonlySet<string>): boolean {
  const {size} = values;
  for (const one of others) values.add(one);
  return values.size > size;
}

/**
 * Whether the scene will read the result of a request that the deployment only accepted (202). Its work
 * may be finished by now, and the scene may need to see the state before that.
 */
function looksAtAccepted(reused: [step: string, SentRequest][], coming: ComingSteps): boolean {
  const accepted = reused.filter(([, {exchange}]) => exchange.status === 202);
  if (!accepted.length) return false;
  return coming.reads().some((read) => accepted.some(([id]) => usesResponse(read, id)));
}

/** The next steps of a scene that concern what a candidate created. They are searched for lazily. */
class ComingSteps {
  readonly #surroundings: Surroundings;
  readonly #concerns: ReadonlySet<string>;
  /** The values with the candidate: by them it is known which steps concern what it created. */
  readonly #valuesAtStart: ScriptValues;
  /** The values with all requests that have replaced a step. */
  readonly #values: SubstitutedValues;
  #position = 0;
  /** The key of the next step, once it is known. */
  #nextKey: CacheKey | undefined;

  /** @param concerns the values that identify what was created; more may be added */
  constructor(candidate: Candidate, surroundings: Surroundings, concerns: ReadonlySet<string>) {
    this.#surroundings = surroundings;
    this.#concerns = concerns;
    this.#valuesAtStart = valuesWith(candidate);
    this.#values = valuesWith(candidate);
  }

  /** Replaces the next step by an equal request. @returns the step; undefined if it is not equal */
  replaceNextBy(request: SentRequest): RequestStep | undefined {
    const next = this.#next();
    if (!next) return undefined;
    const key = (this.#nextKey ??= cacheKeyOf(next, this.#values));
    if (key?.signature !== request.signature) return undefined;
    if (!this.#surroundings.fits(next, key, request)) return undefined;
    this.#values.substitute(next, key, request);
    this.#nextKey = undefined;
    this.#position += 1;
    return next;
  }

  /** The GETs among the steps that were not replaced. */
  reads(): RequestStep[] {
    const {nextSteps, reads} = this.#surroundings;
    return nextSteps.slice(this.#position).filter((step) => this.#isAbout(step) && reads(step));
  }

  #next(): RequestStep | undefined {
    const {nextSteps} = this.#surroundings;
    for (; this.#position < nextSteps.length; this.#position += 1) {
      const step = nextSteps[this.#position];
      if (step && this.#isAbout(step)) return step;
    }
    return undefined;
  }

  /** Whether a step concerns it. A step whose values are not yet known does. */
  #isAbout(step: RequestStep): boolean {
    const references = referencesOf(step, this.#valuesAtStart);
    return references === undefined || references.some((one) => this.#concerns.has(one));
  }
}

/** The values of a scene if the candidate's request replaced its step. */
function valuesWith({values, step, key, request}: Candidate): SubstitutedValues {
  const substituted = new SubstitutedValues(values);
  substituted.substitute(step, key, request);
  return substituted;
}

/** The values of a scene if earlier requests replaced some of its steps. */
class SubstitutedValues implements ScriptValues {
  readonly #values: ScriptValues;
  readonly #exchanges = new Map<string, Exchange>();
  readonly #fresh = new Map<number, string>();

  constructor(values: ScriptValues) {
    this.#values = values;
  }

  substitute(step: RequestStep, key: CacheKey, request: SentRequest): void {
    this.#exchanges.set(step.id, request.exchange);
    for (const [n, {value}] of freshValuesOf(key, request)) this.#fresh.set(n, value);
  }

  at(step: string, pointer: string): unknown {
    const exchange = this.#exchanges.get(step);
    return exchange ? pointed(exchange, pointer) : this.#values.at(step, pointer);
  }

  fresh(fresh: Fresh): string | undefined {
    const substituted = fresh.depth === 0 ? this.#fresh.get(fresh.n) : undefined;
    return substituted ?? this.#values.fresh(fresh);
  }

  sample(name: string, pointer: string): unknown {
    return this.#values.sample(name, pointer);
  }
}

/** The fresh values of an earlier request, by the numbers that they have in a scene's step. */
export const freshValuesOf = (
  {newValues}: CacheKey,
  request: SentRequest,
): Map<number, FreshValue> =>
  new Map(
    newValues.map(({n}, position) => [
      n,
      defined(request.newValues[position], 'a fresh value of a request with the same signature'),
    ]),
  );
