import {at, isObject} from '../../../../spec/json.ts';
import {among, allowedOutcome, refused, type Fits} from '../../../../spec/allowed-outcomes.ts';
import type {AllowedOutcome, Command} from '../../../../spec/relation.ts';
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
export interface OrdersState {
  orders: Record<number, KnownOrder>;
}

/** Nothing is known yet. */
export const NO_ORDERS: OrdersState = {orders: {}};

/** The responses show this status, or none: the answer to a cancellation need not show it. */
const shows =
  (stage: Stage): Fits =>
  (responses) =>
    responses.every(({body}) => !isObject(body) || (body.status ?? stage) === stage);

const both =
  (...fits: Fits[]): Fits =>
  (responses) =>
    fits.every((one) => one(responses));

/** A command on an order that was created before. */
interface OrderCommand extends Command {
  on: number;
}

type CommandModel = (
  state: OrdersState,
  order: KnownOrder,
  command: OrderCommand,
) => AllowedOutcome<OrdersState>[];

const withOrder = (state: OrdersState, on: number, order: KnownOrder): OrdersState => ({
  orders: {...state.orders, [on]: order},
});

const moved = (order: KnownOrder, stage: Stage): KnownOrder => ({
  ...order,
  stage,
  moves: order.moves + 1,
});

const unmoved = (state: OrdersState, {stage}: KnownOrder): AllowedOutcome<OrdersState>[] => [
  allowedOutcome(state, 'a refusal', refused),
  allowedOutcome(
    state,
    `an order that stays ${stage}`,
    both(among('updated', 'cancelled'), shows(stage)),
  ),
];

/** What the document allows (States / Order; Orders, Update and Cancel). */
export function relation(state: OrdersState, command: Command): AllowedOutcome<OrdersState>[] {
  const {does, on} = command;
  const begins = BEGINNINGS[does];
  if (begins) return creating(state, command, begins);
  if (does === 'list the orders')
    return [
      allowedOutcome(state, 'every order with its status', (responses) =>
        listsStages(state, responses),
      ),
    ];
  const order = on === undefined ? undefined : state.orders[on];
  if (on === undefined || !order) return [allowedOutcome(state, 'an order', () => true)];
  const move = COMMAND_MODELS[does];
  if (!move) throw new Error(`the model does not know the command ${does}`);
  return move(state, order, {...command, on});
}

/** The state in which an order of a type begins. */
const BEGINNINGS: Record<string, Stage> = {
  permit: 'approved',
  report: 'approved',
  sell: 'pending',
};

/** Other rules judge whether a store accepts an order of a type; a refused order does not exist. */
const creating = (
  state: OrdersState,
  {id}: Command,
  stage: Stage,
): AllowedOutcome<OrdersState>[] => [
  {
    expected: `created, ${stage}`,
    fits: (responses) =>
      among('created')(responses) &&
      responses.every(({body}) => (at(body, '/data/status') ?? stage) === stage),
    next: ([response]) =>
      withOrder(state, id, {
        stage,
        id: at(response?.body, '/data/id') as string | undefined,
        expires: null,
        moves: 0,
      }),
  },
  allowedOutcome(state, 'a refusal', refused),
  allowedOutcome(state, 'a reader who was not created', (responses) => responses.length === 0),
];

/**
 * A requested status: a change from one state, and no change from the others (NS-ST-44, NS-ST-45).
 */
const turning =
  (from: Stage, to: Stage): CommandModel =>
  (state, order, {on}) => {
    if (order.stage !== from) return unmoved(state, order);
    const next = withOrder(state, on, moved(order, to));
    return [allowedOutcome(next, `updated, ${to}`, both(among('updated'), shows(to)))];
  };

const cancelling: CommandModel = (state, order, {on}) => {
  if (order.stage === 'cancelled') return unmoved(state, order);
  // The document does not describe the effect of a cancellation on an expiration.
  const next = withOrder(state, on, {...moved(order, 'cancelled'), expires: undefined});
  return [allowedOutcome(next, 'cancelled', both(among('cancelled'), shows('cancelled')))];
};

/**
 * An approved order accepts a new expiration. The document does not say whether a paused one does,
 * and the expiration after an update of an ended order is open (NS-ST-45).
 */
const expiring: CommandModel = (state, order, {on}) => {
  const later: AllowedOutcome<OrdersState> = {
    expected: `updated, ${order.stage}`,
    fits: both(among('updated'), shows(order.stage)),
    next: ([response]) => {
      const known = ['approved', 'paused'].includes(order.stage);
      const day = at(response?.requestBody, '/expiration_date') as string | undefined;
      return withOrder(state, on, {...order, expires: known ? day : undefined});
    },
  };
  return order.stage === 'approved'
    ? [later]
    : [allowedOutcome(state, 'a refusal', refused), later];
};

/** An unambiguously invalid request is refused in every state and changes nothing. */
const refusing: CommandModel = (state) => [allowedOutcome(state, 'a refusal', refused)];

const reading: CommandModel = (state, order) => [
  allowedOutcome(state, `an order that is ${order.stage}`, (responses) =>
    responses.every((response) => isShown(response, order)),
  ),
];

const COMMAND_MODELS: Record<string, CommandModel> = {
  pause: turning('approved', 'paused'),
  approve: turning('paused', 'approved'),
  cancel: cancelling,
  'cancel for a reason': cancelling,
  'cancel until a day': cancelling,
  'set an expiration': expiring,
  'set another expiration': expiring,
  'update to cancelled': refusing,
  'update nothing': refusing,
  'cancel for two letters': refusing,
  'read the order': reading,
};

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
function listsStages(state: OrdersState, responses: Exchange[]): boolean {
  if (!among('orders', 'nothing-found')(responses)) return false;
  const rows = responses.flatMap(({body}) => (at(body, '/data') as unknown[] | undefined) ?? []);
  return Object.values(state.orders).every(({id, stage}) => {
    const row = rows.find((one) => isObject(one) && id !== undefined && one.id === id);
    return !isObject(row) || row.status === stage;
  });
}
