import type {Turns} from '../slips/types.ts';
import {ISSUE_TURNS_H} from './content.ts';
import {ORDER_TURNS_H} from './orders.ts';
import {PEOPLE_TURNS_H} from './people.ts';

/** How requests are mishandled by the faults of part H. */
export const TURNS_H: Turns[] = [PEOPLE_TURNS_H, ORDER_TURNS_H, ISSUE_TURNS_H];
