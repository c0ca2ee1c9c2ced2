import {emailTaken, externalTaken} from './find.ts';
import {assignPlan} from './plans.ts';
import {createdView} from './present.ts';
import {blame, invalid} from './replies.ts';
import {hashPassword} from './secrets.ts';
import {blankUser} from './seeds.ts';
import {pause} from './time.ts';
import type {Ask, Context, Errors, Json, Reply, User} from './types.ts';
import {checkBody} from './validate.ts';

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function truth(context: Context, value: unknown): boolean {
  if (context.faults.has('admin-false-text') && value === 'false') return true;
  return value === true;
}

/** The password as it is kept. */
export function keptPassword(context: Context, value: unknown): string {
  const whole = text(value);
  const {faults} = context;
  if (faults.has('password-cut-at-72')) return hashPassword(whole.slice(0, 72));
  return hashPassword(whole);
}

function checkUnique(context: Context, body: Json, errors: Errors): void {
  const {faults} = context;
  const email = text(body.email);
  if (!errors.has('email') && !faults.has('create-email-not-unique')) {
    if (emailTaken(context, email, null)) blame(errors, 'email', 'This address is in use.');
  }
  if (!errors.has('external_id') && !faults.has('create-external-not-unique')) {
    if (externalTaken(context, text(body.external_id))) {
      blame(errors, 'external_id', 'This id is in use.');
    }
  }
}

function fill(context: Context, user: User, body: Json): void {
  const {faults} = context;
  user.password = keptPassword(context, body.new_password);
  if (!faults.has('create-admin-ignored')) user.admin = truth(context, body.admin);
  user.planAdmin = body.plan_admin === true;
  if (faults.has('plan-admin-makes-admin') && user.planAdmin) user.admin = true;
  if (faults.has('plan-admin-lost-for-admins') && user.admin) user.planAdmin = false;
  user.onlySeesReadable =
    body.only_sees_readable === true && !faults.has('create-readable-ignored');
  const limit = body.sessions_limit;
  user.sessionsLimit = typeof limit === 'number' ? limit : null;
}

/** Makes the user of a body that has been judged. */
export function makeUser(context: Context, body: Json): User {
  const {faults, world, store} = context;
  let externalId = text(body.external_id);
  if (faults.has('external-trimmed')) externalId = externalId.trim();
  const user = blankUser(world, text(body.email), externalId, context.now());
  if (body.external_id === undefined) user.externalId = null;
  fill(context, user, body);
  if (!faults.has('create-plan-not-given')) assignPlan(context, user, body);
  if (faults.has('create-inactive')) user.deletedAt = context.now();
  if (body.admin === undefined) user.history.push('admin-absent');
  store.users.set(user.id, user);
  return user;
}

function status(context: Context, errors: Errors, body: Json): number {
  const {faults} = context;
  if (faults.has('taken-email-409') && errors.size === 1 && errors.has('email')) {
    if (emailTaken(context, text(body.email), null)) return 409;
  }
  if (faults.has('taken-external-400') && errors.size === 1 && errors.has('external_id')) {
    if (externalTaken(context, text(body.external_id))) return 400;
  }
  return 422;
}

/** POST /dashboard/users. */
export async function createUser(context: Context, ask: Ask): Promise<Reply> {
  const {faults} = context;
  const errors = checkBody(context, ask.body, 'create');
  checkUnique(context, ask.body, errors);
  if (errors.size > 0) {
    if (faults.has('refused-create-stored') && !errors.has('email')) {
      makeUser(context, ask.body);
    }
    const reply = invalid(errors, faults);
    const code = status(context, errors, ask.body);
    return code === 422 ? reply : {...reply, status: code};
  }
  if (faults.has('create-email-race') || faults.has('create-external-race')) {
    await pause();
    const late: Errors = new Map();
    checkUnique(context, ask.body, late);
    if (late.has(faults.has('create-email-race') ? 'external_id' : 'email')) {
      return invalid(late, faults);
    }
  }
  return createdReply(context, makeUser(context, ask.body), ask.body);
}

function createdReply(context: Context, user: User, body: Json): Reply {
  const data = createdView(context, user);
  if (context.faults.has('password-echoed')) data.new_password = body.new_password;
  return {
    status: 201,
    body: {CODE: 'success', data},
    headers: {'X-Resource-Id': String(user.id)},
  };
}
