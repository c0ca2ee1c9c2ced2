import type {Got, SuiteWorld} from '../../testing/client.ts';
import {plans} from './plans.ts';
import {describeDefects, type Way} from '../../testing/defect-ways.ts';

const PLANS = '/integration-api/v1/dashboard/plans';

const PLAIN = {
  type: 'prepaid',
  name: 'Tide',
  details: '<p>Plain</p>',
  duration: 6,
  free_trial: false,
  recommended: false,
  private: false,
  concurrency_limit: 3,
  prices: {USD: 999},
};

const create = (on: SuiteWorld, members: object = {}): Promise<Got> =>
  on.store('POST', PLANS, {...PLAIN, ...members});

const made = async (on: SuiteWorld, members: object = {}): Promise<number> =>
  (await create(on, members)).body.data.id;

const update = (on: SuiteWorld, id: number, members: object): Promise<Got> =>
  on.store('PUT', `${PLANS}/${id}`, {...PLAIN, ...members});

/** A member of the plans that a search finds. */
async function column(on: SuiteWorld, query: string, name: string): Promise<unknown[]> {
  const {body} = await on.store('GET', `${PLANS}?query=${encodeURIComponent(query)}`);
  return ((body.data as Record<string, unknown>[]) ?? []).map((row) => row[name]);
}

/** A member of a plan that was created with some members. */
const stored =
  (members: object, name: string): Way =>
  async (on) => {
    await create(on, members);
    return column(on, 'prepaid', name);
  };

/** The status of a create. */
const creating =
  (members: object): Way =>
  async (on) =>
    (await create(on, members)).status;

const ways: Record<string, Way> = {
  'an odd duration is made even': stored({duration: 13}, 'duration'),
  'a private plan is never recommended': stored({private: true, recommended: true}, 'recommended'),
  'a list in a description is lost': stored({details: '<ul><li>one</li></ul>'}, 'details'),
  'an emoji in a name is lost': stored({name: 'Tide 🌊'}, 'name'),
  'what follows a hash in a name is lost': stored({name: 'Tide #2'}, 'name'),
  'the limit cannot rise by an update that renames': async (on) => {
    await update(on, await made(on), {name: 'Ebb', concurrency_limit: 9});
    return column(on, 'Ebb', 'concurrency_limit');
  },
  'an update of a recurring plan ends its free trial': async (on) => {
    const trial = {type: 'recurring', duration: null, free_trial: true, free_trial_days: 7};
    await update(on, await made(on), {...trial, name: 'Ebb tide'});
    return column(on, 'Ebb tide', 'free_trial');
  },
  'a plus in a search is read as a blank': async (on) => {
    await create(on, {name: 'Tide+'});
    return column(on, 'Tide+', 'name');
  },
  'a percent sign in a search finds nothing': async (on) => {
    await create(on, {name: '50% off'});
    return column(on, '50% off', 'name');
  },
  'a search by type leaves out recommended plans': stored({recommended: true}, 'name'),
  'a prepaid plan with a price in euros needs no duration': creating({
    duration: undefined,
    prices: {EUR: 1},
  }),
  'rupees and euros exclude each other': creating({prices: {INR: 1, EUR: 1}}),
  'a recommended plan is not deleted': async (on) => {
    const id = await made(on, {recommended: true});
    await on.store('DELETE', `/api/v1/dashboard/plans/${id}`);
    return column(on, 'prepaid', 'name');
  },
  'a refused type is stored as recurring': async (on) => {
    await update(on, await made(on), {type: 'weekly'});
    return column(on, 'Plain', 'type');
  },
  'a string of 100 and more is cut': stored({concurrency_limit: '500'}, 'concurrency_limit'),
};

describeDefects('plans', plans, ways, async (on) => {
  const id = await made(on);
  await update(on, id, {name: 'Ebb', concurrency_limit: 2});
  const shown = [await column(on, 'Ebb', 'name'), await column(on, 'prepaid', 'duration')];
  const {status} = await on.store('DELETE', `/api/v1/dashboard/plans/${id}`);
  return [shown, status, await column(on, 'Ebb', 'id')];
});
