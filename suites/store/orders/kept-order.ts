import type {Setup} from '../../check.ts';
import type {Handle} from '../../script.ts';
import type {Fresh} from '../../../spec/step.ts';
import {content, permission, place, readOrder, type Reader} from '../ordering.ts';
import {create} from '../people.ts';

/** A reader with an order that no check changes. */
export interface KeptOrder {
  reader: Reader;
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
      const reference = s.fresh('external-id');
      const body = {...permission(reader, [content(s)]), external_reference: reference};
      const kept = place(s, body);
      return {reader, kept, keptBefore: readOrder(s, kept), reference};
    },
  ],
};
