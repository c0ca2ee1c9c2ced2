import type {Ask, Context, Json} from '../types.ts';
import {type Asks, jsonOf} from './types.ts';

const DIGITS = /^\d+$/;

/** Spoils texts that are numbers, among some members. */
function spoilTexts(body: Json, fields: string[]): void {
  for (const field of fields) {
    const value = body[field];
    if (typeof value === 'string' && DIGITS.test(value)) body[field] = Number.NaN;
  }
}

function spoilPriceTexts(body: Json): void {
  const prices = {...jsonOf(body.prices)};
  spoilTexts(prices, Object.keys(prices));
  if (body.prices !== undefined) body.prices = prices;
}

function keepPrices(body: Json, wanted: (code: string) => boolean): void {
  const prices = Object.entries(jsonOf(body.prices)).filter(([code]) => wanted(code));
  if (body.prices !== undefined) body.prices = Object.fromEntries(prices);
}

function namesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function mergeCollections({body}: Ask, context: Context, id: string): void {
  const stored = context.store.plans.get(Number(id))?.terms.collections ?? [];
  if (body.collections !== undefined) {
    body.collections = [...new Set([...stored, ...namesOf(body.collections)])];
  }
}

const CURRENCIES = /^(USD|ARS|EUR|MXN|COP|PEN|CLP|AUD|UYU|BOB|PYG|BRL|INR|GTQ|HNL)$/;

/** How requests about plans and sessions are misread. */
export const ASKS: Asks = {
  createPlan: {
    'plan-duration-optional': ({body}) => {
      if (body.type === 'prepaid') body.duration ??= 1;
    },
    'plan-type-unchecked': ({body}) => {
      if (typeof body.type === 'string' && body.type !== 'prepaid') body.type = 'recurring';
    },
    'plan-trial-days-optional': ({body}) => {
      if (body.free_trial === true) body.free_trial_days ??= 7;
    },
    'plan-trial-days-required': ({body}) => {
      body.free_trial_days ??= 0;
    },
    'plan-collection-unknown-accepted': ({body}, {store}) => {
      const known = new Set(store.commerce.collections);
      body.collections = namesOf(body.collections).filter((name) => known.has(name));
    },
    'plan-second-collection-lost': ({body}) => {
      body.collections = namesOf(body.collections).slice(0, 1);
    },
    'plan-currency-unknown-accepted': ({body}) => {
      keepPrices(body, (code) => CURRENCIES.test(code));
    },
    'plan-currency-hnl-refused': ({body}) => {
      if (jsonOf(body.prices).HNL !== undefined) body.prices = {HNL: Number.NaN};
    },
    'plan-prices-object-refused': ({body}) => {
      if (body.prices !== undefined) body.prices = [];
    },
    'plan-numbers-refused': ({body}) => {
      if (typeof body.duration === 'number') body.duration = Number.NaN;
    },
    'plan-strings-refused': ({body}) => {
      spoilTexts(body, ['duration', 'concurrency_limit', 'free_trial_days']);
      spoilPriceTexts(body);
    },
    'plan-price-strings-refused': ({body}) => spoilPriceTexts(body),
    'plan-collection-ampersand-refused': ({body}) => {
      body.collections = namesOf(body.collections).map((one) => one.replaceAll('&', '&amp;'));
    },
    'plan-name-ascii-only': ({body}) => {
      if (typeof body.name === 'string') body.name = body.name.replaceAll(/[^ -~]/g, '?');
    },
    'plan-collections-text-crashes': ({body}) => {
      if (typeof body.collections === 'string') throw new TypeError('map of a text');
    },
    'plan-name-escaped': ({body}) => {
      if (typeof body.name === 'string') body.name = body.name.replaceAll('&', '&amp;');
    },
  },
  updatePlan: {
    'plan-customer-refused': ({body}) => {
      if (body.customer !== undefined) body.customer = 0;
    },
    'plan-invoice-refused': ({body}) => {
      if (body.invoice !== undefined) body.invoice = 0;
    },
    'plan-file-name-refused': ({body}) => {
      if (body.file_name !== undefined) body.file_name = 0;
    },
    'plan-upload-file-refused': ({body}) => {
      if (body.upload_file !== undefined) body.upload_file = 0;
    },
    'plan-update-trial-days-unchecked': ({body}) => {
      if (body.free_trial === true) body.free_trial_days ??= 7;
    },
    'plan-collections-merged': mergeCollections,
  },
  listPlans: {
    'plan-search-ignored': ({query}) => query.delete('query'),
    'plan-search-accents': ({query}) => {
      const text = query.get('query');
      if (text !== null) query.set('query', Buffer.from(text, 'utf8').toString('latin1'));
    },
    'plan-search-percent': ({query}) => {
      const text = query.get('query');
      if (text !== null) query.set('query', text.replaceAll('%', ''));
    },
  },
  listSessions: {
    'sessions-user-ignored': ({query}) => {
      if (DIGITS.test(query.get('user_id') ?? '')) query.delete('user_id');
    },
    'sessions-bad-cursor-crashes': ({query}) => {
      const cursor = query.get('cursor') ?? 'YWZ0ZXI6';
      if (!cursor.startsWith('YWZ0ZXI6')) throw new RangeError('no such cursor');
    },
    'sessions-external-ignored': ({query}) => query.delete('external_id'),
    'sessions-default-50': ({query}) => {
      if (!query.has('per_page')) query.set('per_page', '50');
    },
    'sessions-page-of-one-refused': ({query}) => {
      if (query.get('per_page') === '1') query.set('per_page', '0');
    },
    'sessions-200-refused': ({query}) => {
      if (query.get('per_page') === '200') query.set('per_page', '201');
    },
    'sessions-zero-accepted': ({query}) => {
      if (query.get('per_page') === '0') query.delete('per_page');
    },
    'sessions-201-capped': ({query}) => {
      if (Number(query.get('per_page') ?? 0) > 200) query.set('per_page', '200');
    },
    'sessions-text-page-ignored': ({query}) => {
      if (!DIGITS.test(query.get('per_page') ?? '')) query.delete('per_page');
    },
    'sessions-user-text-ignored': ({query}) => {
      if (!DIGITS.test(query.get('user_id') ?? '')) query.delete('user_id');
    },
    'sessions-filter-lost-by-cursor': ({query}) => {
      if (query.has('cursor')) query.delete('user_id');
    },
  },
};
