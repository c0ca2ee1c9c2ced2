/** The prices of plans as lists show them, in cents or in units (NS-ST-69). */

import {toText} from '../../../../spec/json.ts';

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
