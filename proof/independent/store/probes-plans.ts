import {createPlan, deletePlan, madePlan, MONTHLY, planRow, plans} from './commerce-kit.ts';
import {updatePlan} from './commerce-kit.ts';
import type {Probe, Probes, Value} from './probe-kit.ts';

const UNKNOWN = 999_999_999;

/** Shows when the row of a new plan does not pass the test. */
function shows(test: (row: Value) => boolean, changes: Value = {}): Probe {
  return async (site) => {
    const row = await madePlan(site, changes);
    const all = row.id === undefined ? await plans(site) : [row];
    return !all.every(test) || all.length === 0;
  };
}

/** Shows when a create with these changes is not answered so. */
function answers(changes: Value, status: number): Probe {
  return async (site) => (await createPlan(site, changes)).status !== status;
}

/** Shows when an update is not answered so. */
function updates(changes: Value, status: number, first: Value = {}): Probe {
  return async (site) => {
    const {data} = await createPlan(site, first);
    return (await updatePlan(site, data.plan_id, changes)).status !== status;
  };
}

const text = (member: string): ((row: Value) => boolean) => {
  return (row) => typeof row[member] === 'string';
};
const flag = (member: string): ((row: Value) => boolean) => {
  return (row) => typeof row[member] === 'boolean';
};

/** The rows of plans. */
export const planRows: Probes = {
  'plan-id-as-text': async (s) => {
    await createPlan(s);
    return (await plans(s)).some((one) => !Number.isInteger(one.id));
  },
  'plan-type-capitalised': shows((row) => ['recurring', 'prepaid'].includes(String(row.type))),
  'plan-name-as-slug': shows((row) => row.name === 'Two Words', {name: 'Two Words'}),
  'plan-details-missing': shows(text('details')),
  'plan-recurring-duration-zero': shows((row) => row.duration === null, {
    type: 'recurring',
    duration: undefined,
  }),
  'plan-duration-as-text': shows((row) => row.duration === 3),
  'plan-recommended-as-number': shows(flag('recommended')),
  'plan-private-missing': shows(flag('private')),
  'plan-assigns-as-text': shows(flag('assigns_collections')),
  'plan-download-null-when-false': shows(flag('download_files')),
  'plan-trial-as-days': shows(flag('free_trial'), {free_trial: true, free_trial_days: 9}),
  'plan-concurrency-as-text': shows((row) => row.concurrency_limit === 2),
  'plan-collections-joined': shows((row) => Array.isArray(row.collections)),
  'plan-geolocalized-as-number': shows(flag('has_geolocalized_prices')),
  'plan-url-missing': shows(text('url')),
  'plan-created-as-unix': shows(text('created_at')),
  'plan-updated-missing': shows(text('updated_at')),
  'plan-deleted-at-false': shows((row) => row.deleted_at === null),
};

/** What plans are made of. */
export const planBodies: Probes = {
  'plan-create-status-200': answers({}, 201),
  'plan-invalid-400': answers({name: ''}, 422),
  'plan-type-unchecked': answers({type: 'lifetime'}, 422),
  'plan-duration-optional': answers({duration: undefined}, 422),
  'plan-trial-days-optional': answers({free_trial: true}, 422),
  'plan-trial-days-required': answers({free_trial_days: undefined}, 201),
  'plan-collection-unknown-accepted': answers({collections: ['Nowhere']}, 422),
  'plan-currency-unknown-accepted': answers({prices: {XYZ: 100}}, 422),
  'plan-prices-object-refused': answers({prices: {USD: 100}}, 201),
  'plan-numbers-refused': answers({duration: 6}, 201),
  'plan-strings-refused': answers({duration: '6'}, 201),
  'plan-currency-hnl-refused': answers({prices: {HNL: 100}}, 201),
  'plan-price-strings-refused': answers({prices: {USD: '100'}}, 201),
  'plan-second-collection-lost': shows((row) => String(row.collections).includes('Maps'), {
    collections: ['Field Guides', 'Maps & Atlases'],
  }),
  'plan-name-escaped': shows((row) => row.name === 'R & B', {name: 'R & B'}),
};

