import type {Change} from './change.ts';
import type {JournalEntry} from './journal.ts';

/** What happens in a world, by the name of its kind. */
export interface EventData {
  /** A request was answered. */
  request: JournalEntry;
  /** The clock was moved, stopped or set going; `now` is in epoch milliseconds. */
  clock: {now: number; frozen: boolean};
  /** Rows were put or deleted, by a request, the control plane or because they were due. */
  rows: {changes: string[]; count: number};
  /** A mail came into the outbox. */
  outbox: {mail: string; store: string};
  /** Fault rules were changed, or one fired. */
  fault: object;
  /** The world was made, replaced by another one (by a reset or a snapshot) or dropped. */
  world: {state: 'made' | 'replaced' | 'dropped'};
}

/** An event of a world. */
export interface WorldEvent<K extends keyof EventData = keyof EventData> {
  /** Increases with every event of a mock. */
  n: number;
  world: string;
  kind: K;
  data: EventData[K];
}

/** The number of changed rows that an event names. */
const MAX_NAMED = 20;

/** The newest events of all worlds of a mock, and who is told of them. */
export class EventLog {
  /** Tells the ids of this mock from those of another one. */
  readonly run: string;
  readonly #capacity: number;
  readonly #ring: WorldEvent[] = [];
  readonly #listeners = new Set<() => void>();
  #n = 0;

  /** @param capacity the maximum number of events that are kept for readers that fall behind */
  constructor(run: string, capacity = 4000) {
    this.run = run;
    this.#capacity = capacity;
  }

  /** The number of the newest event. */
  get last(): number {
    return this.#n;
  }

  /** The number before the oldest event that is kept. */
  get first(): number {
    return Math.max(0, this.#n - this.#capacity);
  }

  add<K extends keyof EventData>(world: string, kind: K, data: EventData[K]): void {
    this.#ring[this.#n % this.#capacity] = {n: ++this.#n, world, kind, data};
    for (const tell of this.#listeners) tell();
  }

  /** Adds the events of committed changes. */
  addChanges(world: string, changes: readonly Change[]): void {
    if (!changes.length) return;
    const named = changes.length > MAX_NAMED ? changes.slice(0, MAX_NAMED) : changes;
    this.add(world, 'rows', {changes: named.map(nameOfChange), count: changes.length});
    for (const change of named)
      if (change.table === 'mails' && 'put' in change)
        this.add(world, 'outbox', {mail: change.put.key, store: change.put.tenant});
  }

  /** Returns the first events after a number. */
  after(n: number, limit: number): WorldEvent[] {
    const found: WorldEvent[] = [];
    for (let at = Math.max(n, this.first); at < this.#n && found.length < limit; at++) {
      const event = this.#ring[at % this.#capacity];
      if (event) found.push(event);
    }
    return found;
  }

  /** Calls a function at each event. Returns a function that ends it. */
  listen(tell: () => void): () => void {
    this.#listeners.add(tell);
    return () => this.#listeners.delete(tell);
  }
}

/** Table and key of a changed row. */
export const nameOfChange = (change: Change): string =>
  `${change.table}/${'put' in change ? change.put.key : change.del}`;
