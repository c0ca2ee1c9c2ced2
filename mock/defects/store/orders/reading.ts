/** Defects of finding orders by their ids and references (Orders, Read, Update and Cancel). */

import type {Defect, Seam} from '../../../defect.ts';
import {isRefused} from '../../../operation.ts';
import type {Order} from '../../../store/orders/order.ts';
import {around} from '../../breaking.ts';
import {shifted, shown, together} from '../../families/seams.ts';
import {ABSENT, type Asked, type When} from '../../families/when.ts';
import {decodedTwice, plusAsBlank} from '../../families/texts.ts';
import {defects, type Phrases} from '../../table.ts';
import {
  BY_REFERENCE,
  CANCEL,
  ORDER,
  READ,
  refusedButChanged,
  UPDATE,
  withEnd,
  withStatus,
  type Noted,
  type OrderChange,
} from './changed-orders.ts';
import {CREATE, NEW} from './created-orders.ts';
import {tooLong} from './cancels.ts';

type Request = Asked<Noted, OrderChange>;

const isById = ({query}: Request): boolean => query['id_type'] !== 'external';

/** Lets requests find no order. */
const lost = (operations: string[], when: When<Noted, OrderChange>): Seam =>
  ORDER.asking(operations, when, ({path}) => ({path: {...path, id: 'of-no-order'}}));

/** Lets requests find no order by some references. */
const lostBy = (operations: string[], reference: RegExp = /^/): Seam =>
  lost(operations, {query: BY_REFERENCE, path: {id: reference}});

/** Answers reads with another order. */
const answering = (
  when: When<Noted, OrderChange>,
  other: (request: Request) => Order | undefined,
): Seam =>
  ORDER.asking(READ, when, (request) => {
    const order = other(request);
    return order ? {path: {id: order.key}, query: {id_type: 'internal'}} : {};
  });

const oldest = ({view}: Request): Order | undefined => view.oldest<Order>('orders', {limit: 1})[0];
const newest = ({view}: Request): Order | undefined => view.newest<Order>('orders', {limit: 1})[0];
const byReference = ({view, path}: Request): Order | undefined =>
  view.by<Order>('orders', 'reference', path['id'] ?? '');

/** Looks references up in another form. */
const lookedUpAs = (operations: string[], written: (reference: string) => string): Seam =>
  ORDER.asking(operations, {query: BY_REFERENCE}, ({path}) => ({
    path: {...path, id: written(path['id'] ?? '')},
  }));

/** Shows orders otherwise when they are read by the reference. */
const readByReference = (before: Partial<Noted>, status: Order['status']): Seam =>
  ORDER.after(READ, {query: BY_REFERENCE, before}, (done) => ({
    ...done,
    body: {...(done.body as object), status},
  }));

/** A checkout that a read gave. */
interface Given {
  at: number;
  checkout: unknown;
  isByReference: boolean;
}

/** Reads of a pending order give URLs that earlier ones gave. */
const repeating = (which: (earlier: Given[], read: Given) => Given | undefined): Seam =>
  around(READ, (next) => {
    const given = new Map<string, Given[]>();
    return (view, input) => {
      const done = next(view, input);
      const shown = isRefused(done) ? undefined : (done.body as {id: string; checkout?: unknown});
      if (isRefused(done) || shown?.checkout === undefined) return done;
      const isByReference = input.query['id_type'] === 'external';
      const read = {at: view.now, checkout: shown.checkout, isByReference};
      const earlier = given.get(shown.id) ?? [];
      const {checkout} = which(earlier, read) ?? read;
      given.set(shown.id, [...earlier, {...read, checkout}]);
      return {...done, body: {...shown, checkout}};
    };
  });

/** References that are percent-encoded in a path. */
const ENCODED = /[^\w.~-]/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const withoutZeros = (reference: string): string => reference.replace(/^0+(?=\d)/, '');
const withoutLetter = (reference: string): string => reference.replace(/x$/, '');

