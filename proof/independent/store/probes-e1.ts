import {accessE1, limitsE1} from './probes-e1-access.ts';
import {mailsE1} from './probes-e1-mails.ts';
import {plansE1, plansOfStoresE1} from './probes-e1-plans.ts';
import {sessionsE1} from './probes-e1-sessions.ts';
import {statesE1, usersE1} from './probes-e1-users.ts';
import type {Probes} from './probe-kit.ts';

/** The probes of part E on access, limits, users, plans, sessions and mails. */
export const PART_E1: Probes[] = [
  accessE1,
  limitsE1,
  usersE1,
  statesE1,
  plansE1,
  plansOfStoresE1,
  sessionsE1,
  mailsE1,
];
