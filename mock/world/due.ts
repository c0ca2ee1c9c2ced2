import {defined} from '../../spec/defined.ts';
import type {WorldImage} from './change.ts';

export type Due = WorldImage['due'][number];

/** What falls due at one instant, in order of sequence. */
interface Instant {
  at: number;
  due: Due[];
  /** How many are taken. */
  taken: number;
}

/**
 * What falls due, ordered by (time, sequence): a binary heap of instants, for much falls due at the
 * same one.
 */
export class DueQueue {
  readonly #heap: Instant[] = [];
  readonly #instants = new Map<number, Instant>();

  constructor(due: Iterable<Due> = []) {
    for (const one of due) this.add(one);
  }

  /** When the next falls due; Infinity when nothing stands in the queue. */
  get next(): number {
    return this.#heap[0]?.at ?? Infinity;
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

  /** Puts back what was taken, and forgets what was added. */
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

  /** Position of the earlier one of two siblings. */
  #earlierOf(child: number): number {
    const heap = this.#heap;
    const other = heap[child + 1];
    return other && other.at < instantAt(heap, child).at ? child + 1 : child;
  }
}

const instantAt = (heap: readonly Instant[], position: number): Instant =>
  defined(heap[position], 'an instant of the queue');

/** At the end, mostly: what is added later has the greater sequence. */
function enter({due, taken}: Instant, one: Due): void {
  let at = due.length;
  while (at > taken && (due[at - 1]?.seq ?? 0) > one.seq) at--;
  if (at === due.length) due.push(one);
  else due.splice(at, 0, one);
}
