import type {Chapter} from '../../chapter.ts';
import {openCheckout} from './open-checkout.ts';
import {readGateway, readPayments} from './payments.ts';
import {approveLate, settleCheckout} from './settle-checkout.ts';

/** The checkout of pending sales (Orders, Create rule 4). */
export const checkout: Chapter = {
  name: 'store/checkout',
  tables: {checkout_visits: {}},
  numbers: {'checkout.ttl_seconds': 3600},
  freedoms: {
    'checkout.form': {
      values: ['ttl', 'token', 'expires_on'],
      meaning: 'The members of `checkout`: `url` and `ttl`, or a `token` with `expires_on`.',
      open: ['NS-ST-26'],
    },
    'checkout.declined_status': {
      values: ['cancelled', 'pending'],
      meaning: 'The status in the return URL after a declined payment: `cancelled` or `pending`.',
    },
  },
  siteOperations: {openCheckout, settleCheckout, approveLate, readPayments, readGateway},
};
