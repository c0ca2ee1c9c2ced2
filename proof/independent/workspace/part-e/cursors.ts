import type {Context} from '../context.ts';
import {Refusal} from '../http.ts';
import {memoryOf} from '../part-d/memory.ts';

/** A name of the use of a cursor. */
function useOf(c: Context, cursor: string): string {
  return `used cursor ${cursor} of ${c.space.id}`;
}

/** Refuses a cursor that was used since it was given. */
export function judgeUse(c: Context): undefined {
  const cursor = c.query['cursor'];
  if (cursor === undefined) return;
  const memory = memoryOf(c.w);
  const isUsed = memory.has(useOf(c, cursor));
  memory.set(useOf(c, cursor), 1);
  if (isUsed) throw new Refusal(400, 'bad_cursor', 'This cursor was used before.', {cursor});
}

/** Forgets that a cursor was used when it is given anew. */
export function issueCursor(c: Context, cursor: unknown): void {
  if (typeof cursor === 'string') memoryOf(c.w).delete(useOf(c, cursor));
}
