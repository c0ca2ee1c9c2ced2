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
    const there = this.#instants.get(one.at);
    if (there) return enter(there, one);
    const instant = {at: one.at, due: [one], taken: 0};
    this.#instants.set(one.at, instant);
    this.#push(instant);
  }

  take(): Due | undefined {
    const instant = this.#heap[0];
    if (!instant) return undefined;
    const one = instant.due[instant.taken++];
    if (instant.taken === instant.due.length) {
      this.#instants.delete(instant.at);
      this.#pop();
    }
    return one;
  }

  all(): Due[] {
    return [...this.#heap].sort((a, b) => a.at - b.at).flatMap(({due, taken}) => due.slice(taken));
  }

  #push(instant: Instant): void {
    const heap = this.#heap;
    let at = heap.push(instant) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (instant.at > heap[parent]!.at) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = instant;
  }

  /** Removes the first. */
  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && heap[child + 1]!.at < heap[child]!.at) child++;
      if (heap[child]!.at > last.at) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
  }
}

/** At the end, mostly: what is added later has the greater sequence. */
function enter({due, taken}: Instant, one: Due): void {
  let at = due.length;
  while (at > taken && due[at - 1]!.seq > one.seq) at--;
  if (at === due.length) due.push(one);
  else due.splice(at, 0, one);
}
