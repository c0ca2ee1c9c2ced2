import type {Exchange} from '../../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {provocation, type Provocation} from '../../../language/provocation.ts';
import {
  all,
  expectEqual,
  expectOutcome,
  expectRefused,
  judgeEach,
  saw,
  when,
  whenServed,
} from '../../../language/judge.ts';
import type {Args, Handle, Script} from '../../../language/script.ts';
import {orderId, orderIn} from '../../order-rows.ts';
import {
  byId,
  byReference,
  permission,
  createOrder,
  readOrder,
  updateOrder,
} from '../../ordering.ts';
import {keptOrder} from '../change/kept-order.ts';

/** A UUID that no service assigns: all its free digits are 0. */
const NO_ORDER = '00000000-0000-4000-8000-000000000000';

/** A response shows the created order and no other. */
export const expectOrder = (shown: Exchange, created: Exchange, branch: string): Judgement =>
  expectEqual(orderIn(shown).id, orderId(created), branch, shown, `\`id\` of ${shown.op}`);

/** An order was found, and is the created one. */
const expectFound = (read: Exchange, created: Exchange): Judgement =>
  all(expectOutcome(read, 'order', 'not-found'), () => expectOrder(read, created, 'another-order'));

/** One order, read in every way in which it can be named. */
const everyName = sharedScene({
  id: 'store: an order read by each of its names',
  given: keptOrder,
  act: (s, {kept, reference}) => {
    const read = (args: Args): Handle => s.call('getOrder', args);
    return {
      kept,
      byItsId: readOrder(s, kept),
      byIdAlone: read({path: byId(kept).path}),
      byItsReference: read(byReference(reference)),
      referenceAlone: read({path: byReference(reference).path}),
      referenceAsId: read({...byReference(reference), query: {id_type: 'internal'}}),
      nobodys: read(byReference(s.fresh('external-id'))),
    };
  },
});

/** An order that was read, then paused, and read again. */
const whilePaused = sharedScene({
  id: 'store: an order read while it is paused',
  given: keptOrder,
  act: (s, {reader, title}) => {
    const reference = s.fresh('external-id');
    const body = {...permission(s, reader, [title]), external_reference: reference};
    const created = createOrder(s, body);
    const before = readOrder(s, created);
    const paused = updateOrder(s, created, {status: 'paused'});
    return {
      created,
      before,
      paused,
      byItsId: readOrder(s, created),
      byItsReference: s.call('getOrder', byReference(reference)),
    };
  },
});

const whenPaused = (updated: Exchange, judgement: () => Judgement): Judgement =>
  when(updated.situations.includes('updated'), 'the order was not paused', judgement);

/**
 * Members of the creation that a read must show unchanged; the checkout of a sale differs in each
 * read.
 */
const LASTING = ['type', 'external_reference', 'unit_price', 'currency_id', 'created_at'];

/** The read shows what the creation showed. */
export const expectSameOrder = (
  read: Exchange,
  created: Exchange,
  names: readonly string[] = LASTING,
): Judgement =>
  judgeEach(names, (name) => {
    const before = orderIn(created)[name] ?? null;
    const branch = `${name} differs`;
    return expectEqual(
      orderIn(read)[name] ?? null,
      before,
      branch,
      read,
      `\`${name}\` of the order`,
    );
  });

/** Reading one order (Orders, Read). */
export const reading: Check[] = [
  ...checksOf(everyName, {
    'store.orders.internal-id-finds-the-order': ({byItsId, kept}) => expectFound(byItsId, kept),
    'store.orders.external-reference-finds-the-order': ({byItsReference, kept}) =>
      expectFound(byItsReference, kept),
    'store.orders.read-shows-what-was-created': ({byItsId, kept}) => expectSameOrder(byItsId, kept),
    // Whether `id_type` may be left out is open (NS-ST-41); if it may, the default is the id.
    'store.orders.id-type-defaults-to-internal': ({byIdAlone, kept}) =>
      byIdAlone.status >= 400
        ? all(
            expectRefused(byIdAlone, 'neither-found-nor-refused'),
            saw('id_type is always needed'),
          )
        : all(expectFound(byIdAlone, kept), saw('internal without id_type')),
    'store.orders.reference-needs-its-id-type': ({referenceAlone, referenceAsId}) =>
      all(
        expectRefused(referenceAlone, 'found without id_type'),
        expectRefused(referenceAsId, 'found as an internal id'),
      ),
  }),
  ...checksOf(whilePaused, {
    'store.orders.internal-id-finds-the-order @ while it is paused': ({
      created,
      before,
      paused,
      byItsId,
    }) => whenServed(before, () => whenPaused(paused, () => expectFound(byItsId, created))),
    'store.orders.external-reference-finds-the-order @ while it is paused': ({
      created,
      paused,
      byItsReference,
    }) => whenPaused(paused, () => expectFound(byItsReference, created)),
  }),
  ...checksOf(everyName, {
    'store.orders.unknown-is-not-found @ getOrder by a reference of nobody': ({nobodys}) =>
      expectOutcome(nobodys, 'order-not-found', 'anybody found'),
  }),
];

/** An order that does not exist; the control is an order to which the operation applies. */
const provokeUnknownOrder = (op: string, name: (s: Script) => Args, more: Args = {}): Provocation =>
  provocation({
    api: 'store',
    op,
    condition: 'unknown',
    given: keptOrder,
    act: (s, {reader, title}) => ({
      subject: s.call(op, {...name(s), ...more}),
      control: s.call(op, {...byId(createOrder(s, permission(s, reader, [title]))), ...more}),
    }),
  });

/** The provocations of the refusal of unknown orders; writes name the order by a reference. */
export const unknownOrders: Provocation[] = [
  provokeUnknownOrder('getOrder', () => ({path: {id: NO_ORDER}, query: {id_type: 'internal'}})),
  provokeUnknownOrder('updateOrder', (s) => byReference(s.fresh('external-id')), {
    body: {expiration_date: '2099-12-31'},
  }),
  provokeUnknownOrder('cancelOrder', (s) => byReference(s.fresh('external-id'))),
];
