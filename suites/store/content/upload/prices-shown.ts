/** How issues show prices: `prices` by currency, and `price_morph`, a list of records. */

import {isObject, toText} from '../../../../spec/json.ts';
import type {Judgement} from '../../../language/check.ts';
import {all, brief, expectThat, saw, nothing} from '../../../language/judge.ts';
import type {ShownIssue} from '../update/kept-members.ts';

/** An amount, either a plain number or a member named as an amount. */
function amountIn(value: unknown): number | undefined {
  const plain = isObject(value) ? (value.amount_in_cents ?? value.amount ?? value.price) : value;
  if (plain === null || plain === undefined || plain === '') return undefined;
  const number = Number(plain);
  return Number.isNaN(number) ? undefined : number;
}

/** The amounts of `prices` by currency; the document does not show the form of one. */
export function pricesIn(prices: unknown): Map<string, number> {
  const entries: [string, unknown][] = Array.isArray(prices)
    ? prices.filter(isObject).map((one) => [toText(one.currency_id), one])
    : Object.entries(isObject(prices) ? prices : {});
  return amountsOf(entries);
}

/** The amounts in cents of `price_morph` by currency. */
export const recordsIn = (records: unknown): Map<string, number> =>
  amountsOf(
    (Array.isArray(records) ? records.filter(isObject) : []).map((one) => [
      toText(one.currency_id),
      one.amount_in_cents,
    ]),
  );

const amountsOf = (entries: [string, unknown][]): Map<string, number> =>
  new Map(
    entries.flatMap(([code, value]) => {
      const amount = amountIn(value);
      return amount === undefined ? [] : [[code.toUpperCase(), amount] as const];
    }),
  );

/** The factors by which an amount may be shown: in units or in hundredths (NS-ST-57). */
const FACTORS = [1, 100];

/**
 * Whether an amount is the one that was given. An amount may be rounded to whole cents if it was
 * taken for cents.
 */
const isAmount = (got: number, given: number, member: string, factor: number): boolean =>
  [given * factor, ...(member === 'price_morph' && factor === 1 ? [Math.round(given)] : [])].some(
    (one) => Math.abs(one - got) < 0.005,
  );

/** Currencies that have no hundredths, or rarely use them. */
const WITHOUT_CENTS: readonly string[] = ['CLP', 'COP', 'PYG'];

/**
 * The currencies that are not shown as given. One factor applies to all amounts of a request:
 * showing one in units and another in cents is wrong.
 */
function wronglyShown(
  got: Map<string, number>,
  wanted: Map<string, number>,
  member: string,
): string[] {
  const isWrong = (code: string, factors: number[]): boolean => {
    const [amount, given] = [got.get(code), wanted.get(code)];
    return !factors.some(
      (one) => amount !== undefined && given !== undefined && isAmount(amount, given, member, one),
    );
  };
  const byFactor = FACTORS.map((factor) =>
    [...wanted.keys()].filter((code) =>
      isWrong(code, WITHOUT_CENTS.includes(code.toUpperCase()) ? FACTORS : [factor]),
    ),
  );
  return byFactor.find((codes) => codes.length === 0) ?? byFactor.flat();
}

/**
 * Prices are those that were given: no currency is missing, none is added with an amount, and no
 * amount differs. Whether they are shown in units or in cents is noted.
 * @param areAll false: currencies that were not given now may have been given before
 */
export function expectPricesGiven(
  {how, row, where}: ShownIssue,
  given: unknown,
  areAll = true,
): Judgement {
  if (!isObject(given)) return nothing();
  const wanted = new Map(Object.entries(given).map(([code, one]) => [code, Number(one)]));
  const shapes: [string, Map<string, number> | undefined][] = [
    ['prices', isObject(row.prices) ? pricesIn(row.prices) : undefined],
    ['price_morph', Array.isArray(row.price_morph) ? recordsIn(row.price_morph) : undefined],
  ];
  return all(
    ...shapes.flatMap(([member, got]) => {
      // An empty member shows no prices: it may be filled later. What is free may cost nothing.
      if (!got?.size || (row.free === true && costsNothing(got))) return [];
      const wrong = wronglyShown(got, wanted, member);
      const more = [...got].filter(([code, amount]) => amount !== 0 && !wanted.has(code));
      return [
        saw(`${member} in ${inCents(got, wanted) ? 'cents' : 'units'}`),
        expectThat(wrong.length === 0 && (more.length === 0 || !areAll), {
          branch: `another ${member} ${how}`,
          expected: `\`${member}\` of ${where.op} to be ${brief(given)}, all in units or all in cents`,
          got: brief(Object.fromEntries(got)),
          at: where,
        }),
      ];
    }),
  );
}

const costsNothing = (got: Map<string, number>): boolean =>
  [...got.values()].every((amount) => amount === 0);

/** Whether amounts are a hundred times those that were given; nothing is in both. */
const inCents = (got: Map<string, number>, wanted: Map<string, number>): boolean =>
  [...wanted].some(
    ([code, amount]) => amount !== 0 && Math.abs((got.get(code) ?? 0) - amount * 100) < 0.005,
  );
