import {asList, asObject, type Site, type Value} from './probe-kit.ts';
import {createPlan, deletePlan, madePlan, planRow, plans, updatePlan} from './commerce-kit.ts';
import {answered, holds} from './self-assert.ts';
import {parses} from './web-address.ts';

const CURRENCIES = 'USD ARS EUR MXN COP PEN CLP AUD UYU BOB PYG BRL INR GTQ HNL'.split(' ');

const REFUSED: Value[] = [
  {type: undefined},
  {type: 'lifetime'},
  {name: undefined},
  {name: ' '},
  {details: undefined},
  {duration: undefined},
  {duration: 0},
  {duration: 1.5},
  {duration: 'x'},
  {free_trial_days: undefined, free_trial: true},
  {recommended: 'yes'},
  {private: 1},
  {concurrency_limit: 0},
  {collections: 'Field Guides'},
  {collections: ['field guides']},
  {prices: {XXX: 1}},
  {prices: {USD: -1}},
  {prices: {USD: 9.5}},
  {prices: []},
];

const ACCEPTED: Value[] = [
  {type: 'recurring', duration: null},
  {type: 'recurring', duration: undefined},
  {duration: '12', concurrency_limit: '4', prices: {USD: '1250'}},
  {free_trial: true, free_trial_days: '14'},
  {prices: Object.fromEntries(CURRENCIES.map((code, index) => [code, index * 100]))},
  {collections: ['Maps & Atlases', 'Año nuevo']},
  {name: 'Ñandú & <Co>'},
];

async function checkRow(site: Site): Promise<void> {
  const row = await madePlan(site, {name: 'Gold "1"', free_trial: true, free_trial_days: 7});
  holds(Number.isInteger(row.id) && row.type === 'prepaid' && row.duration === 3, 'identity');
  holds(row.name === 'Gold "1"' && typeof row.details === 'string', 'texts');
  for (const field of ['recommended', 'private', 'download_files']) {
    holds(row[field] === false, field);
  }
  holds(row.assigns_collections === true && row.free_trial === true, 'switches');
  holds(row.free_trial_days === 7 && row.concurrency_limit === 2, 'numbers');
  holds(JSON.stringify(row.collections) === '["Field Guides"]', 'collections');
  holds(asList(row.prices).length === 2, 'prices');
  holds(row.has_geolocalized_prices === true && parses(String(row.url)), 'url');
  for (const field of ['created_at', 'updated_at']) {
    holds(Date.parse(String(row[field])) === site.clock.time, field);
  }
  holds(row.deleted_at === null, 'deleted_at');
}

async function checkSearch(site: Site): Promise<void> {
  await createPlan(site, {name: 'Zebra pass', details: '<p>Kept for <i>otters</i>.</p>'});
  holds((await plans(site, 'zebra')).length === 1, 'by name');
  holds((await plans(site, 'otters')).length === 1, 'by description');
  const recurring = await plans(site, 'recurring');
  holds(recurring.length > 0 && recurring.every((one) => one.type === 'recurring'), 'by type');
  const none = await site.call('GET', '/dashboard/plans?query=nothing-like-it');
  answered(none, 404, 'nothing found');
  holds(none.json.CODE === 'error', 'its shape');
  for (let count = 0; count < 16; count += 1) await createPlan(site, {name: `Many ${count}`});
  const seen = new Set<unknown>();
  for (const offset of [0, 15]) {
    const {data} = await site.call('GET', `/dashboard/plans?query=many&offset=${offset}`);
    for (const one of asList(data.plans)) seen.add(one.id);
    holds(data.total === 16 && data.size === 15, 'pager');
  }
  holds(seen.size === 16, 'each once');
  answered(await site.call('GET', '/dashboard/plans?offset=x'), 422, 'offset=x');
}

async function checkUpdates(site: Site): Promise<void> {
  const {id} = await madePlan(site, {name: 'Before'});
  const externals = {customer: 'ACME', invoice: 'A-1', file_name: 'a.pdf', upload_file: 'JVBERi0='};
  answered(await updatePlan(site, id, {name: 'After', duration: '6', ...externals}), 204, 'update');
  const row = await planRow(site, id);
  holds(row.name === 'After' && row.duration === 6 && row.customer === 'ACME', 'stored');
  holds(row.concurrency_limit === 2, 'the rest stays');
  answered(await updatePlan(site, id, {type: 'recurring'}), 204, 'recurring');
  holds((await planRow(site, id)).duration === null, 'duration is null');
  answered(await updatePlan(site, id, {type: 'prepaid'}), 422, 'prepaid without duration');
  answered(await updatePlan(site, id, {prices: {EURO: 1}}), 422, 'refused');
  answered(await updatePlan(site, 999_999_999, {name: 'x'}), 404, 'unknown');
  answered(await site.call('DELETE', `/dashboard/plans/${String(id)}`), 404, 'not here');
  const foreign = {token: site.key('second-store')};
  answered(await deletePlan(site, id, foreign), 404, 'another store');
  answered(await deletePlan(site, id, {token: null}), 401, 'no token');
  answered(await deletePlan(site, id), 200, 'delete');
  holds(typeof (await planRow(site, id)).deleted_at === 'string', 'deleted_at');
  answered(await deletePlan(site, id), 404, 'delete again');
  answered(await updatePlan(site, id, {name: 'x'}), 404, 'update deleted');
  answered(await site.create({assign_new_plan: id}), 422, 'not to be assigned');
  const fresh = await madePlan(site);
  answered(await site.create({assign_new_plan: fresh.id}), 201, 'to be assigned');
}

/** Plans and collections. */
export async function checkPlans(site: Site): Promise<void> {
  await checkRow(site);
  for (const changes of REFUSED) {
    const answer = await createPlan(site, changes);
    const field = Object.keys(changes)[0] ?? '';
    answered(answer, 422, JSON.stringify(changes));
    holds(Object.hasOwn(asObject(answer.json.errors), field), `errors.${field}`);
  }
  for (const changes of ACCEPTED) {
    answered(await createPlan(site, changes), 201, JSON.stringify(changes));
  }
  site.clock.time += 61_000;
  await checkSearch(site);
  site.clock.time += 61_000;
  await checkUpdates(site);
  const {json} = await site.call('GET', '/dashboard/plans/collections');
  const names = Array.isArray(json.data) ? json.data : [];
  holds(json.CODE === 'success' && names.includes('Field Guides'), 'collections');
  for (const path of ['/dashboard/plans', '/dashboard/plans/collections']) {
    answered(await site.call('GET', path, {token: null}), 401, path);
  }
  answered(await createPlan(site, {}, {token: 'x'}), 401, 'create');
}
