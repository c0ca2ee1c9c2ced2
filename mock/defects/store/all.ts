import type {Defect} from '../../defect.ts';
import {access} from './access.ts';
import {atOnce} from './at-once.ts';
import {authSessions} from './auth-sessions.ts';
import {beside} from './beside.ts';
import {cached} from './cached.ts';
import {content} from './content.ts';
import {counted} from './counted.ts';
import {customers} from './customers.ts';
import {events} from './events.ts';
import {later} from './later.ts';
import {limits} from './limits.ts';
import {nearTexts} from './near-texts.ts';
import {orders} from './orders.ts';
import {plans} from './plans.ts';
import {reading} from './reading.ts';
import {updatedAgain} from './updated-again.ts';
import {users} from './users.ts';

/** The defects of the store API, by chapter. */
export const store: Defect[] = [
  ...access,
  ...users,
  ...authSessions,
  ...plans,
  ...orders,
  ...content,
  ...events,
  ...reading,
  ...limits,
  ...nearTexts,
  ...updatedAgain,
  ...beside,
  ...cached,
  ...later,
  ...customers,
  ...counted,
  ...atOnce,
];
