import type {Defect, Seam} from '../../../defect.ts';
import type {Input} from '../../../operation.ts';
import type {Order} from '../../../store/orders/order.ts';
import {afterwards, atPlace, breaking, receiving} from '../../breaking.ts';
import {refusedButDone, taking} from './cancels.ts';
import {
  CANCEL,
  orderIn,
  READ,
  storing,
  UPDATE,
  withProducts,
  withStatus,
  isExternal,
} from './changed-orders.ts';
import {refusedButStored} from './updates.ts';

/** An order with the status that it had when it was cancelled. */
type Ended = Order & {ended_as?: Order['status']};

/** Records the status that an order had when it was cancelled. */
const noting: Seam = storing(CANCEL, ({before}) => {
  const ended: Partial<Ended> | undefined = before && {ended_as: before.status};
  return ended;
});

/** Changes some orders in reads by the reference. */
const readByReference = (otherwise: (order: Ended) => object | undefined): Seam =>
  afterwards(READ, (done, view, input) => {
    const order = orderIn(view, input);
    const other = order && isExternal(input) ? otherwise(order) : undefined;
    return other ? {...done, body: {...(done.body as object), ...other}} : done;
  });

/** Lets operations decode references in the path as form data. */
const readAsForm = (operations: string[], read: (reference: string) => string): Seam =>
  receiving(operations, (input) =>
    isExternal(input) ? {path: {...input.path, id: read(input.path['id'] ?? '')}} : {},
  );

const plusAsBlank = (reference: string): string => reference.replaceAll('+', ' ');

/** Refuses a reason that is too long, and still cancels orders identified by the reference. */
const tooLongAndDone = (by: (input: Input) => boolean): Seam =>
  taking(
    '/reason',
    'maxLength',
    refusedButDone((order, {reason = ''}, input) => {
      if (reason.length <= 150) return undefined;
      return by(input) ? withStatus(order, 'cancelled') : {};
    }),
  );

/** Defects that affect only one of an order's two names (Orders, Read, Update and Cancel). */
export const bothNames: Defect[] = [
  ...atPlace(
    'by both names, in every state',
    breaking('store.orders.shown-alike-everywhere', {
      'by its reference an order that was cancelled while paused is shown as paused': {
        seam: 'several',
        seams: [
          noting,
          readByReference((order) =>
            order.ended_as === 'paused' ? {status: 'paused'} : undefined,
          ),
        ],
      },
      'by its reference a paused order is shown as approved': readByReference(({status}) =>
        status === 'paused' ? {status: 'approved'} : undefined,
      ),
      'by its reference a cancelled sale is shown as pending': readByReference(({type, status}) =>
        type === 'sale' && status === 'cancelled' ? {status: 'pending'} : undefined,
      ),
    }),
  ),
  ...atPlace('with each sign', [
    ...breaking('store.orders.external-reference-finds-the-order', {
      'reading takes a plus in a reference for a blank': readAsForm(READ, plusAsBlank),
      'reading decodes a reference twice': readAsForm(READ, (reference) =>
        reference.replaceAll('%2B', '+'),
      ),
    }),
    ...breaking('store.orders.update-by-external-reference', {
      'updates take a plus in a reference for a blank': readAsForm(UPDATE, plusAsBlank),
    }),
    ...breaking('store.orders.cancel-by-external-reference', {
      'cancellations take a plus in a reference for a blank': readAsForm(CANCEL, plusAsBlank),
    }),
  ]),
  ...atPlace('by its reference', [
    ...breaking('store.orders.refused-cancel-changes-nothing', {
      'by the reference a reason that is too long is refused and cancels':
        tooLongAndDone(isExternal),
    }),
    ...breaking('store.orders.refused-update-changes-nothing', {
      'by the reference an update of nothing is refused and pauses': refusedButStored(
        (order, body, input) =>
          isExternal(input) && Object.keys(body).length === 0
            ? withStatus(order, 'paused')
            : undefined,
      ),
    }),
  ]),
  ...atPlace('by its id', [
    ...breaking('store.orders.refused-cancel-changes-nothing', {
      'by the id a reason that is too long is refused and cancels': tooLongAndDone(
        (input) => !isExternal(input),
      ),
    }),
    ...breaking('store.orders.refused-update-changes-nothing', {
      'by the id an update of nothing is refused and lets the order expire': refusedButStored(
        (order, body, input) =>
          !isExternal(input) && Object.keys(body).length === 0
            ? withProducts(order, () => ({expiration_date: '2041-01-01'}))
            : undefined,
      ),
    }),
  ]),
];
