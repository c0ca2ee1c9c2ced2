import {canonicalText, isObject} from '../../spec/json.ts';
import type {Call, Exchange, Fresh, Step, Upload} from '../../spec/step.ts';
import {pointed} from './values.ts';

/**
 * What a run on a shared deployment has sent before. A step whose circumstances came about already is not sent again:
 * its scene takes the earlier exchange. So scenes share reservations, users, controls and refusals without knowing of
 * each other, and a deployment is left with less to keep.
 *
 * Only passed verdicts rest on memory: a scene that ends in anything else is repeated without it.
 */
export class Memory {
  readonly #events = new Events();
  readonly #methodOf: MethodOf;

  /** @param methodOf the HTTP method that a call is sent with */
  constructor(methodOf: MethodOf) {
    this.#methodOf = methodOf;
  }

  /**
   * Notes a request that was sent.
   * @param said what it asked, said before its fresh values were minted
   * @param minted the values that stand for those fresh ones
   */
  note(step: Asked, said: Saying, minted: string[], exchange: Exchange): void {
    const kind = kindOf(step, this.#methodOf, exchange);
    this.#events.add({
      seq: this.#events.size, kind, api: step.step === 'call' ? step.api : 'workspace', form: said.form, introduced: minted,
      mentions: new Set(said.mentions), tokens: new Set([...said.mentions, ...minted, ...(kind === 'change' ? leavesOf(exchange.body) : [])]), exchange,
    });
  }

  /** What one scene can take; undefined when its steps depend on the clock or on what a hook does. */
  recollection(steps: Step[]): Recollection | undefined {
    return steps.some((step) => step.step === 'advance' || step.step === 'control') ? undefined : new Recollection(this.#events, steps, this.#methodOf);
  }
}

/** Every request of the run in its order, found by what it asked and by what it names. */
class Events {
  readonly #byForm = new Map<string, Event[]>();
  readonly #naming = new Map<string, Event[]>();
  readonly #changes: Event[] = [];
  size = 0;

