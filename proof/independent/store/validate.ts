import {checkEmail, checkExternal, checkPassword} from './validate-identity.ts';
import {blame} from './replies.ts';
import {isDay} from './time.ts';
import type {Context, Errors, Json} from './types.ts';

/** Whether a body is to create or to update a user. */
export type Mode = 'create' | 'update';

function sessionsBounds(context: Context, mode: Mode): [number, number] {
  const {faults} = context;
  let low = 1;
  let high = 999_999;
  if (mode === 'create' && faults.has('create-sessions-zero')) low = 0;
  if (faults.has('sessions-one-refused')) low = 2;
  if (mode === 'create' && faults.has('create-sessions-unbounded')) high = Infinity;
  if (mode === 'create' && faults.has('create-sessions-max-99999')) high = 99_999;
  if (mode === 'update' && faults.has('update-sessions-unbounded')) high = Infinity;
  if (mode === 'update' && faults.has('update-sessions-max-refused')) high = 999_998;
  if (mode === 'update' && faults.has('update-sessions-zero')) low = 0;
  return [low, high];
}

function sessionsTolerated(context: Context, value: unknown): boolean {
  const {faults} = context;
  if (faults.has('sessions-text-accepted') && typeof value === 'string') return true;
  if (faults.has('sessions-negative-accepted') && typeof value === 'number') return value < 0;
  return faults.has('sessions-true-accepted') && value === true;
}

function checkSessions(context: Context, body: Json, mode: Mode, errors: Errors): void {
  const {faults} = context;
  const field = 'sessions_limit';
  const value = body[field];
  if (value === undefined) {
    if (mode === 'create' && faults.has('create-sessions-required')) {
      blame(errors, field, 'Please give the number of sessions.');
    }
    return;
  }
  if (value === null || sessionsTolerated(context, value)) return;
  const whole =
    Number.isInteger(value) ||
    (faults.has('sessions-fraction-accepted') && typeof value === 'number');
  if (typeof value !== 'number' || !whole) {
    blame(errors, field, 'A whole number is expected.');
    return;
  }
  const [low, high] = sessionsBounds(context, mode);
  if (value < low || value > high) blame(errors, field, 'Between 1 and 999999, please.');
}

function flagTolerated(context: Context, field: string, value: unknown, mode: Mode): boolean {
  const {faults} = context;
  if (typeof value === 'boolean') return true;
  if (field === 'plan_admin' && faults.has('plan-admin-text-accepted')) {
    return typeof value === 'string';
  }
  if (field === 'only_sees_readable' && faults.has('update-readable-any-type')) {
    return mode === 'update';
  }
  if (field === 'admin') {
    if (faults.has('admin-text-accepted') && typeof value === 'string') return true;
    return faults.has('admin-false-text') && value === 'false';
  }
  return false;
}

function checkFlags(context: Context, body: Json, mode: Mode, errors: Errors): void {
  const {faults} = context;
  const needed =
    mode === 'update'
      ? !faults.has('update-readable-optional')
      : faults.has('create-readable-required');
  if (needed && body.only_sees_readable === undefined) {
    blame(errors, 'only_sees_readable', 'This field must be sent.');
  }
  if (mode === 'update' && faults.has('update-admin-required') && body.admin === undefined) {
    blame(errors, 'admin', 'This field must be sent.');
  }
  for (const field of ['admin', 'plan_admin', 'only_sees_readable']) {
    const value = body[field];
    if (value === undefined || flagTolerated(context, field, value, mode)) continue;
    blame(errors, field, 'Either true or false.');
  }
}

/** Whether a faulty server gives users plans to which nobody can subscribe. */
function takesRetired({faults}: Context, mode: Mode): boolean {
  if (faults.has('plan-unsubscribable-accepted')) return true;
  return mode === 'update' && faults.has('update-plan-unsubscribable-accepted');
}

function checkPlan(context: Context, body: Json, mode: Mode, errors: Errors): void {
  const {faults} = context;
  const id = body.assign_new_plan;
  const field = 'assign_new_plan';
  if (id === undefined) {
    const needed = mode === 'create' && faults.has('create-plan-required');
    if (needed) blame(errors, field, 'A plan is needed.');
    return;
  }
  if (id === 0 && faults.has('plan-zero-ignored')) return;
  if (typeof id !== 'number' || !Number.isInteger(id)) {
    if (faults.has('plan-text-accepted') && typeof id === 'string') return;
    blame(errors, field, 'The id of a plan is a whole number.');
    return;
  }
  const stores = faults.has('plan-of-any-store') ? context.world.stores : [context.store];
  const plan = stores.map((store) => store.plans.get(id)).find((one) => one !== undefined);
  if (plan === undefined) {
    if (!faults.has('plan-unknown-ignored')) blame(errors, field, 'There is no such plan.');
    return;
  }
  if (!plan.subscribable && !takesRetired(context, mode))
    blame(errors, field, 'Nobody can subscribe to this plan.');
}

function dayAccepted(context: Context, text: string): boolean {
  const {faults} = context;
  if (faults.has('valid-to-any-date') && !Number.isNaN(Date.parse(text))) return true;
  if (faults.has('valid-to-impossible-day') && /^\d{4}-\d{2}-\d{2}$/.test(text)) return true;
  if (faults.has('valid-to-leap-refused') && text.endsWith('-02-29')) return false;
  if (faults.has('valid-to-unpadded') && /^\d{4}-\d{1,2}-\d{1,2}$/.test(text)) return true;
  if (faults.has('valid-to-with-time') && isDay(text.slice(0, 10))) return true;
  return isDay(text);
}

function checkValidTo(context: Context, body: Json, mode: Mode, errors: Errors): void {
  const field = 'new_plan_custom_valid_to';
  const value = body[field];
  if (value === undefined) {
    const needed = context.faults.has('valid-to-required-with-plan');
    if (needed && body.assign_new_plan !== undefined) blame(errors, field, 'Until when?');
    return;
  }
  const lax = mode === 'update' && context.faults.has('update-valid-to-unchecked');
  if (typeof value === 'string' && (lax || dayAccepted(context, value))) return;
  blame(errors, field, 'A day as YYYY-MM-DD is expected.');
}

/** Judges the form of a body; what needs the stored user comes later. */
export function checkBody(context: Context, body: Json, mode: Mode): Errors {
  const errors: Errors = new Map();
  checkPassword(context, body, mode, errors);
  checkEmail(context, body, mode, errors);
  checkExternal(context, body, mode, errors);
  checkSessions(context, body, mode, errors);
  checkFlags(context, body, mode, errors);
  checkPlan(context, body, mode, errors);
  checkValidTo(context, body, mode, errors);
  const name = body.user_plan_name;
  if (mode === 'update' && name !== undefined && typeof name !== 'string') {
    blame(errors, 'user_plan_name', 'A text is expected.');
  }
  if (mode === 'update' && context.faults.has('plan-name-required') && name === undefined) {
    blame(errors, 'user_plan_name', 'This field must be sent.');
  }
  return errors;
}
