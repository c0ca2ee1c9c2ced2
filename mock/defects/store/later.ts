/** Defects that show only some time after something was made. */

import {HOUR_MS} from '../../../spec/durations.ts';
import type {Defect, Seam} from '../../defect.ts';
import type {View} from '../../operation.ts';
import type {Order} from '../../store/orders/order.ts';
import type {User} from '../../store/users/user.ts';
import type {Row} from '../../world/change.ts';
import {ANY, searches} from '../families/searches.ts';
import {showing} from '../families/shown-rows.ts';
import {defects} from '../table.ts';
import {ISSUE, READ as READ_ISSUE} from './content/changed-issues.ts';
import {LIST, ORDER, READ} from './orders/changed-orders.ts';
import {hiding} from './plans/changed-plans.ts';

interface Made extends Row {
  created: number;
}

/** Whether something was made so many hours ago. */
const isOld = (row: Made | undefined, {now}: View, hours: number): boolean =>
  row !== undefined && now - row.created >= hours * HOUR_MS;

/** Shows no checkout of sales that are an hour old. */
const withoutCheckout = (operations: string[]): Seam =>
  showing(operations, {row: {status: 'pending'}}, ({id}, _input, view) =>
    isOld(view.find<Order>('orders', String(id)), view, 1) ? {checkout: null} : undefined,
  );

const AFTER = 'an hour and a day later';

/** What time alone changes. */
export const later: Defect[] = defects({
  [`store.users.moves-are-the-listed-ones @ users with near names ${AFTER}`]: {
    'users are not found after half a day': searches<User>(['listUsers'], 'users').hiding(
      ANY,
      (user, view) => isOld(user, view, 12),
    ),
  },
  [`store.orders.moves-are-the-listed-ones @ orders of one user ${AFTER}`]: {
    'an order that is an hour old is read as paused': ORDER.mistaking(READ, (order, view) =>
      isOld(order, view, 1) ? {status: 'paused'} : undefined,
    ),
  },
  [`store.orders.checkout-has-url @ sales that are not paid ${AFTER}`]: {
    'the list has no checkout of an old sale': withoutCheckout(LIST),
    'a read has no checkout of an old sale': withoutCheckout(READ),
  },
  [`store.content.moves-are-the-listed-ones @ contents ${AFTER}`]: {
    'content that is an hour old is free': ISSUE.mistaking(READ_ISSUE, (issue, view) =>
      isOld(issue, view, 1) ? {free: true} : undefined,
    ),
  },
  [`store.plans.moves-are-the-listed-ones @ plans ${AFTER}`]: {
    'plans are not found after half a day': hiding(ANY, (plan, view) => isOld(plan, view, 12)),
  },
});
