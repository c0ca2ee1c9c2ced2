import type {Setup} from '../../check.ts';
import type {Handle} from '../../script.ts';
import type {Fresh} from '../../../spec/step.ts';
import {
  content,
  otherContent,
  permission,
  place,
  readOrder,
  type OrderedProduct,
  type Reader,
} from '../ordering.ts';
import {create} from '../people.ts';

/** A reader with an order that no check changes. */
export interface KeptOrder {
  reader: Reader;
  /** A title of the catalog: the order is of this one. */
  title: OrderedProduct;
  /** Another title of the catalog. */
  other: OrderedProduct;
  /** The creation of the order, of one title. */
  kept: Handle;
  /** A read of that order, before anything else. */
  keptBefore: Handle;
  /** The caller's own reference of that order. */
  reference: Fresh;
}

/**
 * A reader whom several checks share, and an order of this reader that is only read: what other
 * requests do beside it shows there.
 */
export const keptOrder: Setup<KeptOrder> = {
  id: 'store: a reader with an order',
  lasting: true,
  ways: [
    (s) => {
      const reader = create(s);
      const [title, other] = [content(s), otherContent(s)];
      const reference = s.fresh('external-id');
      const body = {...permission(s, reader, [title]), external_reference: reference};
      const kept = place(s, body);
      return {reader, title, other, kept, keptBefore: readOrder(s, kept), reference};
    },
  ],
};
