import type {Turns} from '../slips/types.ts';
import {ISSUE_TURNS_G} from './turns-content.ts';
import {ORDER_TURNS_G} from './turns-orders.ts';
import {PEOPLE_TURNS_G} from './turns-people.ts';
import {PLAN_TURNS_G} from './turns-plans.ts';

/** How requests are mishandled by the faults of part G. */
export const TURNS_G: Turns[] = [PLAN_TURNS_G, ISSUE_TURNS_G, ORDER_TURNS_G, PEOPLE_TURNS_G];