/** Lists, and searches. */
export const planLists: Probes = {
  'plans-nothing-found-200': async (s) => {
    return (await s.call('GET', '/dashboard/plans?query=nothing-like-it')).status !== 404;
  },
  'plan-search-names-missing': async (s) => {
    await createPlan(s, {name: 'Zebra pass'});
    return (await plans(s, 'Zebra')).length !== 1;
  },
  'plan-search-types-missing': async (s) => (await plans(s, 'recurring')).length === 0,
  'plan-search-details-missing': async (s) => {
    await createPlan(s, {details: '<p>otters</p>'});
    return (await plans(s, 'otters')).length !== 1;
  },
  'plan-search-ignored': async (s) => {
    await createPlan(s, {name: 'Zebra pass'});
    return (await plans(s, 'Zebra')).length !== 1;
  },
  'plan-search-accents': async (s) => {
    await createPlan(s, {name: 'Añil'});
    return (await plans(s, 'Añil')).length !== 1;
  },
  'plan-search-percent': async (s) => {
    return (await s.call('GET', '/dashboard/plans?query=%25')).status !== 404;
  },
  'plans-any-store': async (s) => {
    const token = s.key('second-store');
    const {data} = await createPlan(s, {collections: []}, {token});
    return (await planRow(s, data.plan_id)).id !== undefined;
  },
  'collections-no-code': async (s) => {
    return (await s.call('GET', '/dashboard/plans/collections')).json.CODE !== 'success';
  },
  'collections-as-objects': async (s) => {
    const {data} = (await s.call('GET', '/dashboard/plans/collections')).json;
    return !Array.isArray(data) || data.some((one) => typeof one !== 'string');
  },
};

/** Updates and deletions of plans. */
export const planChanges: Probes = {
  'plan-update-status-200': updates({name: 'After'}, 204),
  'plan-update-unknown-204': async (s) => (await updatePlan(s, UNKNOWN, {})).status !== 404,
  'plan-update-unchecked': updates({prices: {XYZ: 1}}, 422),
  'plan-customer-refused': updates({customer: 'ACME'}, 204),
  'plan-upload-file-refused': updates({upload_file: 'JVBERi0='}, 204),
  'plan-update-trial-days-unchecked': updates({free_trial: true}, 422),
  'plan-update-ignored': async (s) => {
    const {id} = await madePlan(s);
    await updatePlan(s, id, {name: 'After'});
    return (await planRow(s, id)).name !== 'After';
  },
  'plan-second-update-lost': async (s) => {
    const {id} = await madePlan(s);
    await updatePlan(s, id, {name: 'After'});
    await updatePlan(s, id, {name: 'Later'});
    return (await planRow(s, id)).name !== 'Later';
  },
  'plan-collections-merged': async (s) => {
    const {id} = await madePlan(s);
    await updatePlan(s, id, {collections: ['Maps & Atlases']});
    return String((await planRow(s, id)).collections) !== 'Maps & Atlases';
  },
  'plan-recurring-keeps-duration': async (s) => {
    const {id} = await madePlan(s);
    await updatePlan(s, id, {type: 'recurring'});
    return (await planRow(s, id)).duration !== null;
  },
  'plan-update-any-store': async (s) => {
    const {id} = await madePlan(s);
    const token = s.key('second-store');
    const how = {token, body: {recommended: true}};
    return (await s.call('PUT', `/dashboard/plans/${String(id)}`, how)).status !== 404;
  },
  'plan-delete-status-204': async (s) => {
    const {id} = await madePlan(s);
    return (await deletePlan(s, id)).status !== 200;
  },
  'plan-delete-unknown-200': async (s) => (await deletePlan(s, UNKNOWN)).status !== 404,
  'plan-delete-no-effect': async (s) => {
    const {id} = await madePlan(s);
    await deletePlan(s, id);
    return (await planRow(s, id)).deleted_at === null;
  },
  'plan-delete-any-store': async (s) => {
    const {id} = await madePlan(s);
    return (await deletePlan(s, id, {token: s.key('second-store')})).status !== 404;
  },
  'plan-deleted-assignable': async (s) => {
    await deletePlan(s, MONTHLY);
    return (await s.create({assign_new_plan: Number(MONTHLY)})).status !== 422;
  },
};