  add(event: Event): void {
    this.size += 1;
    put(this.#byForm, event.form, event);
    for (const value of event.mentions) put(this.#naming, value, event);
    if (event.kind === 'change') this.#changes.push(event);
  }

  asking(form: string): readonly Event[] {
    return this.#byForm.get(form) ?? [];
  }

  /** Later events that name any of the values, in their order. */
  naming(values: Iterable<string>, after: number): Event[] {
    const found = new Set([...values].flatMap((value) => this.#naming.get(value) ?? []).filter((event) => event.seq > after));
    return [...found].sort((a, b) => a.seq - b.seq);
  }

  changesAfter(seq: number): Event[] {
    return this.#changes.filter((event) => event.seq > seq);
  }
}

const put = (index: Map<string, Event[]>, key: string, event: Event): void => {
  const there = index.get(key);
  if (there) there.push(event);
  else index.set(key, [event]);
};

type MethodOf = (step: Call) => string;

/** Milliseconds after which a reservation's link may be dead: older ones are left alone. */
const FRESH_FOR = 20 * 60_000;

/** A single request of a script. */
export type Asked = Call | Upload;

/** Where the values of a step come from. */
export interface Values {
  at(step: string, pointer: string): unknown;
  /** A fresh value that was minted or taken before; undefined when this would be its first use. */
  fresh(fresh: Fresh): string | undefined;
  sample(name: string, pointer: string): unknown;
}

interface Event {
  seq: number;
  /** `change`: something may be otherwise since. `refusal`: refused whatever there is. `read`: shows what there is. */
  kind: 'change' | 'refusal' | 'read';
  api: string;
  /** What was asked, with fresh values in the order of their first use. */
  form: string;
  introduced: string[];
  /** Values of the run that the request names. */
  mentions: Set<string>;
  /** The same, with those that the answer gave: by them later requests name what this one made. */
  tokens: Set<string>;
  exchange: Exchange;
}

/** An earlier exchange in the place of a step's own. */
export interface Recalled {
  exchange: Exchange;
  /** Values of the fresh members that the step would have minted, by number. */
  fresh: Map<number, string>;
}

/** One scene's use of the memory. */
export class Recollection {
  readonly #events: Events;
  readonly #steps: Step[];
  readonly #methodOf: MethodOf;
  /** From here on the scene looks at the whole (a list, the account): what it changes after that has to happen after that. */
  readonly #whole: number;
  /** What the scene itself sends is not taken by it. */
  readonly #before: number;
  readonly #taken = new Set<Event>();
  /** Events that stand for the next steps of a resource's life. */
  readonly #promised = new Map<string, Event>();
  /** Requests of this scene that were no reads: what they name, and when they were sent. */
  readonly #asked: {mentions: Set<string>; seq: number}[] = [];
  #used = false;

  constructor(events: Events, steps: Step[], methodOf: MethodOf) {
    this.#events = events;
    this.#before = events.size;
    this.#steps = steps;
    this.#methodOf = methodOf;
    const whole = steps.findIndex((step) => !isAsked(step) || (step.step === 'call' && methodOf(step) === 'GET' && !namesAnything(step)));
    this.#whole = whole < 0 ? steps.length : whole;
  }

  /** Whether anything was taken: then only a pass is believed. */
  get used(): boolean {
    return this.#used;
  }

  /** The exchange that a step of the scene need not repeat. */
  recall(step: Asked, said: Saying, values: Values, now: number): Recalled | undefined {
    const promised = this.#promised.get(step.id);
    // A look at a resource that it once had may have to be taken anew; what was done to it is done.
    const event = promised && (promised.kind !== 'read' || this.#inOrder(promised)) ? promised : this.#find(step, said, values, now);
    if (!event) return undefined;
    this.#used = true;
    this.#taken.add(event);
    if (event.kind !== 'read') this.#asked.push({mentions: event.tokens, seq: event.seq});
    return {exchange: {...event.exchange, step: step.id}, fresh: new Map(said.introduced.map((fresh, i) => [fresh.n, event.introduced[i]!]))};
  }

  /** Says that a step of the scene was sent itself. */
  sent(step: Asked, said: Saying): void {
    if (step.step === 'call' && this.#methodOf(step) === 'GET') return;
    this.#asked.push({mentions: new Set(said.mentions), seq: this.#events.size});
  }

  #find(step: Asked, said: Saying, values: Values, now: number): Event | undefined {
    const fits = this.#events.asking(said.form).filter((event) => event.seq < this.#before && !this.#taken.has(event) && answers(step, event.exchange) && this.#inOrder(event));
    const shown = fits.filter((event) => event.kind !== 'change' && this.#stillSo(event)).at(-1);
    if (shown) return shown;
    const index = this.#steps.findIndex((one) => one.id === step.id);
    if (index < 0 || index >= this.#whole) return undefined;
    let best: {event: Event; life: Map<string, Event>} | undefined;
    for (const event of fits.filter((one) => one.kind === 'change' && one.exchange.status < 300 && now - one.exchange.sentAt < FRESH_FOR)) {
      const life = this.#life(step, index, said, event, values);
      if (life && this.#newestMatters(index) && !this.#isNewest([event, ...life.values()].filter((one) => one.kind === 'change').at(-1)!)) continue;
      if (life && (!best || life.size >= best.life.size)) best = {event, life};
    }
    for (const [id, event] of best?.life ?? []) this.#promised.set(id, event);
    return best?.event;
  }

  /** A list without a filter begins with what is newest: a scene that looks at one expects its own there. */
  #newestMatters(index: number): boolean {
    const plain = (call: Call): boolean => this.#methodOf(call) === 'GET' && !Object.keys({...call.path, ...call.query}).length;
    return this.#steps.slice(index).some((step) => (step.step === 'walk' ? plain(step.page) : step.step === 'call' && plain(step)));
  }

  #isNewest(event: Event): boolean {
    return !this.#events.changesAfter(event.seq).some(({exchange}) => exchange.op === event.exchange.op);
  }

  /** A read comes after everything that the scene asked so far; another request after what it could have to do with. */
  #inOrder(event: Event): boolean {
    const own = event.kind !== 'read' && event.mentions.size === 0;
    return own || this.#asked.every(({mentions, seq}) => seq < event.seq || (event.kind !== 'read' && !overlap(mentions, event.mentions)));
  }

  /** Nothing that it could show was changed since. */
  #stillSo(event: Event): boolean {
    if (event.kind === 'refusal' && event.mentions.size === 0) return true;
    return !this.#events
      .changesAfter(event.seq)
      .some((later) => later.api === event.api && (event.mentions.size === 0 || overlap(later.tokens, event.mentions)));
  }

  /**
   * Whether what an event made has since lived through nothing but what the scene does to it next.
   * @returns the events that stand for those next steps, or undefined when it has another life behind it
   */
  #life(step: Asked, index: number, said: Saying, event: Event, values: Values): Map<string, Event> | undefined {
    const bound = new Map(said.introduced.map((fresh, i) => [fresh.n, event.introduced[i]!]));
    const known = new Map<string, Exchange>([[step.id, event.exchange]]);
    const within: Values = {
      ...values,
      at: (id, pointer) => (known.has(id) ? pointed(known.get(id)!, pointer) : values.at(id, pointer)),
      fresh: (fresh) => (fresh.depth === 0 ? bound.get(fresh.n) : undefined) ?? values.fresh(fresh),
    };
    const next = this.#steps.slice(index + 1, this.#whole).filter((one): one is Asked => isAsked(one) && this.#names(one, within, event));
    const life = new Map<string, Event>();
    for (const later of this.#events.naming(event.tokens, event.seq)) {
      const [coming] = next;
      const saying = coming && sayingOf(coming, within);
      if (coming && saying?.form === later.form && later.seq < this.#before && answers(coming, later.exchange) && !this.#taken.has(later)) {
        next.shift();
        life.set(coming.id, later);
        known.set(coming.id, later.exchange);
        saying.introduced.forEach((fresh, i) => bound.set(fresh.n, later.introduced[i]!));
      } else if (later.kind === 'change') return undefined;
    }
    return life;
  }

  /** Whether a step names what an event made; a step whose values are not there yet does when it refers to it. */
  #names(step: Asked, within: Values, event: Event): boolean {
    const said = sayingOf(step, within);
    return said ? said.mentions.some((value) => event.tokens.has(value)) : true;
  }
}

/** What a step asks, in a form in which two scenes can ask the same. */
export interface Saying {
  form: string;
  introduced: Fresh[];
  mentions: string[];
}

/** What a step asks; undefined while a value that it refers to is not there. */
export function sayingOf(step: Asked, values: Values): Saying | undefined {
  const said: Saying = {form: '', introduced: [], mentions: []};
  let missing = false;
  const mention = (value: unknown): unknown => {
    if (typeof value === 'string' || typeof value === 'number') said.mentions.push(String(value));
    return value;
  };
  const write = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(write);
    if (!isObject(value)) return value;
    if ('$from' in value) {
      const found = values.at(String(value.$from), String(value.at));
      if (found === undefined) missing = true;
      return mention(found);
    }
    if ('$fresh' in value) {
      const fresh = value as unknown as Fresh;
      const minted = values.fresh(fresh);
      if (minted !== undefined && !said.introduced.some(({n}) => n === fresh.n)) return mention(minted);
      let place = said.introduced.findIndex(({n}) => n === fresh.n);
      if (place < 0) place = said.introduced.push(fresh) - 1;
      return {fresh: fresh.$fresh, length: fresh.length ?? null, place};
    }
    if ('$sample' in value) return values.sample(String(value.$sample), String(value.at)) ?? null;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, write(member)]));
  };
  const {id: _id, expects: _expects, ...rest} = step;
  const {until: _until, optional: _optional, ...asked} = rest as {until?: unknown; optional?: unknown};
  said.form = canonicalText(write(asked));
  // Bytes that land change what is said of their reservation, by whichever name.
  if (step.step === 'upload' && isObject(step.url) && '$from' in step.url)
    for (const name of ['/publication_id', '/key']) mention(values.at(String(step.url.$from), name));
  return missing ? undefined : said;
}

