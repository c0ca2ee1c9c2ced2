import type {Exchange} from '../../../spec/step.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../check.ts';
import {all, holds, is, saw, undecided} from '../../judge.ts';
import {create, EVERYTHING, find, newPlan, TRIAL} from './plan-steps.ts';
import {rowIsAsGiven, rowOf} from './plan-rows.ts';
import {withTexts} from './plan-values.ts';

const NUMBERS = {...EVERYTHING, prices: {USD: 1999, EUR: 1850}};

/** The members of an update: other numbers than those. */
const OTHERS = {concurrency_limit: 12, duration: 24};

/** A plan whose numbers are numbers. */
const numbersSent = sharedScene({
  id: 'store: numbers of a plan',
  api: 'store',
  act: (s) => {
    const plain = newPlan(s, NUMBERS);
    return {plain: s.call('createPlan', {body: plain}), listPlain: find(s, plain.name)};
  },
});

/** Plans whose numbers are strings, on create and on update. */
const textsSent = sharedScene({
  id: 'store: numbers of plans as strings',
  api: 'store',
  act: (s) => {
    const texts = newPlan(s, withTexts(NUMBERS));
    const trial = newPlan(s, withTexts({...TRIAL}));
    const changed = create(s, NUMBERS);
    return {
      texts: s.call('createPlan', {body: texts}),
      trial: s.call('createPlan', {body: trial}),
      listTexts: find(s, texts.name),
      listTrial: find(s, trial.name),
      updated: s.call('updatePlan', {
        path: changed.path,
        body: {...changed.body, ...withTexts(OTHERS)},
      }),
      listUpdated: find(s, changed.body.name),
    };
  },
});

/** The members of a plan without its prices. */
const membersOf = (all: Record<string, unknown>): Record<string, unknown> => ({
  ...all,
  prices: undefined,
});

/** How the list shows prices, which the document leaves open (NS-ST-69). */
function pricesShown(list: Exchange, request: Exchange): Judgement {
  const row = rowOf(list, request);
  if (!row) return undecided('the list does not show the plan');
  const {prices} = row;
  if (prices === undefined || prices === null) return seen('no prices', list);
  const amounts = amountsIn(prices);
  const given = NUMBERS.prices;
  const wrong = Object.entries(given).filter(([code, cents]) => {
    const amount = amounts[code];
    return amount !== undefined && ![cents, cents / 100].includes(amount);
  });
  return all(
    saw(Array.isArray(prices) ? 'a list of prices' : 'an object of prices'),
    holds(wrong.length === 0, {
      branch: 'another amount',
      expected: `prices to be those given, ${JSON.stringify(given)}`,
      got: JSON.stringify(amounts),
      at: list,
    }),
  );
}

const seen = (variant: string, list: Exchange): Judgement =>
  all(saw(variant), holds(true, {branch: variant, expected: 'any', got: variant, at: list}));

/** The amounts by currency that can be recognized in prices of any shape. */
function amountsIn(prices: unknown): Record<string, number> {
  const entries: [string, unknown][] = Array.isArray(prices)
    ? prices.map(entryOf)
    : Object.entries(prices as object).map(([code, value]) => [code, amountIn(value)]);
  return Object.fromEntries(
    entries.flatMap(([code, value]) => {
      const amount = Number(value);
      return value === undefined || Number.isNaN(amount) ? [] : [[code, amount]];
    }),
  );
}

/** The currency and the amount of a record of a price. */
function entryOf(record: unknown): [string, unknown] {
  const members = (record ?? {}) as Record<string, unknown>;
  const code = members.currency_id ?? members.currency ?? members.code;
  return [String(code), amountIn(members)];
}

/** An amount that stands by itself, or under a name that says so. */
function amountIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  return members.amount_in_cents ?? members.amount ?? members.price;
}

/** Numbers as numbers and as strings, and how prices are shown. */
export const numbers: Check[] = [
  ...checksOf(textsSent, {
    'store.plans.numbers-may-be-strings': ({texts, listTexts, trial, listTrial, ...seen}) =>
      all(
        is(texts, 'created', 'refused'),
        is(trial, 'created', 'days of a trial refused'),
        is(seen.updated, 'updated', 'refused on update'),
        () => rowIsAsGiven(listTexts, texts, membersOf(NUMBERS)),
        () => rowIsAsGiven(listTrial, trial, {...TRIAL}),
        () => rowIsAsGiven(seen.listUpdated, seen.updated, membersOf({...NUMBERS, ...OTHERS})),
      ),
  }),
  ...checksOf(numbersSent, {
    'store.plans.numbers-are-accepted': ({plain, listPlain}) =>
      all(is(plain, 'created', 'refused'), () =>
        rowIsAsGiven(listPlain, plain, membersOf(NUMBERS)),
      ),
    'store.plans.prices-are-shown': ({plain, listPlain}) => pricesShown(listPlain, plain),
  }),
];
