import type {Context} from '../context.ts';
import {Refusal} from '../http.ts';
import type {Reservation} from '../model.ts';
import {memoryOf} from '../part-d/memory.ts';
import {MINUTE} from '../time.ts';
import type {World} from '../world.ts';

/** The reservations of a workspace that hold a place on a faulty server. */
export function heldPlaces(c: Context): number {
  if (!c.w.faults.has('expired-reservations-hold-places')) return 0;
  const all = [...c.w.reservations.values()];
  return all.filter((one) => one.space === c.space.id && !one.registered).length;
}

/** The end of an upload link, where links share a signing policy. */
export function policyEnd(w: World, until: number): number {
  if (!w.faults.has('upload-link-of-cached-policy')) return until;
  const known = Number(memoryOf(w).get('end of the policy') ?? 0);
  if (w.now() < known) return known;
  memoryOf(w).set('end of the policy', w.now() + 30 * MINUTE);
  return until;
}

/** What a faulty server does beside a reservation. */
export function afterReservation(c: Context, made: Reservation): void {
  const {w, space, by} = c;
  const memory = memoryOf(w);
  if (w.faults.has('reserve-forgets-the-one-before')) {
    const before = w.reservations.get(String(memory.get(`upload of ${by}`)));
    if (before?.registered === false) w.reservations.delete(before.id);
    memory.set(`upload of ${by}`, made.id);
  }
  if (w.faults.has('register-by-reserving-key-only')) memory.set(`key of ${made.id}`, by);
  if (c.mcp && w.faults.has('mcp-reserve-spends')) space.spent += 1;
}

/** Refuses what a faulty server refuses about the id of a registration. */
export function judgeId(c: Context, id: string, one: Reservation | undefined): void {
  const isForeign = one !== undefined && one.space !== c.space.id;
  if (isForeign && one.registered && c.w.faults.has('foreign-registered-id-told')) {
    throw new Refusal(409, 'already_registered', 'This upload was registered before.');
  }
  const by = memoryOf(c.w).get(`key of ${id}`);
  if (by === undefined || by === c.by) return;
  throw new Refusal(404, 'publication_not_found', 'This key has no such upload.');
}

/** The size of a stored object, as a faulty server measures it. */
export function measured(w: World, stored: Buffer): number {
  const isText = w.faults.has('register-size-in-characters');
  return isText ? stored.toString('utf8').length : stored.length;
}