function kindOf(step: Asked, methodOf: MethodOf, {status}: Exchange): Event['kind'] {
  const reads = step.step === 'call' && methodOf(step) === 'GET';
  if ([400, 401, 403, 415, 422].includes(status)) return 'refusal';
  if (reads) return 'read';
  // A refusal changes nothing, but what is there decides it; no answer, or a fault, may have changed anything.
  return status >= 400 && status < 500 ? 'read' : 'change';
}

/** Whether an exchange is what a step needs of it. */
function answers(step: Asked, {status, situations}: Exchange): boolean {
  if (status === 0 || status === 429 || status >= 500) return false;
  if (step.expects && !situations.includes(step.expects)) return false;
  if (step.step !== 'call' || step.until === undefined) return true;
  return 'situation' in step.until ? situations.includes(step.until.situation) : 'other' in step.until && status !== step.until.other;
}

const isAsked = (step: Step): step is Asked => step.step === 'call' || step.step === 'upload';

const namesAnything = (step: Call): boolean => /"\$(from|fresh)"/.test(JSON.stringify([step.path, step.query]));

function overlap(a: Set<string>, b: Set<string>): boolean {
  for (const value of a) if (b.has(value)) return true;
  return false;
}

/** Ids, keys and links of an answer. */
function leavesOf(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(leavesOf);
  if (isObject(body)) return Object.entries(body).flatMap(([name, value]) => (typeof value === 'number' && /(^|_)id$/.test(name) ? [String(value)] : leavesOf(value)));
  return typeof body === 'string' && body.length >= 8 ? [body] : [];
}
