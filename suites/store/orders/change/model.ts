import {isObject} from '../../../../spec/json.ts';
import {
  among,
  allowedOutcome,
  both,
  outcomeWith,
  refusal,
  rowsIn,
  sentIn,
  shownIn,
  type Fits,
} from '../../../../spec/allowed-outcomes.ts';
import type {AllowedOutcome} from '../../../../spec/relation.ts';
import {alike, relationOf, type Things} from '../../../../spec/relation-of-things.ts';
import type {Exchange} from '../../../../spec/exchange.ts';

/** States of an order (States / Order). */
export type Stage = 'pending' | 'approved' | 'paused' | 'cancelled';

/** What is known of one order. */
export interface KnownOrder {
  stage: Stage;
  /** The id in the response to the creation; undefined while nothing was sent. */
  id: string | undefined;
  /** The expiration of its products; undefined if it is unknown, null if there is none. */
  expires: string | null | undefined;
  /** Changes of state so far. */
  moves: number;
}

/** The orders of a reader as a sequence of commands has shown them. */
export type Orders = Things<KnownOrder>;

type OrderModel = (order: KnownOrder) => AllowedOutcome<KnownOrder>[];

/** The responses show this status, or none: the answer to a cancellation need not show it. */
const shows =
  (stage: Stage): Fits =>
  (responses) =>
    responses.every(({body}) => !isObject(body) || (body.status ?? stage) === stage);

const moved = (order: KnownOrder, stage: Stage): KnownOrder => ({
  ...order,
  stage,
  moves: order.moves + 1,
});

const unmoved: OrderModel = (order) => {
  const stays = both(among('updated', 'cancelled'), shows(order.stage));
  return [refusal(order), allowedOutcome(order, `an order that stays ${order.stage}`, stays)];
};

/** Other rules judge whether a store accepts an order of a type; a refused order does not exist. */
const creating = (stage: Stage) => (): AllowedOutcome<KnownOrder | undefined>[] => [
  outcomeWith(
    `created, ${stage}`,
    (response) => ({stage, id: shownIn(response, '/data/id'), expires: null, moves: 0}),
    both(among('created'), (responses) =>
      responses.every((one) => (shownIn(one, '/data/status') ?? stage) === stage),
    ),
  ),
  refusal(undefined),
  allowedOutcome(undefined, 'a reader who was not created', (responses) => responses.length === 0),
];

/**
 * A requested status: a change from one state, and no change from the others (NS-ST-44, NS-ST-45).
 */
const turning =
  (from: Stage, to: Stage): OrderModel =>
  (order) =>
    order.stage === from
      ? [allowedOutcome(moved(order, to), `updated, ${to}`, both(among('updated'), shows(to)))]
      : unmoved(order);

const cancelling: OrderModel = (order) => {
  if (order.stage === 'cancelled') return unmoved(order);
  // The document does not describe the effect of a cancellation on an expiration.
  const next = {...moved(order, 'cancelled'), expires: undefined};
  return [allowedOutcome(next, 'cancelled', both(among('cancelled'), shows('cancelled')))];
};

/**
 * An approved order accepts a new expiration. The document does not say whether a paused one does,
 * and the expiration after an update of an ended order is open (NS-ST-45).
 */
const expiring: OrderModel = (order) => {
  const {stage} = order;
  const isKnown = ['approved', 'paused'].includes(stage);
  const later = outcomeWith(
    `updated, ${stage}`,
    (response): KnownOrder => ({
      ...order,
      expires: isKnown ? sentIn<string>(response, '/expiration_date') : undefined,
    }),
    both(among('updated'), shows(stage)),
  );
  return stage === 'approved' ? [later] : [refusal(order), later];
};

const reading: OrderModel = (order) => [
  allowedOutcome(order, `an order that is ${order.stage}`, (responses) =>
    responses.every((response) => isShown(response, order)),
  ),
];

/** The response shows the order in its state, with the expirations that updates gave. */
function isShown(response: Exchange, {stage, id, expires}: KnownOrder): boolean {
  const {situations, body} = response;
  if (!situations.includes('order') || !isObject(body)) return false;
  return (
    body.status === stage &&
    (id === undefined || body.id === id) &&
    expiresOn(body.products, expires)
  );
}

/** Products without a known expiration may have any. */
const expiresOn = (products: unknown, day: string | null | undefined): boolean =>
  typeof day !== 'string' ||
  !Array.isArray(products) ||
  products.every((product) => !isObject(product) || product.expiration_date === day);

/** Every order in the list has its state; other rules judge which orders are listed. */
const showsStages =
  (orders: Orders): Fits =>
  (responses) => {
    const rows = rowsIn(responses, '/data');
    return (
      among('orders', 'nothing-found')(responses) &&
      Object.values(orders).every(({id, stage}) => {
        const row = rows.find((one) => id !== undefined && one.id === id);
        return !row || row.status === stage;
      })
    );
  };

/** What the document allows (States / Order; Orders, Update and Cancel). */
export const relation = relationOf<KnownOrder>({
  thing: 'an order',
  makes: {...alike(creating('approved'), 'permit', 'report'), sell: creating('pending')},
  changes: {
    pause: turning('approved', 'paused'),
    approve: turning('paused', 'approved'),
    ...alike(cancelling, 'cancel', 'cancel for a reason', 'cancel until a day'),
    ...alike(expiring, 'set an expiration', 'set another expiration'),
    // An unambiguously invalid request is refused in every state and changes nothing.
    ...alike<OrderModel>(
      (order) => [refusal(order)],
      'update to cancelled',
      'update nothing',
      'cancel for two letters',
    ),
    'read the order': reading,
  },
  lists: {'list the orders': {expected: 'every order with its status', shows: showsStages}},
});
