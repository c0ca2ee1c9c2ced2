import type {Call, Exchange, Step} from '../../spec/step.ts';
import type {SentRequest, SentRequests, OperationTraits} from './sent-requests.ts';
import {
  isRequestStep,
  cacheKeyOf,
  type RequestStep,
  type CacheKey,
  type Values,
} from './cache-key.ts';
import {pointed} from './values.ts';

/** Milliseconds after which a reservation's link may be dead: older ones are left alone. */
const FRESH_FOR = 20 * 60_000;

/** An earlier exchange in the place of a step's own. */
export interface CacheHit {
  exchange: Exchange;
  /** Values of the fresh members that the step would have minted, by number. */
  fresh: Map<number, string>;
}

/** One scene's use of the memory. */
export class SceneCache {
  readonly #events: SentRequests;
  readonly #steps: Step[];
  readonly #nature: OperationTraits;
  /**
   * From here on the scene looks at the whole (a list, the account): what it changes after that has
   * to happen after that.
   */
  readonly #whole: number;
  /** What the scene itself sends is not taken by it. */
  readonly #before: number;
  /**
   * Steps that only wait until something shows: nobody looks at their answers, so it is enough that
   * it has shown once.
   */
  readonly #waits: ReadonlySet<string>;
  readonly #taken = new Set<SentRequest>();
  /** Events that stand for the next steps of a resource's life. */
  readonly #promised = new Map<string, SentRequest>();
  /** Requests of this scene that were no reads: what they name, and when they were sent. */
  readonly #asked: {mentions: Set<string>; seq: number}[] = [];
  #used = false;

