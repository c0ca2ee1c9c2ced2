import type {Setup} from '../../../language/check.ts';
import type {Handle} from '../../../language/script.ts';
import type {Ref} from '../../../../spec/value.ts';
import {
  content,
  otherContent,
  permission,
  createOrder,
  readerBy,
  readOrder,
  type OrderedProduct,
  type Buyer,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** A reader with an order that no check changes. */
export interface KeptOrder {
  reader: Buyer;
  /** A title of the catalog: the order is of this one. */
  title: OrderedProduct;
  /** Another title of the catalog. */
  other: OrderedProduct;
  /** The creation of the order, of one title. */
  kept: Handle;
  /** A read of that order, before anything else. */
  keptBefore: Handle;
  /** The caller's own reference of that order. */
  reference: Ref;
}

/**
 * A reader whom several checks share, and an order of this reader that is only read. It shows side
 * effects of other requests.
 */
export const keptOrder: Setup<KeptOrder> = {
  id: 'store: a reader with an order',
  reusable: true,
  ways: [
    (s) => {
      const reader = readerBy(createUser(s).created);
      const [title, other] = [content(s), otherContent(s)];
      // The price distinguishes it from the orders of other scenes, which are changed.
      const body = {
        ...permission(s, reader, [title]),
        external_reference: s.fresh('external-id'),
        unit_price: 7.25,
      };
      const kept = createOrder(s, body);
      return {
        reader,
        title,
        other,
        kept,
        keptBefore: readOrder(s, kept),
        reference: kept.at('/data/external_reference'),
      };
    },
  ],
};
