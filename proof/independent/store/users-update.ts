import {emailTaken, userById} from './find.ts';
import {assignPlan, namePlan} from './plans.ts';
import {blame, invalid, notFound, refuse} from './replies.ts';
import {pause} from './time.ts';
import type {Ask, Context, Errors, Json, Reply, User} from './types.ts';
import {keptPassword, makeUser} from './users-create.ts';
import {checkBody} from './validate.ts';

function sameExternal(context: Context, user: User, given: unknown): boolean {
  const {faults} = context;
  if (given === user.externalId) return true;
  if (typeof given !== 'string' || user.externalId === null) return false;
  if (faults.has('update-external-case') && sameFolded(given, user.externalId)) return true;
  if (faults.has('update-external-as-number')) {
    return /^\d+$/.test(given) && Number(given) === Number(user.externalId);
  }
  return false;
}

function sameFolded(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function checkStored(context: Context, user: User, body: Json, errors: Errors): void {
  const {faults} = context;
  const {email, external_id: external} = body;
  if (typeof email === 'string' && !faults.has('update-email-not-unique')) {
    const self = faults.has('update-own-email-taken') ? null : user;
    const taken = emailTaken(context, email, self);
    if (taken && faults.has('update-taken-email-ignored')) delete body.email;
    else if (taken) blame(errors, 'email', 'This address is in use.');
  }
  if (faults.has('update-external-always-refused')) {
    blame(errors, 'external_id', 'This field is prohibited.');
    return;
  }
  if (external === undefined || sameExternal(context, user, external)) return;
  if (faults.has('update-external-changeable')) return;
  const field = faults.has('update-external-wrong-text') ? 'is too long' : 'is prohibited';
  blame(errors, 'external_id', `Changing it: this field ${field}.`);
  if (faults.has('update-external-stored-anyway')) user.externalId = String(external);
}

function storeFlags(context: Context, user: User, body: Json): void {
  const {faults} = context;
  if (user.admin && body.admin === false) user.history.push('demoted');
  if (typeof body.admin === 'boolean') user.admin = body.admin;
  else if (faults.has('update-admin-reset')) user.admin = false;
  if (!faults.has('update-plan-admin-ignored') && typeof body.plan_admin === 'boolean') {
    user.planAdmin = body.plan_admin;
  }
  const readable = body.only_sees_readable;
  if (typeof readable === 'boolean' && !faults.has('update-readable-ignored')) {
    if (readable || !faults.has('update-false-ignored')) user.onlySeesReadable = readable;
  }
  const limit = body.sessions_limit;
  if (typeof limit === 'number') user.sessionsLimit = limit;
  if (limit === null) user.sessionsLimit = null;
  if (limit === undefined && faults.has('update-limit-reset')) user.sessionsLimit = null;
}

function storeEmail(context: Context, user: User, email: string): void {
  const {faults} = context;
  if (faults.has('update-email-ignored')) return;
  const same = sameFolded(email, user.email);
  if (same && faults.has('update-email-case-change-lost')) return;
  if (!same) user.history.push(`renamed:${user.email}`);
  user.email = email;
}

function storePlan(context: Context, user: User, body: Json): void {
  const {faults} = context;
  if (faults.has('update-plan-not-given')) return;
  const ignored = faults.has('valid-to-ignored-on-update');
  assignPlan(context, user, ignored ? {...body, new_plan_custom_valid_to: undefined} : body);
}

function storeChanges(context: Context, user: User, body: Json): void {
  const {faults} = context;
  user.history.push('update');
  const updates = user.history.filter((entry) => entry === 'update').length;
  if (faults.has('third-update-lost') && updates >= 3) return;
  if (faults.has('update-lost-after-reactivation') && user.history.includes('reactivate')) return;
  if (typeof body.email === 'string') storeEmail(context, user, body.email);
  if (typeof body.external_id === 'string') user.externalId = body.external_id;
  if (body.new_password !== undefined && !faults.has('update-password-ignored')) {
    user.password = keptPassword(context, body.new_password);
    user.history.push('password');
    if (context.variants.has('users-new-password-ends-sessions')) user.sessions = [];
  }
  storeFlags(context, user, body);
  storePlan(context, user, body);
  if (typeof body.user_plan_name === 'string') namePlan(context, user, body.user_plan_name);
  if (faults.has('update-reactivates')) user.deletedAt = null;
  user.updatedAt = context.now();
}

async function losesFlags(user: User, body: Json): Promise<void> {
  const before = {admin: user.admin, planAdmin: user.planAdmin, limit: user.sessionsLimit};
  await pause();
  if (body.admin === undefined) user.admin = before.admin;
  if (body.plan_admin === undefined) user.planAdmin = before.planAdmin;
  if (body.sessions_limit === undefined) user.sessionsLimit = before.limit;
}

/** Writes back what it had read before somebody else anonymized the user. */
async function bringsBack(user: User): Promise<void> {
  const {email, name, externalId} = user;
  await pause(400);
  Object.assign(user, {email, name, externalId});
}

/** Refuses to update an anonymized user, unless a faulty server takes it for a new one. */
function refuseAnonymized(context: Context, user: User, body: Json): Reply {
  if (!context.faults.has('anonymized-update-accepted')) {
    return refuse(403, 'An anonymized user cannot be changed.');
  }
  user.anonymized = false;
  user.externalId = String(body.external_id);
  user.email = String(body.email);
  return {status: 204};
}

/** PUT /dashboard/users/{id}. */
export async function updateUser(context: Context, ask: Ask, id: string): Promise<Reply> {
  const {faults} = context;
  const errors = checkBody(context, ask.body, 'update');
  const late = context.variants.has('validation-after-existence');
  if (late && userById(context, id, false) === undefined) return notFound('user');
  if (errors.size > 0) return invalid(errors, faults);
  const user = userById(context, id, faults.has('update-any-store'));
  if (user === undefined) {
    if (faults.has('update-unknown-creates')) makeUser(context, ask.body);
    else if (!faults.has('update-unknown-204')) return notFound('user');
    return {status: 204};
  }
  if (user.anonymized) return refuseAnonymized(context, user, ask.body);
  if (faults.has('refused-update-half-done')) storeFlags(context, user, ask.body);
  checkStored(context, user, ask.body, errors);
  if (errors.size > 0) return invalid(errors, faults);
  if (faults.has('update-email-race')) await pause();
  if (faults.has('update-race-loses-flags')) await losesFlags(user, ask.body);
  if (faults.has('anonymize-update-race')) await bringsBack(user);
  storeChanges(context, user, ask.body);
  return {
    status: faults.has('update-status-202') ? 202 : 204,
    headers: {'X-Resource-Id': String(user.id)},
  };
}
