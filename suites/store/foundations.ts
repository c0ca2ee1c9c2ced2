import type {Foundation} from '../foundation.ts';
import {ACCESS_FOUNDATIONS} from './access-foundations.ts';
import {CHECKOUT_FOUNDATIONS} from './checkout-foundations.ts';
import {ISSUE_FOUNDATIONS} from './issue-foundations.ts';
import {LIMIT_FOUNDATIONS} from './limit-foundations.ts';
import {ORDER_FOUNDATIONS} from './order-foundations.ts';
import {ORDER_SHAPE_FOUNDATIONS} from './order-shape-foundations.ts';
import {PLAN_FOUNDATIONS} from './plan-foundations.ts';
import {READING_FOUNDATIONS} from './reading-foundations.ts';
import {SESSION_FOUNDATIONS} from './session-foundations.ts';
import {UPLOAD_FOUNDATIONS} from './upload-foundations.ts';
import {USER_FOUNDATIONS} from './user-foundations.ts';

/** The rules of the store without which others cannot be judged: of several, the first is named. */
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
];
