import {checkoutE2, paymentsE2} from './probes-e2-checkout.ts';
import {contentE2} from './probes-e2-content.ts';
import {orderMovesE2, ordersE2} from './probes-e2-orders.ts';
import {endingsE2, readingE2} from './probes-e2-people.ts';
import type {Probes} from './probe-kit.ts';

/** The probes of part E on orders, checkout, content, reading, and the end of users. */
export const PART_E2: Probes[] = [
  ordersE2,
  orderMovesE2,
  checkoutE2,
  paymentsE2,
  contentE2,
  readingE2,
  endingsE2,
];