  constructor(
    events: SentRequests,
    steps: Step[],
    traits: OperationTraits,
    judged: ReadonlySet<string>,
  ) {
    this.#events = events;
    this.#before = events.size;
    this.#steps = steps;
    this.#nature = traits;
    const whole = steps.findIndex(
      (step) => !isRequestStep(step) || (this.#reads(step) && !namesAnything(step)),
    );
    this.#whole = whole < 0 ? steps.length : whole;
    const unseen = ({id}: Step): boolean =>
      !judged.has(id) && !steps.some((one) => refersTo(one, id));
    this.#waits = new Set(
      steps
        .filter((step) => isRequestStep(step) && this.#reads(step) && step.until && unseen(step))
        .map(({id}) => id),
    );
  }

  /** Whether anything was taken: then only a pass is believed. */
  get used(): boolean {
    return this.#used;
  }

  /** The exchange that a step of the scene need not repeat. */
  recall(step: RequestStep, said: CacheKey, values: Values, now: number): CacheHit | undefined {
    const promised = this.#promised.get(step.id);
    // A look at a resource that it once had may have to be taken anew; what was done to it is done.
    const event =
      promised && (promised.kind !== 'read' || this.#inOrder(promised))
        ? promised
        : this.#find(step, said, values, now);
    if (!event) return undefined;
    this.#used = true;
    this.#taken.add(event);
    if (event.kind !== 'read') this.#asked.push({mentions: event.tokens, seq: event.seq});
    return {
      exchange: {...event.exchange, step: step.id},
      fresh: new Map(said.introduced.map((fresh, i) => [fresh.n, event.introduced[i]!])),
    };
  }

  /** Says that a step of the scene was sent itself. */
  sent(step: RequestStep, said: CacheKey): void {
    if (this.#reads(step)) return;
    this.#asked.push({mentions: new Set(said.mentions), seq: this.#events.size});
  }

  #find(step: RequestStep, said: CacheKey, values: Values, now: number): SentRequest | undefined {
    const before = this.#events
      .asking(said.form)
      .filter(
        (event) =>
          event.seq < this.#before && !this.#taken.has(event) && answers(step, event.exchange),
      );
    if (this.#waits.has(step.id) && before.length) return before.at(-1);
    const fits = before.filter((event) => this.#inOrder(event));
    const shown = fits.filter((event) => event.kind !== 'change' && this.#stillSo(event)).at(-1);
    if (shown) return shown;
    const index = this.#steps.findIndex((one) => one.id === step.id);
    if (index < 0 || index >= this.#whole) return undefined;
    let best: {event: SentRequest; life: Map<string, SentRequest>} | undefined;
    for (const event of fits.filter(
      (one) =>
        one.kind === 'change' && one.exchange.status < 300 && now - one.exchange.sentAt < FRESH_FOR,
    )) {
      const life = this.#life(step, index, said, event, values);
      if (
        life &&
        this.#newestMatters(index) &&
        !this.#isNewest([event, ...life.values()].filter((one) => one.kind === 'change').at(-1)!)
      )
        continue;
      if (life && (!best || life.size >= best.life.size)) best = {event, life};
    }
    for (const [id, event] of best?.life ?? []) this.#promised.set(id, event);
    return best?.event;
  }

  /**
   * A list without a filter begins with what is newest: a scene that looks at one expects its own
   * there.
   */
  #newestMatters(index: number): boolean {
    const plain = (call: Call): boolean =>
      this.#nature.turnsPages(call) &&
      this.#reads(call) &&
      !Object.keys({...call.path, ...call.query}).length;
    return this.#steps
      .slice(index)
      .some((step) =>
        step.step === 'walk' ? plain(step.page) : step.step === 'call' && plain(step),
      );
  }

  #isNewest(event: SentRequest): boolean {
    return !this.#events
      .changesAfter(event.seq)
      .some(({exchange}) => exchange.op === event.exchange.op);
  }

  /**
   * A read comes after everything that the scene asked so far; another request after what it could
   * have to do with.
   */
  #inOrder(event: SentRequest): boolean {
    const own = event.kind !== 'read' && event.mentions.size === 0;
    return (
      own ||
      this.#asked.every(
        ({mentions, seq}) =>
          seq < event.seq || (event.kind !== 'read' && !overlap(mentions, event.mentions)),
      )
    );
  }

  /** Nothing that it could show was changed since. */
  #stillSo(event: SentRequest): boolean {
    if (event.kind === 'refusal' && event.mentions.size === 0) return true;
    return !this.#events
      .changesAfter(event.seq)
      .some(
        (later) =>
          later.api === event.api &&
          (event.mentions.size === 0 || overlap(later.tokens, event.mentions)),
      );
  }

  /**
   * Whether what an event made has since lived through nothing but what the scene does to it next.
   * @returns the events that stand for those next steps, or undefined when it has another life
   * behind it
   */
  #life(
    step: RequestStep,
    index: number,
    said: CacheKey,
    event: SentRequest,
    values: Values,
  ): Map<string, SentRequest> | undefined {
    const bound = new Map(said.introduced.map((fresh, i) => [fresh.n, event.introduced[i]!]));
    const known = new Map<string, Exchange>([[step.id, event.exchange]]);
    const within: Values = {
      ...values,
      at: (id, pointer) =>
        known.has(id) ? pointed(known.get(id)!, pointer) : values.at(id, pointer),
      fresh: (fresh) => (fresh.depth === 0 ? bound.get(fresh.n) : undefined) ?? values.fresh(fresh),
    };
    const next = this.#steps
      .slice(index + 1, this.#whole)
      .filter((one): one is RequestStep => isRequestStep(one) && this.#names(one, within, event));
    const life = new Map<string, SentRequest>();
    for (const later of this.#events.naming(event.tokens, event.seq)) {
      const [coming] = next;
      const saying = coming && cacheKeyOf(coming, within);
      if (
        coming &&
        saying?.form === later.form &&
        later.seq < this.#before &&
        answers(coming, later.exchange) &&
        !this.#taken.has(later)
      ) {
        next.shift();
        life.set(coming.id, later);
        known.set(coming.id, later.exchange);
        saying.introduced.forEach((fresh, i) => bound.set(fresh.n, later.introduced[i]!));
      } else if (later.kind === 'change') return undefined;
    }
    // What was only accepted works on by itself: a scene that looks at it next has to see it at
    // work.
    const working = [step.id, ...life.keys()].filter((id) => known.get(id)!.status === 202);
    return next.some((one) => this.#reads(one) && working.some((id) => refersTo(one, id)))
      ? undefined
      : life;
  }

  #reads(step: RequestStep): step is Call {
    return step.step === 'call' && this.#nature.method(step) === 'GET';
  }

  /**
   * Whether a step names what an event made; a step whose values are not there yet does when it
   * refers to it.
   */
  #names(step: RequestStep, within: Values, event: SentRequest): boolean {
    const said = cacheKeyOf(step, within);
    return said ? said.mentions.some((value) => event.tokens.has(value)) : true;
  }
}

/** Whether an exchange is what a step needs of it. */
function answers(step: RequestStep, {status, situations}: Exchange): boolean {
  if (status === 0 || status === 429 || status >= 500) return false;
  if (step.expects && !situations.includes(step.expects)) return false;
  if (step.step !== 'call' || step.until === undefined) return true;
  return 'situation' in step.until
    ? situations.includes(step.until.situation)
    : 'other' in step.until && status !== step.until.other;
}

const namesAnything = ({path, query}: Call): boolean =>
  /"\$(from|fresh)"/.test(JSON.stringify([path, query])) ||
  JSON.stringify(path ?? '').includes('"$sample"');

const refersTo = (step: Step, id: string): boolean =>
  JSON.stringify(step).includes(`{"$from":${JSON.stringify(id)},`);

function overlap(a: Set<string>, b: Set<string>): boolean {
  for (const value of a) if (b.has(value)) return true;
  return false;
}
