import type {Exchange, Step} from '../../../spec/step.ts';
import {cacheKeyOf, type RequestStep, type Values} from './cache-key.ts';
import {followUpsOf, freshValuesOf, type Candidate} from './follow-ups.ts';
import {SceneSteps} from './scene-steps.ts';
import {
  haveCommon,
  type OperationTraits,
  type SentRequest,
  type SentRequests,
} from './sent-requests.ts';

/** Milliseconds after which the presigned link of a reservation may have expired. */
const REUSABLE_FOR = 20 * 60_000;

/** An earlier exchange that stands for a step. */
export interface CacheHit {
  exchange: Exchange;
  /** The fresh values that the step would have minted, by number. */
  fresh: Map<number, string>;
}

/** A request of the scene that was no read, whether it was sent or reused. */
interface SceneRequest {
  concerns: ReadonlySet<string>;
  seq: number;
}

/** Finds, for the steps of one scene in their order, earlier requests that stand for them. */
export class SceneCache {
  readonly #sent: SentRequests;
  readonly #scene: SceneSteps;
  /** Requests from this position on are the scene's own: it does not reuse them. */
  readonly #sizeAtStart: number;
  readonly #reused = new Set<SentRequest>();
  /** Requests that have been chosen for later steps, by step id (see `followUpsOf`). */
  readonly #chosen = new Map<string, SentRequest>();
  readonly #sceneRequests: SceneRequest[] = [];

  /** @param judged ids of the steps whose responses a judge reads */
  constructor(
    sent: SentRequests,
    steps: Step[],
    traits: OperationTraits,
    judged: ReadonlySet<string>,
  ) {
    this.#sent = sent;
    this.#sizeAtStart = sent.size;
    this.#scene = new SceneSteps(steps, traits, judged);
  }

  /** Whether any request was reused. */
  get used(): boolean {
    return this.#reused.size > 0;
  }

  /**
   * Looks for an earlier request that stands for the next step of the scene.
   * @param now milliseconds on the clock that times requests
   * @returns undefined when the step has to be sent
   */
  lookUp(step: RequestStep, values: Values, now: number): CacheHit | undefined {
    const key = cacheKeyOf(step, values);
    if (!key) return undefined;
    const request = this.#chosenFor(step) ?? this.#find({step, key, values}, now);
    if (!request) {
      if (!this.#scene.reads(step))
        this.#sceneRequests.push({concerns: new Set(key.refersTo), seq: this.#sent.size});
      return undefined;
    }
    this.#reused.add(request);
    if (request.effect !== 'read')
      this.#sceneRequests.push({concerns: request.concerns, seq: request.seq});
    return {
      exchange: {...request.exchange, step: step.id},
      fresh: freshValuesOf(key, request),
    };
  }

  /** A read that was chosen may have to be sent after all; what was changed has been changed. */
  #chosenFor(step: RequestStep): SentRequest | undefined {
    const chosen = this.#chosen.get(step.id);
    if (!chosen) return undefined;
    return chosen.effect !== 'read' || this.#isInOrder(chosen) ? chosen : undefined;
  }

  #find(candidate: Omit<Candidate, 'request'>, now: number): SentRequest | undefined {
    const {step, key} = candidate;
    const earlier = this.#sent
      .withSignature(key.signature)
      .filter((request) => this.#fits(step, request));
    if (this.#scene.onlyWaits(step) && earlier.length) return earlier.at(-1);
    const inOrder = earlier.filter((request) => this.#isInOrder(request));
    const valid = inOrder.filter(
      (request) => request.effect !== 'change' && this.#isStillValid(request),
    );
    return valid.at(-1) ?? this.#findResource(candidate, inOrder, now);
  }

  /** Whether an earlier request is free to stand for a step, and its response is what it needs. */
  #fits(step: RequestStep, request: SentRequest): boolean {
    return (
      request.seq < this.#sizeAtStart &&
      !this.#reused.has(request) &&
      brought(step, request.exchange)
    );
  }

  /**
   * A resource that an earlier scene made and that was since treated as this scene will treat it.
   * Of several, the one on which most of the next steps have been done already, else the newest.
   */
  #findResource(
    candidate: Omit<Candidate, 'request'>,
    requests: SentRequest[],
    now: number,
  ): SentRequest | undefined {
    const index = this.#scene.indexOf(candidate.step);
    if (index < 0 || index >= this.#scene.firstOverview) return undefined;
    const newestMatters = this.#scene.looksAtNewest(index);
    let best: {request: SentRequest; followUps: Map<string, SentRequest>} | undefined;
    for (const request of requests) {
      if (!madeLately(request, now)) continue;
      const followUps = this.#followUpsOf({...candidate, request}, index);
      if (!followUps) continue;
      if (newestMatters && !this.#isNewest(lastChange(request, followUps))) continue;
      if (!best || followUps.size >= best.followUps.size) best = {request, followUps};
    }
    for (const [id, request] of best?.followUps ?? []) this.#chosen.set(id, request);
    return best?.request;
  }

  #followUpsOf(candidate: Candidate, index: number): Map<string, SentRequest> | undefined {
    const {concerns, seq} = candidate.request;
    return followUpsOf(candidate, {
      nextSteps: this.#scene.requestsAfter(index),
      sentSince: this.#sent.referringTo(concerns, seq),
      fits: (step, request) => this.#fits(step, request),
      reads: (step) => this.#scene.reads(step),
    });
  }

  /** Whether no request of the same operation has changed anything since. */
  #isNewest({seq, exchange}: SentRequest): boolean {
    return !this.#sent.changesAfter(seq).some((later) => later.exchange.op === exchange.op);
  }

  /**
   * Whether a request was sent after what the scene has done so far: a read after all of it, any
   * other request after what concerns the same resources.
   */
  #isInOrder({effect, refersTo, seq}: SentRequest): boolean {
    if (effect !== 'read' && refersTo.size === 0) return true;
    return this.#sceneRequests.every(
      (earlier) =>
        earlier.seq < seq || (effect !== 'read' && !haveCommon(earlier.concerns, refersTo)),
    );
  }

  /** Whether nothing that a response shows has been changed since. */
  #isStillValid({effect, refersTo, seq, api}: SentRequest): boolean {
    if (effect === 'refusal' && refersTo.size === 0) return true;
    return !this.#sent
      .changesAfter(seq)
      .some(
        (later) =>
          later.api === api && (refersTo.size === 0 || haveCommon(later.concerns, refersTo)),
      );
  }
}

/** Whether a request made something, so lately that its presigned links are still valid. */
const madeLately = ({effect, exchange}: SentRequest, now: number): boolean =>
  effect === 'change' && exchange.status < 300 && now - exchange.sentAt < REUSABLE_FOR;

const lastChange = (
  request: SentRequest,
  followUps: ReadonlyMap<string, SentRequest>,
): SentRequest =>
  [...followUps.values()].filter(({effect}) => effect === 'change').at(-1) ?? request;

/** Whether a response is what a step needs: the situation it expects or waits for. */
function brought(step: RequestStep, {status, situations}: Exchange): boolean {
  if (status === 0 || status === 429 || status >= 500) return false;
  if (step.expects && !situations.includes(step.expects)) return false;
  if (step.step !== 'call' || step.until === undefined) return true;
  const {until} = step;
  if ('situation' in until) return situations.includes(until.situation);
  return 'other' in until && status !== until.other;
}
