/** Numbers of plans as numbers and as strings, and how prices are shown. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {
  checksOf,
  sharedScene,
  type AnyProperty,
  type Check,
  type Judgement,
} from '../../../language/check.ts';
import {
  all,
  expectEqual,
  expectThat,
  expectOutcome,
  saw,
  undecided,
  nothing,
  sawAt,
} from '../../../language/judge.ts';
import {isCreated, isUpdated} from '../../../language/outcome.ts';
import {property} from '../../../language/property.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {classesOf} from '../../../values/values.ts';
import {EVERYTHING, find, idIn, newPlan, PREPAID, type PlanBody} from '../plan-steps.ts';
import {expectRowMember, rowOf, type PlanRow, NUMBERS} from '../plan-rows.ts';
import {withTexts} from './plan-values.ts';
import {amountsIn} from './plan-prices.ts';

/** The prices of the plans, in cents. */
export const PRICES = {USD: 1999, EUR: 1850};

const WITH_NUMBERS = {...EVERYTHING, prices: PRICES};

/** A plan whose numbers are numbers. */
const numbersSent = sharedScene({
  id: 'store: numbers of a plan',
  act: (s) => {
    const plain = newPlan(s, WITH_NUMBERS);
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

/** The rows of two plans have the same numbers. */
export function expectSameNumbers(
  [list, created]: [Exchange, Exchange],
  [other, asTexts]: [Exchange, Exchange],
): Judgement {
  const [row, rowOfTexts] = [rowOf(list, created), rowOf(other, asTexts)];
  if (!row || !rowOfTexts) return undecided('the list does not show both plans');
  return all(
    ...NUMBERS.filter((name) => typeof row[name] === 'number').map((name) =>
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
  const given = PRICES;
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

/** The checks of numbers as numbers, and of the prices that a list shows. */
export const numbers: Check[] = [
  ...checksOf(numbersSent, {
    'store.plans.numbers-are-accepted': ({plain, listPlain}) =>
      expectNumbersTaken(plain, listPlain),
    'store.plans.prices-are-shown': ({plain, listPlain}) => expectPricesShown(listPlain, plain),
  }),
];
