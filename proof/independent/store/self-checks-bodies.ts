import {asList, asObject, type Site, type Value} from './probe-kit.ts';
import {answered, holds} from './self-assert.ts';
import {parses} from './web-address.ts';

const x = (length: number): string => 'x'.repeat(length);
const DATE = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

function inZone(moment: Value): string {
  const zone = String(moment.timezone);
  const date = new Date(Number(moment.timestamp) * 1000);
  return date.toLocaleString('sv-SE', {timeZone: zone});
}

/** The answers of create and list. */
export async function checkAnswers(site: Site): Promise<void> {
  const sent = site.body({sessions_limit: 7, plan_admin: true, only_sees_readable: true});
  const answer = await site.call('POST', '/dashboard/users', {body: sent});
  answered(answer, 201, 'create');
  const user = answer.data;
  holds(answer.json.CODE === 'success', 'CODE of create');
  holds(Number.isInteger(user.id) && typeof user.uuid === 'string', 'id and uuid');
  holds(user.email === sent.email && user.external_id === sent.external_id, 'email, external_id');
  holds(parses(String(user.picture)), 'picture');
  holds(user.admin === false && user.plan_admin === true, 'flags');
  holds(user.only_sees_readable === true && user.sessions_limit === 7, 'readable, limit');
  holds(user.deleted_at === null, 'deleted_at');
  for (const member of ['created_at', 'updated_at']) {
    const moment = asObject(user[member]);
    holds(Number.isInteger(moment.timestamp) && DATE.test(String(moment.date)), member);
    holds(inZone(moment) === moment.date, `${member} in its zone`);
  }
  holds(!answer.text.includes('long enough 1'), 'the password is not shown');
  const found = await site.list(String(user.email));
  answered(found, 200, 'list');
  holds(found.json.CODE === 'success', 'CODE of list');
  const paginator = asObject(found.data.paginator);
  holds(paginator.current_page === 1 && asList(paginator.data).length === 1, 'paginator');
  const row = asList(paginator.data)[0] ?? {};
  for (const member of ['created_at', 'updated_at']) {
    const iso = String(row[member]);
    holds(Date.parse(iso) === site.clock.time, `${member} of a list item`);
  }
  holds(row.created_at_date_string === '2026-03-17', 'created_at_date_string');
  holds(row.purchased_issues_with_cancelled_count === 0 && row.user_plans_count === 0, 'counts');
  holds(row.can_be_edited === true && parses(String(row.impersonate)), 'editable');
  holds(row.sessions === null && row.only_sees_readable === 1, 'sessions, readable');
  for (const member of ['ip_ranges', 'referrers', 'user_plans']) {
    holds(Array.isArray(row[member]), member);
  }
  holds(Array.isArray(row.purchased_issues_with_cancelled), 'purchases');
  answered(await site.list('nobody@probe.example'), 404, 'nothing found');
  answered(await site.call('GET', '/dashboard/users?page=0'), 422, 'page 0');
  answered(await site.call('GET', '/dashboard/users?page=99'), 404, 'page 99');
  const head = await site.call('HEAD', '/dashboard/users');
  answered(head, 200, 'HEAD');
  holds(head.text === '', 'HEAD has no body');
}

async function refusedField(site: Site, changes: Value): Promise<void> {
  const field = Object.keys(changes)[0] ?? '';
  const answer = await site.create(changes);
  answered(answer, 422, `create with ${JSON.stringify(changes)}`);
  const {CODE, message} = answer.json;
  const errors = asObject(answer.json.errors);
  holds(CODE === 'error' && typeof message === 'string', 'error shape');
  holds(Object.keys(errors).join() === field, `errors.${field} only`);
  const texts = errors[field];
  holds(Array.isArray(texts) && texts.every((one) => typeof one === 'string'), 'texts');
}

const REFUSED: Value[] = [
  {email: undefined},
  {email: 'x'},
  {email: 'a@b'},
  {email: 'a b@c.example'},
  {email: 5},
  {external_id: undefined},
  {external_id: ''},
  {external_id: x(65)},
  {external_id: 12},
  {new_password: undefined},
  {new_password: x(7)},
  {new_password: x(256)},
  {sessions_limit: 0},
  {sessions_limit: 1_000_000},
  {sessions_limit: 'abc'},
  {sessions_limit: 1.5},
  {admin: 'x'},
  {plan_admin: 'x'},
  {only_sees_readable: 'x'},
  {assign_new_plan: 999_999_999},
  {assign_new_plan: 88_128},
  {assign_new_plan: 'x'},
  {new_plan_custom_valid_to: '01/02/2030'},
  {new_plan_custom_valid_to: '2031-02-30'},
];

const ACCEPTED: Value[] = [
  {external_id: x(64)},
  {external_id: '007'},
  {new_password: x(8)},
  {new_password: x(255)},
  {sessions_limit: 1},
  {sessions_limit: 999_999},
  {sessions_limit: null},
  {admin: true},
  {assign_new_plan: 88_120},
  {assign_new_plan: 88_124, new_plan_custom_valid_to: '2028-02-29'},
];

async function checkUpdates(site: Site): Promise<void> {
  const user = await site.made({assign_new_plan: 88_124});
  answered(await site.update(user, {plan_admin: true, user_plan_name: 'Gift'}), 204, 'update');
  const row = (await site.row(user)) ?? {};
  holds(row.plan_admin === true, 'update stored');
  const plan = asList(row.user_plans)[0] ?? {};
  holds(plan.label === 'Gift' && plan.runs_until === '2027-03-17', 'plan of the user');
  for (const member of ['email', 'external_id', 'only_sees_readable']) {
    const answer = await site.update(user, {[member]: undefined});
    answered(answer, 422, `update without ${member}`);
    holds(Object.hasOwn(asObject(answer.json.errors), member), `errors.${member}`);
  }
  for (const changes of [{new_password: x(7)}, {sessions_limit: 0}, {email: 'x'}]) {
    answered(await site.update(user, changes), 422, 'update refused');
  }
  const other = await site.made();
  answered(await site.update(user, {email: other.email}), 422, 'taken email on update');
  const changed = await site.update(user, {external_id: 'another'});
  answered(changed, 422, 'changed external_id');
  holds(changed.text.includes('prohibited'), 'prohibited');
  holds((await site.row(user))?.external_id === user.external_id, 'external_id as it was');
  answered(await site.update(user, {new_password: 'quite another 2'}), 204, 'new password');
  holds(await site.admitted(user, 'quite another 2'), 'the new password works');
  holds(!(await site.admitted(user)), 'the old one does not');
  answered(await site.update({...user, id: 999_999_999}), 404, 'unknown user');
}

/** What bodies are refused and accepted. */
export async function checkBodies(site: Site): Promise<void> {
  for (const changes of REFUSED) await refusedField(site, changes);
  site.clock.time += 61_000;
  for (const changes of ACCEPTED) {
    answered(await site.create(changes), 201, JSON.stringify(changes));
  }
  const first = await site.made();
  await refusedField(site, {email: first.email});
  await refusedField(site, {external_id: first.external_id});
  for (const raw of ['{', '[]', 'null', '"x"', '7', '\u0000']) {
    answered(await site.call('POST', '/dashboard/users', {raw}), 400, `body ${raw}`);
  }
  const ghost = {email: 'ghost@probe.example'};
  await site.create({...ghost, new_password: 'short'});
  answered(await site.list(ghost.email), 404, 'no user of a refused create');
  site.clock.time += 61_000;
  await checkUpdates(site);
}
