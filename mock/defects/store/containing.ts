/** Orders by what they contain, as the defects of their mails see them. */

import type {View} from '../../operation.ts';
import {EXTERNAL_LINK, type Issue} from '../../store/content/issue.ts';
import type {Order} from '../../store/orders/order.ts';
import type {Plan} from '../../store/plans/plan.ts';

const plansIn = ({products}: Order, view: View): Plan[] =>
  products.flatMap(({type, product}) =>
    type === 'subscription' ? (view.find<Plan>('plans', product) ?? []) : [],
  );

/** Of each title of an order, whether an order has made it; one that is made now is not stored yet. */
const areMade = ({products}: Order, view: View): boolean[] =>
  products
    .filter(({type}) => type === 'content')
    .map(({product}) => view.find<Issue>('issues', product)?.kind ?? EXTERNAL_LINK)
    .map((kind) => kind === EXTERNAL_LINK);

/** What orders contain, by the places of the checks that order it. */
export const CONTAINING: Record<string, (order: Order, view: View) => boolean> = {
  'of a plan': ({products}) => products.every(({type}) => type === 'subscription'),
  'of a recurring plan': (order, view) =>
    plansIn(order, view).some(({type}) => type === 'recurring'),
  'of a prepaid plan': (order, view) => plansIn(order, view).some(({type}) => type === 'prepaid'),
  'of a plan with a trial': (order, view) => plansIn(order, view).some((plan) => plan.free_trial),
  'of two plans': (order, view) => plansIn(order, view).length > 1,
  'of a title and a plan': ({products}) => new Set(products.map(({type}) => type)).size > 1,
  'of a title until a day': ({products}) => products.some((one) => one.expiration_date !== null),
  'of a title, with a reference': (order) => order.external_reference !== null,
  'of a title that it makes': (order, view) => areMade(order, view).some(Boolean),
  'of two titles that it makes': (order, view) => areMade(order, view).filter(Boolean).length > 1,
  'of a title and one that it makes': (order, view) => new Set(areMade(order, view)).size > 1,
  'of a plan and a title that it makes': (order, view) =>
    plansIn(order, view).length > 0 && areMade(order, view).some(Boolean),
};

/** What permissions contain: those of missing titles are refused. */
export const PERMITTED = Object.keys(CONTAINING).filter((what) => !what.includes('makes'));
