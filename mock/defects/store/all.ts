import type {Defect} from '../../defect.ts';
import {access} from './access.ts';
import {limits} from './limits.ts';
import {existing as existingOrders} from './orders/existing.ts';
import {users} from './users.ts';

/** The defects of the store API, by chapter. */
export const store: Defect[] = [...access, ...users, ...existingOrders, ...limits];
