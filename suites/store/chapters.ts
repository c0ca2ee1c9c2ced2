import type {Chapter} from '../check.ts';
import {access} from './access/access.ts';
import {limits} from './limits/limits.ts';
import {users} from './users/users.ts';

/** The chapters of the Store Integration API. */
export const STORE: Chapter[] = [access, users, limits];
