import {DAY_MS} from '../../../spec/durations.ts';
import type {Seeder} from '../../chapter.ts';
import type {StoreRow} from '../access/rows.ts';
import type {Collection} from './collection.ts';
import {BLANK, type Plan} from './plan.ts';

/** A plan of a template; it has the values of a blank plan for all other members. */
type TemplatePlan = Partial<Plan> & Pick<Plan, 'id' | 'name'>;

/** Adds a plan to a store. */
function addPlan(seeder: Seeder, store: string, template: TemplatePlan): void {
  const created = seeder.now - 60 * DAY_MS;
  const plan: Plan = {
    ...BLANK,
    key: String(template.id),
    tenant: store,
    seq: seeder.newSeq(),
    created,
    updated: created,
    deleted: null,
    ...template,
  };
  seeder.put('plans', plan);
}

/** Adds collections to a store. */
function addCollections(seeder: Seeder, store: string, names: readonly string[]): void {
  for (const name of names) {
    const key = `${store}/${name}`;
    const row: Collection = {key, tenant: store, seq: seeder.newSeq(), name};
    seeder.put('collections', row);
  }
}

/** The demo world: what readers of two stores can subscribe to. */
export function demo(seeder: Seeder): void {
  addCollections(seeder, 'riverside', ['Classics', 'Crime', 'Travel']);
  addCollections(seeder, 'hilltop', ['Local history']);
  addPlan(seeder, 'riverside', {
    id: 501,
    name: 'Monthly',
    details: '<p>Everything, month by month. The first week is <b>free</b>.</p>',
    recommended: true,
    free_trial: true,
    free_trial_days: 7,
    concurrency_limit: 2,
    prices: {USD: 999, ARS: 899_900, EUR: 949},
  });
  addPlan(seeder, 'riverside', {
    id: 502,
    name: 'Summer of 2025',
    details: '<p>No longer sold.</p>',
    type: 'prepaid',
    duration: 3,
    prices: {USD: 1999},
    deleted: seeder.now - 20 * DAY_MS,
  });
  addPlan(seeder, 'riverside', {
    id: 504,
    name: 'A year of crime',
    details: '<p>One collection, twelve months.</p>',
    type: 'prepaid',
    duration: 12,
    assigns_collections: true,
    collections: ['Crime'],
    prices: {USD: 4900},
  });
  addPlan(seeder, 'hilltop', {id: 503, name: 'Members', private: true, download_files: true});
}

/** A suite world: a plan that can be assigned in each store, and one that cannot any more. */
export function suite(seeder: Seeder): void {
  for (const {key: store} of seeder.rows<StoreRow>('stores'))
    addCollections(seeder, store, ['Harbour', 'High water']);
  addPlan(seeder, 'store-a', {id: 501, name: 'Tide'});
  addPlan(seeder, 'store-a', {id: 502, name: 'Ebb', deleted: seeder.now - DAY_MS});
  addPlan(seeder, 'store-b', {id: 503, name: 'Tide of the other store'});
}
