import {asList, asObject, type Site, type Value} from './probe-kit.ts';
import {answered, holds} from './self-assert.ts';

async function inList(site: Site, user: Value, query: string): Promise<boolean> {
  return (await site.row(user, query)) !== undefined;
}

async function checkAnonymized(site: Site): Promise<void> {
  const user = (await site.rows('nora.quist@readers.example'))[0] ?? {};
  answered(await site.remove(user, '?anonymize=maybe'), 422, 'anonymize=maybe');
  holds((await site.row(user))?.deleted_at === null, 'still active');
  answered(await site.remove(user, '?anonymize=1'), 200, 'anonymize=1');
  const row = (await site.row(user, 'deactivated')) ?? {};
  holds(row.email === `user-${String(user.id)}@lyra.anonymous.example`, 'generic address');
  holds(row.name === null && row.external_id === null && row.anonymized === true, 'nulls, flag');
  const plans = asList(row.user_plans);
  holds(plans.length === 2 && plans.every((one) => one.state === 'cancelled'), 'plans');
  const bought = asList(row.purchased_issues_with_cancelled);
  holds(bought.filter((one) => one.state === 'granted').length === 1, 'checkout order stays');
  const reasons = bought.map((one) => one.cancel_reason);
  holds(reasons.filter((one) => one === 'deactivate_user').length === 2, 'reason');
  holds(reasons.includes('refunded'), 'the older reason stays');
  answered(await site.list('nora.quist@readers.example'), 404, 'old address');
  answered(await site.back(user), 403, 'reactivation of an anonymized user');
  answered(await site.update(user, {external_id: 'z', email: 'z@probe.example'}), 403, 'update');
  answered(await site.remove(user), 403, 'plain delete');
  holds(await inList(site, user, 'deactivated'), 'still anonymized');
  answered(await site.create({email: user.email, external_id: user.external_id}), 201, 'freed');
  const later = await site.made();
  await site.remove(later);
  answered(await site.remove(later, '?anonymize=true'), 200, 'anonymize a deactivated user');
}

async function checkLogout(site: Site): Promise<void> {
  const user = await site.made({external_id: 'café /1'});
  for (const type of ['web', 'mobile']) {
    holds(typeof (await site.signIn(user, type)).session === 'string', 'sign-in');
  }
  holds((await site.sessions(user)) === 2, 'two sessions');
  answered(await site.logout(user.external_id), 200, 'by external_id');
  holds((await site.sessions(user)) === 0, 'no sessions');
  answered(await site.logout(user.id), 200, 'by id');
  holds((await site.row(user))?.deleted_at === null, 'state unchanged');
  answered(await site.logout('nope'), 404, 'unknown');
  answered(await site.call('POST', '/users/%E0%A4%A/force-logout'), 404, 'bad percent');
}

/** The moves between the states of a user. */
export async function checkStates(site: Site): Promise<void> {
  const user = await site.made({admin: true});
  holds(await inList(site, user, 'admins'), 'admins');
  holds(!(await inList(site, await site.made(), 'admins')), 'only admins');
  holds(!((await inList(site, user, 'deactivated')) && true), 'only deactivated');
  holds(await site.admitted(user), 'may log in');
  const left = await site.remove(user);
  answered(left, 200, 'deactivate');
  const {CODE, data} = left.json;
  holds(CODE === 'success' && Array.isArray(data) && data.length === 0, 'its answer');
  holds(await inList(site, user, 'deactivated'), 'deactivated');
  holds(!(await site.admitted(user)), 'login impossible');
  holds((await site.signIn(user)).session === undefined, 'sign-in impossible');
  answered(await site.create({email: user.email}), 422, 'the address stays taken');
  answered(await site.remove(user), 400, 'deactivate again');
  const back = await site.back(user);
  answered(back, 200, 'reactivate');
  holds(back.json.CODE === 'success' && back.json.data === 1, 'its answer');
  holds((await site.row(user))?.deleted_at === null, 'active again');
  holds(await site.admitted(user), 'may log in again');
  answered(await site.back(user), 400, 'reactivate an active user');
  for (const id of ['999999999', '0', '-1', 'abc', '9'.repeat(30), '1.5', '%00']) {
    answered(await site.call('DELETE', `/dashboard/users/${id}`), 404, `delete ${id}`);
  }
  answered(await site.back({id: 999_999_999}), 404, 'reactivate unknown');
  site.clock.time += 61_000;
  await checkAnonymized(site);
  site.clock.time += 61_000;
  await checkLogout(site);
}

async function checkTokens(site: Site): Promise<void> {
  for (const token of [null, '', 'nobody', `${site.key('admin')}x`]) {
    answered(await site.list(null, {token}), 401, `token ${String(token)}`);
    answered(await site.create({}, {token}), 401, 'create');
    answered(await site.call('GET', '/nope', {token}), 401, '401 before 404');
  }
  answered(await site.list(null, {token: site.key('second-admin')}), 200, 'second admin');
  const {token, id} = await site.hook('generate-token', {role: 'admin'});
  answered(await site.list(null, {token: String(token)}), 200, 'generated');
  const next = await site.hook('regenerate-token', {id});
  answered(await site.list(null, {token: String(token)}), 401, 'old');
  answered(await site.list(null, {token: String(next.token)}), 200, 'new');
  await site.hook('delete-token', {id: next.id});
  answered(await site.list(null, {token: String(next.token)}), 401, 'deleted');
}

/** Authentication and tenancy. */
export async function checkTenancy(site: Site): Promise<void> {
  await checkTokens(site);
  const token = site.key('second-store');
  const user = await site.made();
  const twin = {email: user.email, external_id: user.external_id};
  answered(await site.create(twin, {token}), 201, 'the same in another store');
  holds((await site.row(user, null, {token})) === undefined, 'not in the other list');
  answered(await site.update(user, {}, {token}), 404, 'update');
  answered(await site.remove(user, '', {token}), 404, 'delete');
  answered(await site.back(user, {token}), 404, 'reactivate');
  answered(await site.logout(user.id, {token}), 404, 'logout');
  answered(await site.create({assign_new_plan: 88_520}), 422, 'plan of another store');
  for (const [method, path] of [
    ['PATCH', '/dashboard/issues'],
    ['PATCH', '/dashboard/users'],
    ['GET', ''],
  ]) {
    const answer = await site.call(method ?? '', path ?? '');
    answered(answer, 404, `${method} ${path}`);
    holds(answer.json.CODE === 'error', 'error shape');
  }
  await site.hook('reset');
  holds((await site.row(user)) === undefined, 'reset');
  holds(asObject(await site.hook('nothing')).status === 400, 'unknown verb');
}
