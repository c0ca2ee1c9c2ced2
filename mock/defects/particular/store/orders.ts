import {findingNone} from '../../store/orders/reading.ts';
import {READ} from '../../store/orders/changed-orders.ts';
import {particular, type ParticularDefect} from '../particular.ts';

/** What particular references show. */
export const orders: ParticularDefect[] = particular(
  'ids',
  'store.orders.external-reference-finds-the-order',
  {
    'references of digits find nothing': [
      'A reference that has nothing but digits is taken for an id, and finds nothing.',
      findingNone(READ, (reference) => /^\d+$/.test(reference)),
    ],
    'references of 64 characters find nothing': [
      'A reference of 64 characters is cut, and finds nothing.',
      findingNone(READ, ({length}) => length > 60),
    ],
  },
);
