import type {WorldImage} from './change.ts';

export type Due = WorldImage['due'][number];

const earlier = (a: Due, b: Due): boolean => a.at < b.at || (a.at === b.at && a.seq < b.seq);

/** What falls due, ordered by (time, sequence): a binary heap. */
export class DueQueue {
  readonly #heap: Due[] = [];

  constructor(due: Iterable<Due> = []) {
    for (const one of due) this.add(one);
  }

  /** When the next falls due; Infinity when nothing stands in the queue. */
  get next(): number {
    return this.#heap[0]?.at ?? Infinity;
  }

  add(one: Due): void {
    const heap = this.#heap;
    let at = heap.push(one) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!earlier(one, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = one;
  }

  take(): Due | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || first === last) return first;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && earlier(heap[child + 1]!, heap[child]!)) child++;
      if (!earlier(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return first;
  }

  all(): Due[] {
    return [...this.#heap].sort((a, b) => (earlier(a, b) ? -1 : 1));
  }
}
