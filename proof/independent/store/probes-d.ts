import {accessD, limitsD} from './probes-d-access.ts';
import {checkoutD, mailsD} from './probes-d-checkout.ts';
import {issueMovesD, issuesD} from './probes-d-content.ts';
import {orderListsD, orderMovesD, ordersD} from './probes-d-orders.ts';
import {plansD} from './probes-d-plans.ts';
import {readingD, readingListsD} from './probes-d-reading.ts';
import {sessionEndsD, sessionsD} from './probes-d-sessions.ts';
import {endingsD, usersD} from './probes-d-users.ts';
import type {Probes} from './probe-kit.ts';

/** The probes of part D. */
export const PART_D: Probes[] = [
  accessD,
  limitsD,
  usersD,
  endingsD,
  sessionsD,
  sessionEndsD,
  readingD,
  readingListsD,
  ordersD,
  orderMovesD,
  orderListsD,
  checkoutD,
  mailsD,
  issuesD,
  issueMovesD,
  plansD,
];
