import type {Foundation} from '../language/foundation.ts';
import {ACCESS_FOUNDATIONS} from './access/foundations.ts';
import {CHECKOUT_FOUNDATIONS} from './orders/checkout/checkout-foundations.ts';
import {EVENT_FOUNDATIONS} from './events/foundations.ts';
import {ISSUE_FOUNDATIONS} from './content/foundations.ts';
import {LIMIT_FOUNDATIONS} from './limits/foundations.ts';
import {ORDER_FOUNDATIONS} from './orders/foundations.ts';
import {ORDER_SHAPE_FOUNDATIONS} from './orders/create/shape-foundations.ts';
import {PLAN_FOUNDATIONS} from './plans/foundations.ts';
import {READING_FOUNDATIONS} from './reading/foundations.ts';
import {SESSION_FOUNDATIONS} from './auth-sessions/foundations.ts';
import {UPLOAD_FOUNDATIONS} from './content/upload/upload-foundations.ts';
import {USER_FOUNDATIONS} from './users/foundations.ts';

/**
 * The rules of the store without which others cannot be judged. If several of them are broken,
 * reports name the first one in this list.
 */
export const STORE_FOUNDATIONS: readonly Foundation[] = [
  ...ISSUE_FOUNDATIONS,
  ...UPLOAD_FOUNDATIONS,
  ...ORDER_FOUNDATIONS,
  ...READING_FOUNDATIONS,
  ...LIMIT_FOUNDATIONS,
  ...ACCESS_FOUNDATIONS,
  ...USER_FOUNDATIONS,
  ...CHECKOUT_FOUNDATIONS,
  ...PLAN_FOUNDATIONS,
  ...ORDER_SHAPE_FOUNDATIONS,
  ...SESSION_FOUNDATIONS,
  ...EVENT_FOUNDATIONS,
];
