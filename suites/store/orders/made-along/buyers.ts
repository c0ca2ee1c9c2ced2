import type {Check} from '../../../language/check.ts';
import {checkoutElsewhere} from '../checkout/checkout-elsewhere.ts';
import {checkoutLateRead} from '../checkout/checkout-late-read.ts';
import {checkoutRenewed} from '../checkout/checkout-renewed.ts';
import {checkoutTime} from '../checkout/checkout-time.ts';
import {checkoutUrls} from '../checkout/checkout-urls.ts';
import {laterDays} from '../change/later-days.ts';
import {payments} from '../checkout/payments.ts';
import {redirects} from '../checkout/redirects.ts';
import {severalSales} from '../checkout/several-sales.ts';

/** What buyers see and do at the checkout (Orders, Create rule 4; Authentication 4). */
export const buyers: Check[] = [
  ...checkoutUrls,
  ...checkoutTime,
  ...checkoutRenewed,
  ...checkoutLateRead,
  ...checkoutElsewhere,
  ...payments,
  ...redirects,
  ...severalSales,
  ...laterDays,
];
