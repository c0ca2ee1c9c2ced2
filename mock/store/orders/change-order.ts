import {defined} from '../../../spec/defined.ts';
import {guarded, type FieldErrors, type Guard} from '../../guarded.ts';
import type {Input, Refused, View} from '../../operation.ts';
import {invalid} from '../invalid.ts';
import {stateChoices} from './choices.ts';
import {foundOrder, noSuchOrder, untyped, type FoundOrder} from './find-order.ts';
import {missing} from './new-order.ts';
import {movedOrder, type OrderEvent, type OrderMoved} from './order-states.ts';
import type {Day, ProductType} from './order.ts';
import {changesOf, refusedMove} from './order-changes.ts';
import {endingWithPeriods} from './subscriptions.ts';
import {renderOrder} from './render-order.ts';
import {wrapped} from './wrapped.ts';

/** The body of an update. */
interface UpdateInput {
  expiration_date?: Day;
  status?: 'approved' | 'paused';
}

/** The body of a cancellation. */
interface CancelInput {
  reason?: string;
  expiration_date?: Day;
}

/** An event that a request causes, with the order in its path. */
interface RequestedEvent extends FoundOrder {
  input: Input;
  event: OrderEvent;
  /** The order after the event, or why it is refused. */
  moved: OrderMoved | undefined;
}

/** Finds the order of a request, and computes the effect of an event on it. */
const withEvent =
  (eventOf: (input: Input) => OrderEvent) =>
  (view: View, input: Input): RequestedEvent => {
    const found = foundOrder(view, input);
    const event = eventOf(input);
    const moved = found.order && movedOrder(found.order, event, view.now, stateChoices(view));
    return {...found, input, event, moved};
  };

const isTyped: Guard<RequestedEvent> = {situation: 'id-type-refused', judge: untyped};

const exists: Guard<RequestedEvent> = {
  situation: 'order-not-found',
  fixed: true,
  judge: (found, view) => (found.order ? undefined : noSuchOrder(found, view)),
};

/** Whether both members are allowed together is open (NS-ST-44): with a freedom they are refused. */
const bothAllowed: Guard<RequestedEvent> = {
  situation: 'both-members',
  judge({input: {body}}, view) {
    const {expiration_date: expiration, status} = body as UpdateInput;
    if (expiration === undefined || status === undefined) return undefined;
    if (view.freedom('orders.both_members') === 'taken') return undefined;
    const errors = {status: ['The status cannot be changed together with the expiration.']};
    return invalid(errors, body);
  },
};

function updateOf({body, query: {product_id: id, product_type: type}}: Input): OrderEvent {
  const {expiration_date, status} = body as UpdateInput;
  const product =
    id === undefined || type === undefined ? undefined : {type: type as ProductType, id};
  return {event: 'update', expiration_date, status, product};
}

function cancellationOf({body = {}}: Input): OrderEvent {
  const {reason, expiration_date} = body as CancelInput;
  return {event: 'cancel', reason, expiration_date};
}

/** PUT /orders/{id}: changes the expiration or the status (Orders, Update). */
export const updateOrder = guarded<RequestedEvent>({
  find: withEvent(updateOf),
  guards: [
    {
      fields: [
        {situation: 'nothing-to-change', errors: emptyUpdate},
        {situation: 'product-type-missing', errors: untypedProduct},
      ],
      refuse: invalidUpdate,
    },
    isTyped,
    exists,
    bothAllowed,
    moveAllowed('move-refused', 'updated'),
    moveAllowed('product-not-in-order', 'updated'),
  ],
  perform: (requested, view) => performed(requested, view, 'updated'),
});

/** DELETE /orders/{id}: cancels an order permanently (Orders, Cancel). */
export const cancelOrder = guarded<RequestedEvent>({
  find: withEvent(cancellationOf),
  guards: [isTyped, exists, moveAllowed('move-refused', 'cancelled')],
  perform: (requested, view) => performed(requested, view, 'cancelled'),
});

/** At least one of the two members is required (Orders, Update). */
function emptyUpdate({input: {body}}: RequestedEvent): FieldErrors {
  const {expiration_date: expiration, status} = body as UpdateInput;
  return expiration === undefined && status === undefined ? missing('expiration_date') : {};
}

function invalidUpdate(errors: FieldErrors, {input: {query}}: RequestedEvent): Refused {
  const refused = invalid(errors, query);
  if (!Object.hasOwn(errors, 'expiration_date')) return refused;
  const why = {
    expected: 'expiration_date or status',
    got: 'neither',
    todo: 'send one of them (Orders, Update)',
  };
  return {...refused, why};
}

/** `product_type` is required when `product_id` is given (Orders, Update). */
function untypedProduct({input: {query}}: RequestedEvent): FieldErrors {
  const isUntyped = query['product_id'] !== undefined && query['product_type'] === undefined;
  return isUntyped ? missing('product_type') : {};
}

/**
 * Refuses what the states do not allow. It is `fixed`, because the work needs the next state. With a freedom a move that
 * is not listed succeeds with the unchanged order (NS-ST-45, NS-ST-46).
 * @param success the situation of that success
 */
function moveAllowed(situation: string, success: string): Guard<RequestedEvent> {
  return {
    situation,
    fixed: true,
    judge({order, moved}, view) {
      if (!order || !moved || !('refused' in moved)) return undefined;
      const refusal = refusedMove(order, moved.refused);
      if (refusal.refused !== situation) return undefined;
      const isAnswered = view.freedom('orders.unlisted_moves') === 'answered';
      return situation === 'move-refused' && isAnswered
        ? {situation: success, body: wrapped(view, renderOrder(view, order))}
        : refusal;
    },
  };
}

function performed({order, moved}: RequestedEvent, view: View, situation: string) {
  const {order: next, effects} = defined(
    moved && 'order' in moved ? moved : undefined,
    'the next state of the order',
  );
  const put = situation === 'cancelled' ? endingWithPeriods(view, next, order) : next;
  return {
    situation,
    body: wrapped(view, renderOrder(view, put)),
    changes: put === order ? [] : changesOf(view, put, effects),
  };
}
