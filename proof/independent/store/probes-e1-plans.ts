import {createPlan, hook, madePlan, planRow, plans, updatePlan} from './commerce-kit.ts';
import type {Probe, Probes} from './probe-kit.ts';

/** Part E: what is stored and shown of plans. */
export const plansE1: Probes = {
  'plan-recommended-lost': async (s) => {
    return (await madePlan(s, {recommended: true})).recommended !== true;
  },
  'plan-url-path': async (s) => !/^https?:\/\//.test(String((await madePlan(s)).url)),
  'plan-details-cut': async (s) => {
    const details = `<p>${'All the shelves of the house. '.repeat(12)}</p>`;
    return (await madePlan(s, {details})).details !== details;
  },
  'plan-update-false-ignored': async (s) => {
    const {id} = await madePlan(s, {private: true});
    await updatePlan(s, id, {private: false});
    return (await planRow(s, id)).private !== false;
  },
  'plan-text-numbers-kept': async (s) => {
    return (await madePlan(s, {concurrency_limit: '4'})).concurrency_limit !== 4;
  },
  'collections-ten-at-most': async (s) => {
    let collection: unknown;
    for (let made = 0; made < 7; made += 1) ({collection} = await hook(s, 'seed-collection'));
    const {json} = await s.call('GET', '/dashboard/plans/collections');
    return !(Array.isArray(json.data) && json.data.includes(collection));
  },
};

/** Shows when the first store sees a plan of the second one. */
function leaks(query: string): Probe {
  return async (site) => {
    const how = {token: site.key('second-store')};
    const details = '<p>Monsoon reading.</p>';
    const {data} = await createPlan(site, {details, collections: []}, how);
    await plans(site, query, how);
    return (await plans(site, query)).some((one) => one.id === data.plan_id);
  };
}

/** Part E: plans of one store and of another. */
export const plansOfStoresE1: Probes = {
  'plans-cached-over-stores': leaks(''),
  'plans-search-any-store': leaks('monsoon'),
};
