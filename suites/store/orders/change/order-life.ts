/** Requests on an order, one after the other, each with a read of the order after it (States / Order). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Judgement} from '../../../language/check.ts';
import {all, expectOutcome, when} from '../../../language/judge.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {expectNoMove, expectStatus, orderIn} from '../../order-rows.ts';
import {readOrder} from '../../ordering.ts';

/** A request on an order, with the reads before and after it. */
export interface Moment {
  before: Exchange;
  response: Exchange;
  after: Exchange;
}

/** The exchanges of a life: requests by name, and the reads after them. */
export type SeenLife = Record<string, Exchange>;

/**
 * Records requests on an order, by name, with a read after each.
 * @param before a read before the first of them
 */
export function recordLife(
  s: Script,
  created: Handle,
  requests: Record<string, () => Handle>,
  before = readOrder(s, created),
): Record<string, Handle> {
  const life: Record<string, Handle> = {};
  let last = before;
  for (const [name, send] of Object.entries(requests)) {
    life[`before ${name}`] = last;
    life[name] = send();
    last = readOrder(s, created);
    life[`after ${name}`] = last;
  }
  return life;
}

/** A request of a life, with the read before it and the one after it. */
export const momentOf = (seen: SeenLife, name: string): Moment =>
  ({
    before: seen[`before ${name}`],
    response: seen[name],
    after: seen[`after ${name}`],
  }) as Moment;

/** Judges a request on an order that the read before it showed in a status. */
export function whenIn(
  status: string,
  {before, response, after}: Moment,
  judgement: (moment: Moment) => Judgement,
): Judgement {
  const isIn = before.status === 200 && orderIn(before).status === status;
  return when(isIn, `the order was not ${status}`, () => judgement({before, response, after}));
}

/** A request was accepted, and the order has another status afterwards. */
export const expectMoved = ({response, after}: Omit<Moment, 'before'>, to: string): Judgement => {
  const situation = response.op === 'cancelOrder' ? 'cancelled' : 'updated';
  return all(expectOutcome(response, situation, 'refused'), () =>
    expectStatus(after, to, `not ${to}`),
  );
};

/** A request has to move an order from one status to another. */
export const expectMove = (moment: Moment, from: string, to: string): Judgement =>
  whenIn(from, moment, (one) => expectMoved(one, to));

/** A request leaves an order in its status. @param what it would have become */
export const expectStay = (moment: Moment, status: string, what: string): Judgement =>
  whenIn(status, moment, ({response, after}) =>
    all(expectNoMove(response, status, what), () =>
      expectStatus(after, status, `${what} by an update`),
    ),
  );
