import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {
  checksAt,
  checksOf,
  sharedScene,
  type AnyProperty,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../check.ts';
import {
  all,
  expectEqual,
  expectThat,
  expectOutcome,
  notApplicable,
  saw,
  undecided,
  when,
  type LazyJudgement,
  nothing,
  sawAt,
} from '../../judge.ts';
import {isCreated, isUpdated} from '../../outcome.ts';
import {property} from '../../property.ts';
import type {Handle, Script} from '../../script.ts';
import {classesOf} from '../../values/values.ts';
import {
  createPlan,
  EVERYTHING,
  find,
  idIn,
  newPlan,
  PREPAID,
  TRIAL,
  type PlanBody,
} from './plan-steps.ts';
import {expectRowMember, rowOf, type PlanRow} from './plan-rows.ts';
import {withTexts} from './plan-values.ts';
import {toText} from '../../../spec/json.ts';

const NUMBERS = {...EVERYTHING, prices: {USD: 1999, EUR: 1850}};

/** A plan whose numbers are numbers. */
const numbersSent = sharedScene({
  id: 'store: numbers of a plan',
  api: 'store',
  act: (s) => {
    const plain = newPlan(s, NUMBERS);
    return {plain: s.call('createPlan', {body: plain}), listPlain: find(s, plain.name)};
  },
});

/** Two plans that differ only in the form of their numbers, on create and on update. */
function createTwins(s: Script, first: Record<string, Val>, next: Record<string, Val>) {
  const [plain, texts] = [newPlan(s, first), newPlan(s, withTexts(first))];
  // The texts come first: if only they are accepted, they show that creations succeed.
  const asTexts = s.call('createPlan', {body: texts});
  const created = s.call('createPlan', {body: plain, expects: 'created'});
  const [list, listOfTexts] = [find(s, plain.name), find(s, texts.name)];
  const update = (inList: Handle, body: PlanBody): Handle =>
    s.call('updatePlan', {path: idIn(inList, body.name), body, optional: true});
  return {
    created,
    asTexts,
    list,
    listOfTexts,
    updated: update(list, {...plain, ...next}),
    updatedAsTexts: update(listOfTexts, {...texts, ...withTexts(next)}),
    listUpdated: find(s, plain.name),
    listUpdatedAsTexts: find(s, texts.name),
  };
}

/** The members that are numbers. */
const NUMERIC = ['duration', 'concurrency_limit', 'free_trial_days'];

/** The rows of two plans have the same numbers. */
function expectSameNumbers(
  [list, created]: [Exchange, Exchange],
  [other, asTexts]: [Exchange, Exchange],
): Judgement {
  const [row, rowOfTexts] = [rowOf(list, created), rowOf(other, asTexts)];
  if (!row || !rowOfTexts) return undecided('the list does not show both plans');
  return all(
    ...NUMERIC.filter((name) => typeof row[name] === 'number').map((name) =>
      expectRowMember(rowOfTexts, name, row[name], `another ${name}`, other),
    ),
    expectSamePrices(Object.keys(created.requestBody?.prices ?? {}), row, [rowOfTexts, other]),
  );
}

/** Both rows show the same amounts, in cents or in units. */
function expectSamePrices(
  given: string[],
  row: PlanRow,
  [rowOfTexts, where]: [PlanRow, Exchange],
): Judgement {
  const [amounts, ofTexts] = [amountsIn(row.prices), amountsIn(rowOfTexts.prices)];
  const codes = given.filter((code) => [amounts, ofTexts].every((one) => one[code] !== undefined));
  return all(
    ...codes.map((code) =>
      expectEqual(
        ofTexts[code],
        amounts[code],
        'another price',
        where,
        `the price in ${code} that was sent as a string`,
      ),
    ),
  );
}

const months = classesOf(1, 6, 12, 13, 24, 36);

/** Numbers that are sent as strings have the same effect as numbers. */
export const numbersAsTexts: AnyProperty[] = [
  property({
    rule: 'store.plans.numbers-may-be-strings',
    forAll: {
      limit: classesOf(1, 3, 10, 99, 100, 500),
      next: classesOf(2, 12, 150),
      duration: months,
      price: classesOf(1, 50, 999, 1000, 123_456),
    },
    act: (s, {limit, next, duration, price}) =>
      createTwins(
        s,
        {...PREPAID, duration, concurrency_limit: limit, prices: {USD: price, EUR: price}},
        {concurrency_limit: next, duration: duration + 2},
      ),
    judge: (seen) =>
      all(
        expectOutcome(seen.asTexts, 'created', 'refused'),
        () => expectSameNumbers([seen.list, seen.created], [seen.listOfTexts, seen.asTexts]),
        () =>
          isUpdated(seen.updated)
            ? expectOutcome(seen.updatedAsTexts, 'updated', 'refused on update')
            : nothing(),
        () =>
          expectSameNumbers(
            [seen.listUpdated, seen.created],
            [seen.listUpdatedAsTexts, seen.asTexts],
          ),
      ),
  }),
];

/** The days of a free trial as a number, and as a string. */
const daysSent = sharedScene({
  id: 'store: days of a trial as a string',
  api: 'store',
  act: (s) => {
    const [plain, texts] = [newPlan(s, TRIAL), newPlan(s, withTexts({...TRIAL}))];
    return {
      created: s.call('createPlan', {body: plain, expects: 'created'}),
      asTexts: s.call('createPlan', {body: texts}),
      list: find(s, plain.name),
      listOfTexts: find(s, texts.name),
    };
  },
});

/** The days of a free trial: updates set them with a number and change them with a string. */
const daysUpdated = sharedScene({
  id: 'store: days of a trial as a string of an update',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const {body, path} = createPlan(s);
    const update = (more: Record<string, Val>): Handle =>
      s.call('updatePlan', {path, body: {...body, ...more}});
    const asNumber = update(TRIAL);
    const listOfNumber = find(s, body.name);
    const asText = update({...TRIAL, free_trial_days: '14'});
    return {asNumber, listOfNumber, asText, listOfText: find(s, body.name)};
  },
});

