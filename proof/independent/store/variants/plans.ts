import {invalidField, notFound} from '../replies.ts';
import type {Ask, Reply} from '../types.ts';
import {each, jsonOf, listOf, nameOf, on, type Variants} from './types.ts';

/** The status of plans that have not been released. */
function unreleased(ask: Ask): Reply | null {
  return /\/dashboard\/plans/.test(ask.path) ? notFound('address') : null;
}

const PLANS_LIST = /^(GET|HEAD) \/dashboard\/plans$/;
const PLAN_CREATE = /^POST \/dashboard\/plans$/;
const PLAN_WRITES = /^(POST|PUT) \/dashboard\/plans/;

/** What is open of plans. */
export const PLANS: Variants = {
  'plans-unreleased': {
    instead: unreleased,
    profile: {choices: {'NS-ST-68': 'not served'}},
  },
  'plans-created-without-body': {
    reply: on(PLAN_CREATE, (reply) => {
      reply.body = '';
    }),
  },
  'plans-created-with-message': {
    reply: on(PLAN_CREATE, (reply) => {
      reply.body = {CODE: 'success', data: [], message: 'The plan was created.'};
    }),
  },
  'plans-list-plain': {
    reply: on(PLANS_LIST, (reply) => {
      const body = jsonOf(reply.body);
      body.data = jsonOf(body.data).plans;
    }),
    profile: {rows: {listPlans: {at: '/data'}}},
  },
  'plans-list-in-paginator': {
    reply: on(PLANS_LIST, (reply) => {
      const body = jsonOf(reply.body);
      const {plans, total} = jsonOf(body.data);
      body.data = {paginator: {current_page: 1, data: plans, total}};
    }),
    profile: {rows: {listPlans: {at: '/data/paginator/data'}}},
  },
  'plans-list-by-number': {
    reply: on(PLANS_LIST, (reply) => {
      const data = jsonOf(jsonOf(reply.body).data);
      data.plans = Object.fromEntries(listOf(data.plans).map((one) => [String(one.id), one]));
    }),
  },
  'plans-prices-by-currency': {
    reply: each('plan', (row) => {
      const pairs = listOf(row.prices).map(({currency, cents}) => [currency, cents]);
      row.prices = Object.fromEntries(pairs);
    }),
  },
  'plans-prices-in-units': {
    reply: each('plan', (row) => {
      const pairs = listOf(row.prices).map(({currency, cents}) => {
        return [currency, (Number(cents) / 100).toFixed(2)];
      });
      row.prices = Object.fromEntries(pairs);
    }),
  },
  'plans-prices-not-shown': {
    reply: each('plan', (row) => {
      delete row.prices;
    }),
  },
  'plans-trial-days-zero': {
    reply: each('plan', (row) => {
      row.free_trial_days ??= 0;
    }),
  },
  'plans-deleted-hidden': {},
  'plans-list-newest-first': {},
  'plans-names-unique': {
    instead: (ask, context) => {
      if (!PLAN_CREATE.test(nameOf(ask))) return null;
      const taken = [...context.store.plans.values()].some((one) => one.title === ask.body.name);
      return taken ? invalidField('name', 'It is taken.', context.faults) : null;
    },
  },
  'plans-numbers-of-recurring-refused': {
    instead: (ask, context) => {
      const {type, duration = null} = ask.body;
      const refused = PLAN_WRITES.test(nameOf(ask)) && type === 'recurring' && duration !== null;
      return refused ? invalidField('duration', 'Of prepaid plans.', context.faults) : null;
    },
  },
  'plans-updated-with-all-or-not': {
    instead: (ask, context) => {
      if (!nameOf(ask).startsWith('PUT /dashboard/plans')) return null;
      const field = ['type', 'name', 'details'].find((name) => ask.body[name] === undefined);
      return field === undefined ? null : invalidField(field, 'Needed.', context.faults);
    },
    profile: {choices: {'NS-ST-87': null}},
  },
  'plans-store-without-collections': {
    seed: (world) => {
      for (const {commerce} of world.stores) commerce.collections = [];
    },
    config: {hooks: {'seed-collection': null}},
  },
  'plans-none-yet': {
    config: {samples: {subscribable_plan: null, unsubscribable_plan: null, foreign_plan: null}},
  },
  'plans-details-cleaned': {
    reply: each('plan', (row) => {
      row.details = String(row.details).replaceAll(/<(\/?)b>/g, '<$1strong>');
    }),
  },
};
