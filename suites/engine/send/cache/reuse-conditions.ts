import {isServerError} from '../../../../spec/status.ts';
import type {CacheKey, RequestStep} from '../../plan/cache-key.ts';
import {followUpsOf, type Candidate} from './follow-ups.ts';
import type {SceneSteps} from './scene-steps.ts';
import {haveCommon, type SentRequest, type SentRequests} from '../../plan/sent-requests.ts';

/** Milliseconds after which the presigned link of a reservation may have expired. */
const MAX_REUSABLE_MS = 20 * 60_000;

/** Milliseconds after which the link that a redirect gives may have expired. */
const MAX_REDIRECT_REUSABLE_MS = 5 * 60_000;

/** A request of the scene that was not a read, whether it was sent or reused. */
interface SceneRequest {
  concerns: ReadonlySet<string>;
  seq: number;
}

/**
 * The conditions under which an earlier request of the run may be reused for a step of one scene. For
 * example, an earlier scene has created the user A and has read it; this scene creates a user, reads it
 * and changes it. The two earlier requests may be reused for this scene's first two steps, because
 * every condition holds.
 *
 * Every step needs conditions 1 to 5. They are enough for a step that only waits for something:
 *
 * 1. `withSameSignature`: the requests are equal except for fresh values such as the email.
 * 2. `isFromEarlierScene`: the request was sent before this scene began.
 * 3. `isUnused`: it was reused for no other step. A scene that creates two users does not get A twice.
 * 4. `hasNeededResponse`: the response is what the step expects or waits for: A was `created`.
 * 5. `hasFittingTexts`: A's email is as long as expected, if the scene puts it into a longer text.
 *
 * Any other step also needs condition 6:
 *
 * 6. `isInOrder`: it was sent after what the scene has done so far: A was read after its creation.
 *
 * A request that changed nothing, such as the reading of A, also needs condition 7:
 *
 * 7. `isStillTrue`: nothing that its response shows has been changed since, for example A's name.
 *
 * A request that changed something, such as the creation of A, needs conditions 8 to 12 instead of 7:
 *
 * 8. `isBeforeOverview`: the scene has not read a list yet; A would have been missing there.
 * 9. `isMadeLately`: it created a resource whose presigned links are still valid.
 * 10. `isFree`: it belongs to no set-up that several scenes share: this scene might change it.
 * 11. `followUpsOf`: what was done to A since is what this scene will do to it: A was not deactivated.
 * 12. `isNewEnough`: if the scene will read the beginning of a list, A is there.
 *
 * A response that redirects to a presigned link needs `isNoOldLink`, too: the link must still be valid.
 */
export class ReuseConditions {
  readonly #sent: SentRequests;
  readonly #scene: SceneSteps;
  /** Requests from this position on are the scene's own. */
  readonly #sizeAtStart: number;
  readonly #reused = new Set<SentRequest>();
  readonly #sceneRequests: SceneRequest[] = [];

  constructor(sent: SentRequests, scene: SceneSteps) {
    this.#sent = sent;
    this.#sizeAtStart = sent.size;
    this.#scene = scene;
  }

  /** Whether any request was reused. */
  get anyReused(): boolean {
    return this.#reused.size > 0;
  }

  /** Records that a request is reused for a step of the scene. */
  noteReused(request: SentRequest): void {
    this.#reused.add(request);
    if (request.effect !== 'read')
      this.#sceneRequests.push({concerns: request.concerns, seq: request.seq});
  }

  /** Records that the scene sends a step itself. */
  noteSent(step: RequestStep, key: CacheKey): void {
    if (!this.#scene.reads(step))
      this.#sceneRequests.push({concerns: new Set(key.refersTo), seq: this.#sent.size});
  }

  /** Conditions 1 to 5: the earlier requests whose response a step could have received. */
  matching(step: RequestStep, key: CacheKey): SentRequest[] {
    return this.#withSameSignature(key).filter((request) => this.#fits(step, key, request));
  }

  /** Condition 1: the requests that are equal except for fresh values. */
  #withSameSignature({signature}: CacheKey): readonly SentRequest[] {
    return this.#sent.withSignature(signature);
  }