/** Days in a string are accepted if days in a number are, and shown if those are shown. */
const expectDaysTaken = ({
  asNumber,
  listOfNumber,
  asText,
  listOfText,
}: SeenIn<typeof daysUpdated>): Judgement =>
  when(isUpdated(asNumber), 'an update with a number was refused, too', () =>
    all(expectOutcome(asText, 'updated', 'days of a trial refused on update'), () => {
      const [row, rowOfText] = [rowOf(listOfNumber, asNumber), rowOf(listOfText, asText)];
      if (row?.free_trial_days !== TRIAL.free_trial_days) return nothing();
      return expectRowMember(
        rowOfText,
        'free_trial_days',
        14,
        'another free_trial_days',
        listOfText,
      );
    }),
  );

/** Prices in two currencies, one of them zero: as the first, as the last, and in an update. */
const zeroSent = sharedScene({
  id: 'store: a price of zero of a plan',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const {EUR, USD} = NUMBERS.prices;
    const {created, list, body, path} = createPlan(s, {prices: {USD, EUR}});
    const first = newPlan(s, {prices: {USD: 0, EUR}});
    const last = newPlan(s, {prices: {EUR, USD: 0}});
    return {
      created,
      list,
      createdFirst: s.call('createPlan', {body: first}),
      listFirst: find(s, first.name),
      createdLast: s.call('createPlan', {body: last}),
      listLast: find(s, last.name),
      updated: s.call('updatePlan', {path, body: {...body, prices: {USD: 0, EUR}}}),
      listUpdated: find(s, body.name),
    };
  },
});

/** A price of zero is shown if the list shows other prices in the same currency. */
function expectZeroShown(list: Exchange, request: Exchange, branch: string): Judgement {
  const row = rowOf(list, request);
  if (!row) return undecided('the list does not show the plan');
  const {USD: amount} = amountsIn(row.prices);
  return expectThat(amount === 0, {
    branch,
    expected: `the prices to be those of the request, ${JSON.stringify(request.requestBody?.prices)}`,
    got: JSON.stringify(row.prices),
    at: list,
  });
}

