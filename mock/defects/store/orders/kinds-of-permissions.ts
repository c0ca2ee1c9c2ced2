/** Defects of permission orders of some kinds only. */

import type {Defect} from '../../../defect.ts';
import type {Order} from '../../../store/orders/order.ts';
import {atPlace, breaking} from '../../breaking.ts';
import {withStatus} from './changed-orders.ts';
import {storedAs} from './created-orders.ts';
import {ending, keeping} from './end-of-users.ts';

const isPermission = ({type}: Order): boolean => type === 'permission';

const isOfPlans = ({products}: Order): boolean =>
  products.every(({type}) => type === 'subscription');

const hasPrice = ({unit_price: price}: Order): boolean => price > 0;

const hasReference = ({external_reference: reference}: Order): boolean => reference !== null;

/** Lets permission orders of some kinds begin as pending. */
const pending = (which: (order: Order) => boolean) =>
  storedAs((order) =>
    isPermission(order) && which(order) ? withStatus(order, 'pending') : undefined,
  );

/** Permission orders of some kinds begin or end otherwise. */
export const kindsOfPermissions: Defect[] = atPlace('of every kind', [
  ...breaking('store.orders.permission-is-approved-at-once', {
    'a permission order with a price is pending': pending(hasPrice),
    'a permission order of a plan is pending': pending(isOfPlans),
    'a permission order of several products is pending': pending(
      ({products}) => products.length > 1,
    ),
  }),
  ...breaking('store.orders.deactivation-cancels-manual-orders', {
    'a deactivation leaves orders of plans active': ending(false, keeping(isOfPlans)),
    'a deactivation leaves orders with a price active': ending(false, keeping(hasPrice)),
    'a deactivation leaves orders with a reference active': ending(false, keeping(hasReference)),
  }),
  ...breaking('store.orders.anonymization-cancels-manual-orders', {
    'an anonymization leaves orders of plans active': ending(true, keeping(isOfPlans)),
    'an anonymization leaves orders with a price active': ending(true, keeping(hasPrice)),
  }),
]);