  /** Conditions 2 to 5. */
  #fits(step: RequestStep, key: CacheKey, request: SentRequest): boolean {
    return (
      this.#isFromEarlierScene(request) &&
      this.#isUnused(request) &&
      this.#hasNeededResponse(step, request) &&
      this.#hasFittingTexts(key, request)
    );
  }

  /** Condition 2. */
  #isFromEarlierScene({seq}: SentRequest): boolean {
    return seq < this.#sizeAtStart;
  }

  /** Condition 3. */
  #isUnused(request: SentRequest): boolean {
    return !this.#reused.has(request);
  }

  /** Condition 4: the response is the situation that a step expects or waits for. */
  #hasNeededResponse(step: RequestStep, {exchange}: SentRequest): boolean {
    const {status, situations} = exchange;
    if (status === 0 || status === 429 || isServerError(status)) return false;
    if (step.expects && !situations.includes(step.expects)) return false;
    if (step.step !== 'call' || step.until === undefined) return true;
    const {until} = step;
    if ('situation' in until) return situations.includes(until.situation);
    return 'other' in until && status !== until.other;
  }

  /**
   * Condition 5: a value that the scene puts into a longer text is of the same class, since one of another
   * class may make the text longer than its bound.
   */
  #hasFittingTexts({newValues}: CacheKey, request: SentRequest): boolean {
    return newValues.every(
      ({n, valueClass}, position) =>
        !this.#scene.isInText(n) || request.newValues[position]?.valueClass === valueClass,
    );
  }

  /**
   * Condition 6: the request was sent after what the scene has done so far; a read after all of it,
   * any other request after what concerns the same resources.
   */
  isInOrder({effect, refersTo, seq}: SentRequest): boolean {
    if (effect !== 'read' && refersTo.size === 0) return true;
    return this.#sceneRequests.every(
      (earlier) =>
        earlier.seq < seq || (effect !== 'read' && !haveCommon(earlier.concerns, refersTo)),
    );
  }

  /** Condition 7: the request changed nothing, and nothing that its response shows was changed. */
  isStillTrue({effect, refersTo, seq, api}: SentRequest): boolean {
    if (effect === 'change') return false;
    if (effect === 'refusal' && refersTo.size === 0) return true;
    return !this.#sent
      .changesAfter(seq)
      .some(
        (later) =>
          later.api === api && (refersTo.size === 0 || haveCommon(later.concerns, refersTo)),
      );
  }

  /** Condition 8: the step comes before the first list that the scene reads. */
  isBeforeOverview(step: RequestStep): boolean {
    const index = this.#scene.indexOf(step);
    return index >= 0 && index < this.#scene.firstOverview;
  }

  /** Condition 9: the request created something, and its presigned links are still valid. */
  isMadeLately({effect, exchange}: SentRequest, now: number): boolean {
    return effect === 'change' && exchange.status < 300 && now - exchange.sentAt < MAX_REUSABLE_MS;
  }

  /** The response redirects to no link that may have expired. */
  isNoOldLink({exchange}: SentRequest, now: number): boolean {
    return (
      exchange.status < 300 ||
      exchange.status >= 400 ||
      now - exchange.sentAt < MAX_REDIRECT_REUSABLE_MS
    );
  }

  /** Condition 10: no other scene depends on what the request has created. */
  isFree({effect, isShared}: SentRequest): boolean {
    return effect !== 'change' || !isShared;
  }

  /**
   * Condition 11: what was done to the resource since is what the scene will do to it.
   * @returns earlier requests that are reused for the next steps, by step id; undefined if the
   * resource was changed in a way in which the scene would not change it
   */
  followUpsOf(candidate: Candidate): Map<string, SentRequest> | undefined {
    return followUpsOf(candidate, {
      nextSteps: this.#scene.requestsAfter(this.#scene.indexOf(candidate.step)),
      sentSince: (values, seq) => this.#sent.referringTo(values, seq),
      fits: (step, key, request) => this.#fits(step, key, request),
      reads: (step) => this.#scene.reads(step),
    });
  }

  /**
   * Condition 12: the scene does not read the beginning of a list, or no request of the same
   * operation has changed anything since.
   */
  isNewEnough(
    step: RequestStep,
    request: SentRequest,
    followUps: ReadonlyMap<string, SentRequest>,
  ): boolean {
    if (!this.#scene.looksAtNewest(this.#scene.indexOf(step))) return true;
    const {seq, exchange} = lastChange(request, followUps);
    return !this.#sent.changesAfter(seq).some((later) => later.exchange.op === exchange.op);
  }
}

const lastChange = (
  request: SentRequest,
  followUps: ReadonlyMap<string, SentRequest>,
): SentRequest =>
  [...followUps.values()].filter(({effect}) => effect === 'change').at(-1) ?? request;
