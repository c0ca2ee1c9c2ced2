/**
 * The publication allowance is renewed when a cycle ends (Limits). No document says when that is, so that it
 * may happen between any two requests of a scene, which then reads more publications left than before.
 */

import {isObject} from '../../../spec/json.ts';
import {belongsToSecondTenant} from '../../../spec/tenant.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {DAY_MS} from '../../../spec/durations.ts';
import {spanOf} from '../../values/ages.ts';

/** Less than the shortest cycle: whatever renews an allowance twice within it is no end of a cycle. */
const SHORTEST_CYCLE_MS = DAY_MS / 2;

/** The renewals of the allowance by which a run has explained what it saw. */
export class RenewalsSeen {
  readonly #instants: number[] = [];

  /** Whether an allowance may have been renewed at an instant, which is noted: cycles do not end twice at a time. */
  explain(instant: number): boolean {
    const near = this.#instants.find((one) => Math.abs(one - instant) < SHORTEST_CYCLE_MS);
    if (near === undefined) this.#instants.push(instant);
    return near === undefined || near === instant;
  }
}

/**
 * The instant at which the exchanges of a scene show that an allowance was renewed: from one read to the next
 * more publications are left, and no hook was called in between.
 */
export function renewalIn(
  exchanges: readonly Exchange[],
  hookCalls: readonly Exchange[],
): number | undefined {
  const before = new Map<boolean, Exchange>();
  for (const read of exchanges) {
    const left = leftIn(read);
    if (left === undefined) continue;
    const tenant = belongsToSecondTenant(read.as);
    const last = before.get(tenant);
    before.set(tenant, read);
    if (last && left > (leftIn(last) ?? left) && !hookCalls.some(isBetween(last, read)))
      return spanOf(read).sent;
  }
  return undefined;
}

const isBetween =
  (earlier: Exchange, later: Exchange) =>
  (call: Exchange): boolean =>
    call.sentAt > earlier.sentAt && call.sentAt < later.sentAt;

/** The publications that a read of an account or a usage shows as left; undefined if it shows no number. */
function leftIn({status, body}: Exchange): number | undefined {
  const left: unknown = status === 200 && isObject(body) ? body['publications_left'] : undefined;
  return typeof left === 'number' ? left : undefined;
}
