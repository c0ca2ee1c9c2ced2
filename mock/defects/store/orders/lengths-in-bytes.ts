/** Defects of lengths that are counted in bytes. */

import type {Defect} from '../../../defect.ts';
import {atPlace, breaking} from '../../breaking.ts';
import {CANCEL, given, refusing as refusingChange} from './changed-orders.ts';
import {refusing, type Wanted} from './created-orders.ts';

const bytesOf = (text: unknown): number => new TextEncoder().encode(String(text ?? '')).length;

/** Refuses creations in which a member has more than 64 bytes. */
const beyond64 = (field: string, member: (body: Wanted) => unknown) =>
  refusing((body) => bytesOf(member(body)) > 64, field);

/** Lengths are counted in bytes. */
export const lengthsInBytes: Defect[] = atPlace('of letters that are not ASCII', [
  ...breaking('store.orders.reference-is-at-most-64', {
    'the bytes of a reference are counted': beyond64(
      'external_reference',
      ({external_reference: reference}) => reference,
    ),
  }),
  ...breaking('store.orders.user-id-is-at-most-64', {
    'the bytes of the id of a user are counted': beyond64('user.id', ({user}) => user?.id),
  }),
  ...breaking('store.orders.product-id-is-at-most-64', {
    'the bytes of the id of a product are counted': beyond64(
      'products.0.id',
      ({products}) => products?.[0]?.id,
    ),
  }),
  ...breaking('store.orders.product-name-is-at-most-64', {
    'the bytes of the name of a product are counted': beyond64(
      'products.0.name',
      ({products}) => products?.[0]?.name,
    ),
  }),
  ...breaking('store.orders.cancel-reason-is-3-to-150', {
    'the bytes of a reason are counted': refusingChange(
      CANCEL,
      'invalid',
      (_order, input) => bytesOf(given(input).reason) > 150,
    ),
    'two letters are enough where they take more than two bytes': {
      seam: 'several',
      seams: [
        {seam: 'schema', in: 'cancelOrder', pointer: '/reason', keyword: 'minLength', as: 2},
        refusingChange(
          CANCEL,
          'invalid',
          (_order, input) => given(input).reason !== undefined && bytesOf(given(input).reason) < 3,
        ),
      ],
    },
  }),
]);
