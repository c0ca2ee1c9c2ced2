import {defined} from '../../spec/defined.ts';
import type {WorldImage} from './change.ts';

export type Due = WorldImage['due'][number];

/** The events that are due at one instant, in order of sequence. */
interface Instant {
  at: number;
  due: Due[];
  /** How many of them have been taken. */
  taken: number;
}

/**
 * The events that will be due, ordered by (time, sequence). It is a binary heap of instants, because many events are
 * due at the same instant.
 */
export class DueQueue {
  readonly #heap: Instant[] = [];
  readonly #instants = new Map<number, Instant>();

  constructor(due: Iterable<Due> = []) {
    for (const one of due) this.add(one);
  }

  /** The instant of the next event; Infinity when the queue is empty. */
  get next(): number {
    return this.#heap[0]?.at ?? Infinity;
  }

  /** Whether an event of one of these keys will be due. */
  hasAny(keys: readonly string[]): boolean {
    return this.#heap.some(({due, taken}) =>
      due.some(({key}, index) => index >= taken && keys.includes(key)),
    );
  }

  add(one: Due): void {
    const existing = this.#instants.get(one.at);
    if (existing) return enter(existing, one);
    const instant = {at: one.at, due: [one], taken: 0};
    this.#instants.set(one.at, instant);
    this.#push(instant);
  }

  take(): Due | undefined {
    const instant = this.#heap[0];
    if (!instant) return undefined;
    const one = instant.due[instant.taken];
    instant.taken += 1;
    if (instant.taken === instant.due.length) {
      this.#instants.delete(instant.at);
      this.#pop();
    }
    return one;
  }

  /** Puts events back that were taken, and removes events that were added. */
  rollBack(taken: readonly Due[], added: readonly Due[]): void {
    if (added.length) {
      const rest = this.all().filter((one) => !added.includes(one));
      this.#heap.length = 0;
      this.#instants.clear();
      for (const one of rest) this.add(one);
    }
    for (const one of taken) this.add(one);
  }

  all(): Due[] {
    return [...this.#heap].sort((a, b) => a.at - b.at).flatMap(({due, taken}) => due.slice(taken));
  }

  #push(instant: Instant): void {
    const heap = this.#heap;
    let position = heap.push(instant) - 1;
    while (position > 0) {
      const parent = (position - 1) >> 1;
      const above = instantAt(heap, parent);
      if (instant.at > above.at) break;
      heap[position] = above;
      position = parent;
    }
    heap[position] = instant;
  }

  /** Removes the first instant. */
  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let position = 0;
    for (let child = 1; child < heap.length; child = position * 2 + 1) {
      const earlier = this.#earlierOf(child);
      const below = instantAt(heap, earlier);
      if (below.at > last.at) break;
      heap[position] = below;
      position = earlier;
    }
    heap[position] = last;
  }

  /** The position of the earlier of two siblings. */
  #earlierOf(child: number): number {
    const heap = this.#heap;
    const other = heap[child + 1];
    return other && other.at < instantAt(heap, child).at ? child + 1 : child;
  }
}

const instantAt = (heap: readonly Instant[], position: number): Instant =>
  defined(heap[position], 'an instant of the queue');

/** Usually inserts at the end: an event that is added later has a greater sequence number. */
function enter({due, taken}: Instant, one: Due): void {
  let at = due.length;
  while (at > taken && (due[at - 1]?.seq ?? 0) > one.seq) at--;
  if (at === due.length) due.push(one);
  else due.splice(at, 0, one);
}