/** The requests with accepted prices of zero, each with the list after it. */
const zerosTaken = (seen: SeenIn<typeof zeroSent>): [Exchange, Exchange, string][] =>
  (
    [
      [seen.listFirst, seen.createdFirst, 'a first price of zero'],
      [seen.listLast, seen.createdLast, 'a last price of zero'],
      [seen.listUpdated, seen.updated, 'a price of zero of an update'],
    ] as [Exchange, Exchange, string][]
  ).filter(([, {situations}]) => ['created', 'updated'].some((one) => situations.includes(one)));

/** It is open whether prices of zero are accepted, and which prices a list shows (NS-ST-69). */
function expectZerosShown(seen: SeenIn<typeof zeroSent>): Judgement {
  const row = rowOf(seen.list, seen.created);
  if (!row) return undecided('the list does not show the plan');
  const amounts = amountsIn(row.prices);
  if (!Object.keys(NUMBERS.prices).every((code) => code in amounts))
    return notApplicable('the list does not show every price');
  const taken = zerosTaken(seen);
  if (taken.length === 0) return notApplicable('no price of zero is accepted');
  return all(
    ...taken.map(
      (one): LazyJudgement =>
        () =>
          expectZeroShown(...one),
    ),
  );
}

/** The body of the creation is not documented (NS-ST-11): only the list shows that a plan was created. */
function expectNumbersTaken(plain: Exchange, list: Exchange): Judgement {
  if (isCreated(plain) && !rowOf(list, plain)) return undecided('the list does not show the plan');
  return expectOutcome(plain, 'created', 'refused');
}

/** How the list shows prices, which the document leaves open (NS-ST-69). */
function expectPricesShown(list: Exchange, request: Exchange): Judgement {
  const row = rowOf(list, request);
  if (!row) return undecided('the list does not show the plan');
  const {prices} = row;
  if (prices === undefined || prices === null) return sawAt(list, 'no prices');
  const amounts = amountsIn(prices);
  const given = NUMBERS.prices;
  // All amounts are in cents or all in units: a mixture would be ambiguous.
  const isShownIn = (factor: number): boolean =>
    Object.entries(given).every(([code, cents]) =>
      [undefined, cents / factor].includes(amounts[code]),
    );
  return all(
    saw(Array.isArray(prices) ? 'a list of prices' : 'an object of prices'),
    expectThat([1, 100].some(isShownIn), {
      branch: 'another amount',
      expected: `the prices to be those of the request, ${JSON.stringify(given)}, all in cents or all in units`,
      got: JSON.stringify(amounts),
      at: list,
    }),
  );
}

/** The amounts by currency that can be recognized in prices of any shape. */
export function amountsIn(prices: unknown): Record<string, number> {
  const entries: [string, unknown][] = Array.isArray(prices)
    ? prices.map(entryOf)
    : Object.entries(prices ?? {}).map(([code, value]) => [code, amountIn(value)]);
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
  return [toText(code), amountIn(members)];
}

/** An amount, either a plain number or a member named as an amount. */
function amountIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  return members.amount_in_cents ?? members.amount ?? members.price;
}

/** Numbers as numbers and as strings, and how prices are shown. */
export const numbers: Check[] = [
  ...checksAt(daysSent, 'store.plans.numbers-may-be-strings', {
    'days of a trial': ({created, asTexts, list, listOfTexts}) =>
      all(expectOutcome(asTexts, 'created', 'days of a trial refused'), () =>
        expectSameNumbers([list, created], [listOfTexts, asTexts]),
      ),
  }),
  ...checksAt(daysUpdated, 'store.plans.numbers-may-be-strings', {
    'days of a trial on update': expectDaysTaken,
  }),
  ...checksAt(zeroSent, 'store.plans.prices-are-shown', {'a zero': expectZerosShown}),
  ...checksOf(numbersSent, {
    'store.plans.numbers-are-accepted': ({plain, listPlain}) =>
      expectNumbersTaken(plain, listPlain),
    'store.plans.prices-are-shown': ({plain, listPlain}) => expectPricesShown(listPlain, plain),
  }),
];