/** The defects that updates and cancellations by a reference have alike. */
const changingBy = (
  rule: string,
  operations: string[],
  all: string,
  one: string,
  sign: [name: string, pattern: RegExp],
): Record<string, Phrases> => ({
  [`${rule} @ whatever it is`]: {
    [`${all} find no references`]: lostBy(operations),
    [`${all} find no reference that has to be percent-encoded`]: lostBy(operations, ENCODED),
  },
  [`${rule} @ what differs in little`]: {
    [`${all} drop a letter at the end of a reference`]: lookedUpAs(operations, withoutLetter),
  },
  [`${rule} @ what differs in little, turned`]: {
    [`${all} drop leading zeros of a reference`]: lookedUpAs(operations, withoutZeros),
  },
  [`${rule} @ with each sign`]: {
    [`${all} take a plus in a reference for a blank`]: lookedUpAs(operations, plusAsBlank),
  },
  [`${rule} @ each kind of value`]: {
    [`${one} by a reference with ${sign[0]} finds nothing`]: lostBy(operations, sign[1]),
  },
  [`${rule} @ with a slash`]: {
    [`${one} by a reference with a slash finds nothing`]: lostBy(operations, /\//),
  },
});

const cancelling = changingBy(
  'store.orders.cancel-by-external-reference',
  CANCEL,
  'cancellations',
  'a cancellation',
  ['an apostrophe', /'/],
);

const FINDS = 'store.orders.external-reference-finds-the-order';

/** Defects of one of an order's two names, or of both. */
const names: Defect[] = defects({
  'store.orders.internal-id-finds-the-order': {
    'the oldest order of the store is answered': answering(
      (request) => isById(request) && request.before !== undefined,
      oldest,
    ),
    'an order with a reference is not found by its id': lost(
      READ,
      (request) => isById(request) && request.before?.external_reference !== null,
    ),
    'a paused order is not found by its id': lost(
      READ,
      (request) => isById(request) && request.before?.status === 'paused',
    ),
  },
  [FINDS]: {
    'references find nothing': lostBy(READ),
    'a paused order is not found by its reference': lost(READ, {
      query: BY_REFERENCE,
      before: {status: 'paused'},
    }),
    'the oldest order is answered for every reference': answering(
      {query: BY_REFERENCE, before: {}},
      oldest,
    ),
  },
  [`${FINDS} @ in the form of an id`]: {
    'references that could be ids find nothing': lostBy(READ, UUID),
  },
  [`${FINDS} @ the id of another order`]: {
    'a reference that is an id is taken for it': answering({query: BY_REFERENCE}, ({view, path}) =>
      view.find<Order>('orders', path['id'] ?? ''),
    ),
  },
  [`${FINDS} @ digits that begin with zeros`]: {
    'a reference of digits loses its leading zeros': NEW.making(
      CREATE,
      {row: {external_reference: /^0+\d{1,15}$/}},
      ({external_reference: reference}) => ({external_reference: String(Number(reference))}),
    ),
  },
  [`${FINDS} @ whatever it is`]: {
    'references that have to be percent-encoded find nothing': lostBy(READ, ENCODED),
    'references with a letter beside figures and a dash find nothing': lostBy(
      READ,
      /^(?!pc-[\w-]+$)/,
    ),
  },
  [`${FINDS} @ with each sign`]: {
    'reading takes a plus in a reference for a blank': lookedUpAs(READ, plusAsBlank),
    'reading decodes a reference twice': lookedUpAs(READ, decodedTwice),
  },
  [`${FINDS} @ each kind of value`]: {
    'a reference with quotes finds nothing': lostBy(READ, /"/),
  },
  [`${FINDS} @ with a slash`]: {'a reference with a slash finds nothing': lostBy(READ, /\//)},
  ...changingBy('store.orders.update-by-external-reference', UPDATE, 'updates', 'an update', [
    'a comma',
    /,/,
  ]),
  ...cancelling,
  'store.orders.cancel-by-external-reference @ whatever it is': {
    ...cancelling['store.orders.cancel-by-external-reference @ whatever it is'],
    'a cancellation by a reference is not stored': ORDER.after(
      CANCEL,
      {query: BY_REFERENCE},
      (done) => ({...done, changes: []}),
    ),
  },
  'store.orders.id-type-defaults-to-internal': {
    'without id_type the oldest order is answered': answering({query: {id_type: ABSENT}}, oldest),
    'without id_type the order before it is answered': answering(
      {query: {id_type: ABSENT}, before: {}},
      ({view, before: order}) =>
        view.newest<Order>('orders', {limit: 1, before: order?.seq ?? 0})[0],
    ),
  },
  'store.orders.reference-needs-its-id-type': {
    'a reference is found without id_type': answering({query: {id_type: ABSENT}}, byReference),
    'a reference is found as an internal id': answering(
      {query: {id_type: 'internal'}},
      byReference,
    ),
  },
  'store.orders.unknown-is-not-found @ getOrder by a reference of nobody': {
    'a reference of nobody finds the newest order': answering(
      (request) => !isById(request) && !request.before,
      newest,
    ),
    'a reference of nobody is answered as wrong': ORDER.refusing(
      READ,
      'foreign-refused',
      (request) => !isById(request) && !request.before,
    ),
  },
  'store.orders.shown-alike-everywhere @ by both names, in every state': {
    'by its reference an order that was cancelled while paused is shown as paused': together(
      ORDER.storing(CANCEL, {}, (_order, {before: order}) => order && {ended_as: order.status}),
      readByReference({ended_as: 'paused'}, 'paused'),
    ),
    'by its reference a paused order is shown as approved': readByReference(
      {status: 'paused'},
      'approved',
    ),
    'by its reference a cancelled sale is shown as pending': readByReference(
      {type: 'sale', status: 'cancelled'},
      'pending',
    ),
  },
  'store.orders.refused-cancel-changes-nothing @ by its reference': {
    'by the reference a reason that is too long is refused and cancels': tooLong(true),
  },
  'store.orders.refused-cancel-changes-nothing @ by its id': {
    'by the id a reason that is too long is refused and cancels': tooLong(false),
  },
  'store.orders.refused-update-changes-nothing @ by its reference': {
    'by the reference an update of nothing is refused and pauses': refusedButChanged(
      UPDATE,
      {query: BY_REFERENCE, body: {status: ABSENT, expiration_date: ABSENT}},
      (order) => withStatus(order, 'paused'),
    ),
  },
  'store.orders.refused-update-changes-nothing @ by its id': {
    'by the id an update of nothing is refused and lets the order expire': refusedButChanged(
      UPDATE,
      (request) => isById(request) && Object.keys(request.body).length === 0,
      (order) => withEnd(order, '2041-01-01'),
    ),
  },
});

/** Defects of what a read shows. */
const reads: Defect[] = defects({
  'store.orders.reading-gives-a-new-checkout-url': {
    'a read by the reference gives the URL of the read before': repeating(
      (earlier, {isByReference}) => (isByReference ? earlier.at(-1) : undefined),
    ),
    'from the second read on a URL is given for eight seconds': repeating((earlier, {at}) =>
      earlier.find((one) => at - one.at < 8000),
    ),
    'the third read gives the URL of the first': repeating((earlier) =>
      earlier.length === 2 ? earlier[0] : undefined,
    ),
  },
  'store.orders.reading-gives-a-new-checkout-url @ of many': {
    'the seventh read gives the URL of the third': repeating((earlier) =>
      earlier.length === 6 ? earlier[2] : undefined,
    ),
  },
  'store.orders.read-shows-what-was-created': {
    'a read shows another price': shifted('order', '/unit_price', 1),
    'a read shows a currency where none was given': shown('order', '/currency_id', 'USD'),
    'a read shows the id as the reference': shown(
      'order',
      '/external_reference',
      '0d4f3c1e-6a51-4d0c-9a8e-1f7a2b3c4d5e',
    ),
  },
});

/** Defects of finding orders. */
export const reading: Defect[] = [...names, ...reads];
