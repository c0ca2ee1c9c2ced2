import type {Check} from '../../check.ts';
import {checkoutElsewhere} from './checkout-elsewhere.ts';
import {checkoutLateRead} from './checkout-late-read.ts';
import {checkoutRenewed} from './checkout-renewed.ts';
import {checkoutTime} from './checkout-time.ts';
import {checkoutUrls} from './checkout-urls.ts';
import {laterDays} from './later-days.ts';
import {payments} from './payments.ts';
import {redirects} from './redirects.ts';
import {severalSales} from './several-sales.ts';

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
