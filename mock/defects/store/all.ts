import type {Defect} from '../../defect.ts';
import {access} from './access.ts';
import {authSessions} from './auth-sessions.ts';
import {content} from './content.ts';
import {events} from './events.ts';
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
];
