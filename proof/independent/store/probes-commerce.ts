import {planRows, planBodies, planLists, planChanges} from './probes-plans.ts';
import {commerceLimits, subscriptions} from './probes-commerce-doors.ts';
import {commerceDoors} from './probes-doors.ts';
import {orderMembers, orderItems, orderReplies, orderStarts} from './probes-order-shapes.ts';
import {orderForms, itemForms, madeItems, madeUsers} from './probes-order-bodies.ts';
import {orderLists, orderLookups, cancelForms} from './probes-order-lists.ts';
import {expirations, pauses, cancellations, endings} from './probes-order-moves.ts';
import {checkoutLinks, redirectsBack, gateways, orderMails} from './probes-checkout.ts';
import {sessionMembers, sessionLists, sessionDeletes} from './probes-sessions.ts';
import {morePayments, morePlans, moreSessions} from './probes-commerce-more.ts';
import {moreForms, moreReads} from './probes-orders-more.ts';
import type {Probes} from './probe-kit.ts';

/** The probes of the commerce chapters. */
export const COMMERCE: Probes[] = [
  planRows,
  planBodies,
  planLists,
  planChanges,
  commerceDoors,
  orderMembers,
  orderItems,
  orderReplies,
  orderStarts,
  orderForms,
  itemForms,
  madeItems,
  madeUsers,
  orderLists,
  orderLookups,
  cancelForms,
  expirations,
  pauses,
  cancellations,
  endings,
  checkoutLinks,
  redirectsBack,
  gateways,
  orderMails,
  sessionMembers,
  sessionLists,
  sessionDeletes,
  moreForms,
  moreReads,
  morePayments,
  moreSessions,
  morePlans,
  commerceLimits,
  subscriptions,
];
