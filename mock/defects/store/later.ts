/** Defects that show only some time after something was made. */

import {HOUR_MS} from '../../../spec/durations.ts';
import type {Defect} from '../../defect.ts';
import type {View} from '../../operation.ts';
import type {User} from '../../store/users/user.ts';
import type {Row} from '../../world/change.ts';
import {ANY, searches} from '../families/searches.ts';
import {defects} from '../table.ts';
import {ISSUE, READ as READ_ISSUE} from './content/changed-issues.ts';
import {ORDER, READ} from './orders/changed-orders.ts';
import {hiding} from './plans/changed-plans.ts';

interface Made extends Row {
  created: number;
}

/** Whether something was made so many hours ago. */
const isOld = (row: Made | undefined, {now}: View, hours: number): boolean =>
  row !== undefined && now - row.created >= hours * HOUR_MS;

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
  [`store.content.moves-are-the-listed-ones @ contents ${AFTER}`]: {
    'content that is an hour old is free': ISSUE.mistaking(READ_ISSUE, (issue, view) =>
      isOld(issue, view, 1) ? {free: true} : undefined,
    ),
  },
  [`store.plans.moves-are-the-listed-ones @ plans ${AFTER}`]: {
    'plans are not found after half a day': hiding(ANY, (plan, view) => isOld(plan, view, 12)),
  },
});
