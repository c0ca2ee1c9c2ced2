import {defined} from '../../../spec/defined.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Fresh} from '../../../spec/value.ts';
import {pointed} from '../sending/values.ts';
import {
  cacheKeyOf,
  referencesOf,
  type CacheKey,
  type RequestStep,
  type ScriptValues,
} from './cache-key.ts';
import type {FreshValue, SentRequest} from './sent-requests.ts';
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
  const values = valuesWith(candidate);
  const concerns = new Set(request.concerns);
  // Has values of its own: they do not change with each step that is replaced.
  const coming = new ComingSteps(surroundings.nextSteps, valuesWith(candidate), concerns);
  const followUps = new Map<string, SentRequest>();
  let nextKey: CacheKey | undefined;
  let sentSince = surroundings.sentSince(concerns, request.seq);
  for (let later = sentSince.shift(); later; later = sentSince.shift()) {
    const {next} = coming;
    nextKey ??= next && cacheKeyOf(next, values);
    const isSame = nextKey?.signature === later.signature;
    if (!next || !nextKey || !isSame || !surroundings.fits(next, nextKey, later)) {
      if (later.effect === 'change') return undefined;
      continue;
    }
    followUps.set(next.id, later);
    values.substitute(next, nextKey, later);
    coming.shift();
    nextKey = undefined;
    // What is done to what this one made is done to the resource, too.
    if (later.effect === 'change' && addAll(concerns, later.concerns))
      sentSince = surroundings.sentSince(concerns, later.seq);
  }
  const accepted = [step.id, ...followUps.keys()].filter((id) => values.status(id) === 202);
  if (!accepted.length) return followUps;
  return looksAt(accepted, coming.rest(), surroundings) ? undefined : followUps;
}

/** Adds values to a set. @returns whether any of them is new */
function addAll(values: Set<string>, others: ReadonlySet<string>): boolean {
  const {size} = values;
  for (const one of others) values.add(one);
  return values.size > size;
}

/** The values of a scene if the candidate's request replaced its step. */
function valuesWith({values, step, key, request}: Candidate): SubstitutedValues {
  const substituted = new SubstitutedValues(values);
  substituted.substitute(step, key, request);
  return substituted;
}

/** The next steps of a scene that concern what a request created. They are searched for lazily. */
class ComingSteps {
  readonly #steps: RequestStep[];
  readonly #values: ScriptValues;
  readonly #concerns: ReadonlySet<string>;
  #position = 0;

  /** @param concerns the values that identify what was created; more may be added */
  constructor(steps: RequestStep[], values: ScriptValues, concerns: ReadonlySet<string>) {
    this.#steps = steps;
    this.#values = values;
    this.#concerns = concerns;
  }

  /** The first of these steps, until it is shifted. */
  get next(): RequestStep | undefined {
    for (; this.#position < this.#steps.length; this.#position += 1) {
      const step = this.#steps[this.#position];
      if (step && this.#isAbout(step)) return step;
    }
    return undefined;
  }

  shift(): void {
    this.#position += 1;
  }

  rest(): RequestStep[] {
    return this.#steps.slice(this.#position).filter((step) => this.#isAbout(step));
  }

  /** Whether a step concerns it. A step whose values are not yet known does. */
  #isAbout(step: RequestStep): boolean {
    const references = referencesOf(step, this.#values);
    return references === undefined || references.some((one) => this.#concerns.has(one));
  }
}

/**
 * Whether the scene will read the result of a request that the deployment only accepted (202). Its work
 * may be finished by now, and the scene may need to see the state before that.
 */
const looksAt = (
  accepted: string[],
  coming: RequestStep[],
  {reads}: Pick<Surroundings, 'reads'>,
): boolean => coming.some((next) => reads(next) && accepted.some((id) => usesResponse(next, id)));

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

  status(step: string): number | undefined {
    return this.#exchanges.get(step)?.status;
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
