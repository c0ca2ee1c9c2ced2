import {userById} from './find.ts';
import {cancelOrders, cancelPlans} from './plans.ts';
import {createdView} from './present.ts';
import {invalidField, notFound, refuse} from './replies.ts';
import {pause} from './time.ts';
import type {Ask, Context, Reply, User} from './types.ts';

const YES = ['true', '1'];
const NO = ['false', '0'];

/** Whether a faulty server does not know one of the two words for yes. */
function unread(context: Context, text: string): boolean {
  const {faults} = context;
  if (faults.has('anonymize-true-refused') && text === 'true') return true;
  return faults.has('anonymize-1-refused') && text === '1';
}

/** The wish to anonymize: true, false, or null when it is no boolean. */
function wish(context: Context, query: URLSearchParams): boolean | null {
  const {faults} = context;
  const text = query.getAll('anonymize').at(-1);
  if (text === undefined) return false;
  if (unread(context, text)) return null;
  if (faults.has('anonymize-any-text') && text !== '') return YES.includes(text);
  if (faults.has('anonymize-yes-accepted') && /^(yes|on)$/.test(text)) return true;
  if (faults.has('anonymize-false-truthy') && text === 'false') return true;
  if (faults.has('anonymize-number-accepted') && /^\d+$/.test(text)) return text !== '0';
  if (YES.includes(text)) return true;
  return NO.includes(text) ? false : null;
}

function anonymousEmail(context: Context, user: User): string {
  const {faults, store, variants} = context;
  if (variants.has('users-anonymized-domain-elsewhere')) {
    return `user-${user.id}@gone.mail.bookshelf-archive.co.uk`;
  }
  const word = faults.has('anonymize-email-deleted') ? 'deleted' : 'user';
  const id = faults.has('anonymize-email-by-uuid') ? user.uuid : user.id;
  return `${word}-${id}@${store.key}.anonymous.example`;
}

function anonymize(context: Context, user: User): void {
  const {faults} = context;
  const again = user.deletedAt !== null;
  user.history.push(`email:${user.email}`, `external:${user.externalId ?? ''}`);
  if (!faults.has('anonymize-email-kept')) user.email = anonymousEmail(context, user);
  const nameStays =
    faults.has('anonymize-name-kept') ||
    (faults.has('anonymize-name-kept-when-deactivated') && again);
  if (!nameStays) user.name = null;
  const externalStays =
    faults.has('anonymize-external-kept') ||
    (faults.has('anonymize-external-kept-after-return') && user.history.includes('reactivate'));
  if (!externalStays) user.externalId = null;
  if (!(faults.has('anonymize-flag-false-for-admins') && user.admin)) user.anonymized = true;
  if (again && faults.has('anonymize-plans-kept-when-deactivated')) return;
  cancelPlans(context, user);
}

function leave(context: Context, user: User, anonymizing: boolean): void {
  const {faults} = context;
  const again = user.history.includes('reactivate');
  if (faults.has('second-deactivation-lost') && again && !anonymizing) return;
  user.history.push('deactivate');
  if (!faults.has('deactivate-no-effect')) user.deletedAt = user.deletedAt ?? context.now();
  user.updatedAt = context.now();
  const kept = faults.has('deactivate-link-session-kept');
  user.sessions = kept ? user.sessions.filter((one) => one.byLink) : [];
  if (faults.has('deactivate-name-cleared') && !anonymizing) user.name = null;
  cancelOrders(context, user, anonymizing);
  if (anonymizing) anonymize(context, user);
  else if (faults.has('deactivate-external-cleared')) user.externalId = null;
  else if (faults.has('deactivate-email-marked')) user.email = `deleted+${user.email}`;
  if (faults.has('deactivate-removes')) context.store.users.delete(user.id);
}

function refuseLeave(context: Context, user: User, anonymizing: boolean): Reply | null {
  const {faults} = context;
  if (user.anonymized) {
    if (faults.has('delete-undoes-anonymized') && !anonymizing) user.anonymized = false;
    return refuse(403, 'An anonymized user cannot be changed.');
  }
  if (user.deletedAt === null) return null;
  if (anonymizing) {
    return faults.has('anonymize-deactivated-404') ? notFound('user') : null;
  }
  if (faults.has('delete-toggles')) user.deletedAt = null;
  return refuse(400, 'This user is deactivated already.');
}

/** DELETE /dashboard/users/{id}. */
export async function deleteUser(context: Context, ask: Ask, id: string): Promise<Reply> {
  if (context.faults.has('anonymize-update-race')) await pause(150);
  return deactivateUser(context, ask, id);
}

/** Deactivates a user, at once. */
export function deactivateUser(context: Context, ask: Ask, id: string): Reply {
  const {faults} = context;
  const anonymizing = wish(context, ask.query);
  const user = userById(context, id, faults.has('deactivate-any-store'));
  if (anonymizing === null) {
    if (faults.has('anonymize-refused-deactivates') && user !== undefined) {
      leave(context, user, false);
    }
    return invalidField('anonymize', 'One of true, false, 1, 0.', faults);
  }
  const done: Reply = {
    status: faults.has('deactivate-status-204') ? 204 : 200,
    body: {
      CODE: faults.has('deactivate-no-code') ? undefined : 'success',
      data: faults.has('deactivate-data-null') ? null : [],
    },
  };
  if (user === undefined) {
    return faults.has('deactivate-unknown-200') ? done : notFound('user');
  }
  const refused = refuseLeave(context, user, anonymizing);
  if (refused !== null) return refused;
  leave(context, user, anonymizing);
  if (faults.has('deactivate-data-user')) {
    return {status: 200, body: {CODE: 'success', data: createdView(context, user)}};
  }
  return done;
}

function comeBack(context: Context, user: User): void {
  const {faults} = context;
  const times = user.history.filter((entry) => entry === 'reactivate').length;
  user.history.push('reactivate');
  if (faults.has('reactivate-no-effect')) return;
  if (faults.has('second-reactivation-lost') && times >= 1) return;
  if (faults.has('reactivate-revives-orders')) {
    const own = context.store.commerce.orders.filter((order) => order.userId === user.id);
    for (const order of own) order.status = 'approved';
  }
  user.deletedAt = null;
  user.updatedAt = context.now();
}

function judgeReturn(context: Context, user: User): Reply | null {
  const {faults} = context;
  if (user.anonymized && !faults.has('reactivate-anonymized-served')) {
    if (faults.has('reactivate-403-undeletes')) user.deletedAt = null;
    const status = faults.has('reactivate-anonymized-400') ? 400 : 403;
    return refuse(status, 'An anonymized user does not come back.');
  }
  if (user.deletedAt !== null) return null;
  if (faults.has('reactivate-active-deactivates')) user.deletedAt = context.now();
  return refuse(400, 'This user is active already.');
}

/** PUT /dashboard/users/{id}/re-activate. */
export async function reactivateUser(context: Context, id: string): Promise<Reply> {
  const {faults} = context;
  const user = userById(context, id, faults.has('reactivate-any-store'));
  if (user === undefined) {
    return faults.has('reactivate-unknown-400') ? refuse(400, 'Which user?') : notFound('user');
  }
  const refused = judgeReturn(context, user);
  if (refused !== null) return refused;
  if (faults.has('reactivate-race')) await pause(150);
  comeBack(context, user);
  if (faults.has('reactivate-empty-204')) return {status: 204};
  const data = faults.has('reactivate-data-true') ? true : 1;
  const code = faults.has('reactivate-code-ok') ? 'ok' : 'success';
  return {status: 200, body: {CODE: code, data}};
}
