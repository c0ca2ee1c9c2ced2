import type {Defect} from '../../../defect.ts';
import {access} from './access.ts';
import {bothNames} from './both-names.ts';
import {checkoutElsewhere} from './checkout-elsewhere.ts';
import {cancels} from './cancels.ts';
import {endOfUsers} from './end-of-users.ts';
import {kindsOfPermissions} from './kinds-of-permissions.ts';
import {lengthsInBytes} from './lengths-in-bytes.ts';
import {lists} from './lists.ts';
import {moves} from './moves.ts';
import {namedAndFound} from './named-and-found.ts';
import {oneOfSeveral} from './one-of-several.ts';
import {reading} from './reading.ts';
import {beside} from './beside.ts';
import {laterDays} from './later-days.ts';
import {severalOrders} from './several-orders.ts';
import {shownLater} from './shown-later.ts';
import {updates} from './updates.ts';
import {accessAfterCancels} from './access-after-cancels.ts';

/** Defects of the rules about orders that exist. */
export const existing: Defect[] = [
  ...reading,
  ...shownLater,
  ...beside,
  ...bothNames,
  ...lists,
  ...updates,
  ...moves,
  ...cancels,
  ...access,
  ...accessAfterCancels,
  ...endOfUsers,
  ...oneOfSeveral,
  ...severalOrders,
  ...laterDays,
  ...kindsOfPermissions,
  ...namedAndFound,
  ...lengthsInBytes,
  ...checkoutElsewhere,
];
