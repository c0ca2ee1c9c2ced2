import {createPlan, hook, madePlan, planRow, plans, updatePlan} from './commerce-kit.ts';
import {type Probe, type Probes, type Value} from './probe-kit.ts';

/** Shows when a new plan in the list does not pass the test. */
function made(test: (plan: Value) => boolean, changes: Value = {}): Probe {
  return async (site) => !test(await madePlan(site, changes));
}

const RARE = `<p>${'Every shelf of the house, '.repeat(6)}and the cellarage.</p>`;

/** Part D: plans. */
export const plansD: Probes = {
  'plan-duration-in-days': made((one) => one.duration === 3),
  'plan-details-escaped': made((one) => one.details === '<p>Tide</p>', {details: '<p>Tide</p>'}),
  'plan-collections-missing': made((one) => Array.isArray(one.collections)),
  'plan-geolocalized-missing': made((one) => typeof one.has_geolocalized_prices === 'boolean'),
  'plan-turned-prepaid-unchecked': async (s) => {
    const {id} = await madePlan(s, {type: 'recurring', duration: undefined});
    return (await updatePlan(s, id, {type: 'prepaid'})).status !== 422;
  },
  'plan-new-collection-refused': async (s) => {
    await s.call('GET', '/dashboard/plans/collections');
    const {collection} = await hook(s, 'seed-collection');
    return (await createPlan(s, {collections: [collection]})).status !== 201;
  },
  'plan-concurrency-mobile-free': async (s) => {
    const {id} = await madePlan(s);
    const user = await s.made({assign_new_plan: id});
    for (let count = 0; count < 4; count += 1) await s.signIn(user, 'mobile');
    return (await s.sessions(user)) !== 2;
  },
  'plans-search-long-details-missing': async (s) => {
    const {id} = await madePlan(s, {details: RARE});
    return !(await plans(s, 'cellarage')).some((one) => one.id === id);
  },
  'plans-search-renamed-stale': async (s) => {
    const {id} = await madePlan(s);
    await updatePlan(s, id, {name: 'Moonlit shelf'});
    return !(await plans(s, 'Moonlit')).some((one) => one.id === id);
  },
  'plan-update-race-loses': async (s) => {
    const {id} = await madePlan(s);
    const changes = [{name: 'Moonlit shelf'}, {details: '<p>By night.</p>'}];
    await Promise.all(changes.map((one) => updatePlan(s, id, one)));
    const {name, details} = await planRow(s, id);
    return name !== 'Moonlit shelf' || details !== '<p>By night.</p>';
  },
};
