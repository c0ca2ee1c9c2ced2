import * as fc from 'fast-check';
import {CURRENCIES} from '../../../../spec/currencies.ts';
import type {Val} from '../../../../spec/value.ts';
import {classesOf, freshValues, type ValueClasses} from '../../../values/values.ts';

/** Amounts in cents: round and odd, of units below one and of many. */
const AMOUNTS = [1, 5, 50, 99, 100, 999, 1000, 1234, 20_050, 100_000, 1_999_999];

/** Descriptions in HTML. */
const details = classesOf(
  '<p>Everything, month by month.</p>',
  'no markup at all',
  '<p>Zoë and Łukasz read 樓台 and Привет.</p>',
  '<ul><li>two</li><li>items</li></ul>',
  '<p>Bread &amp; butter, <b>100 %</b> rye</p>',
  `<p>${'a long description, '.repeat(60)}end</p>`,
);

/**
 * The flags of a plan, varied together, because some faults need two of them. Plans that assign
 * collections name one.
 */
const flagsOf = (flag: boolean): Record<string, Val> => ({
  recommended: flag,
  private: flag,
  download_files: flag,
});

const flags: ValueClasses<Record<string, Val>> = {
  plain: {...flagsOf(false), private: true},
  classes: {
    'every flag': fc.constant(flagsOf(true)),
    'no flag': fc.constant(flagsOf(false)),
    'one flag': fc
      .constantFrom('recommended', 'private', 'download_files')
      .map((name) => ({...flagsOf(false), [name]: true})),
    'all but one': fc
      .constantFrom('recommended', 'private', 'download_files')
      .map((name) => ({...flagsOf(true), [name]: false})),
  },
};

/** Prices in one currency and in several. */
const prices: ValueClasses<Record<string, Val>> = {
  plain: {USD: 999},
  classes: {
    'one currency': fc
      .tuple(fc.constantFrom(...CURRENCIES), fc.constantFrom(...AMOUNTS))
      .map(([code, amount]) => ({[code]: amount})),
    'several currencies': fc
      .uniqueArray(fc.constantFrom(...CURRENCIES), {minLength: 2, maxLength: 6})
      .map((codes) => Object.fromEntries(codes.map((code, i) => [code, 999 + i * 1001]))),
  },
};

/** The type of a plan with the months that it needs, and a free trial with its days. */
const terms: ValueClasses<Record<string, Val>> = {
  plain: {type: 'recurring', duration: null, free_trial: false},
  classes: {
    recurring: fc.constant({type: 'recurring', duration: null, free_trial: false}),
    'recurring with a trial': fc.constantFrom(1, 7, 14, 30).map((days) => ({
      type: 'recurring',
      duration: null,
      free_trial: true,
      free_trial_days: days,
    })),
    prepaid: fc
      .constantFrom(1, 2, 3, 6, 12, 13, 24, 36)
      .map((months) => ({type: 'prepaid', duration: months, free_trial: false})),
  },
};

/** The generated values of a plan. */
export const PLAN_VALUES = {
  name: freshValues('plan-name'),
  details,
  flags,
  prices,
  terms,
  concurrency_limit: classesOf(1, 2, 3, 10, 99, 100, 500),
};

/** The values of one draw. */
export type DrawnPlan = {
  name: Val;
  details: string;
  flags: Record<string, Val>;
  prices: Record<string, Val>;
  terms: Record<string, Val>;
  concurrency_limit: number;
};

/** The body of a plan with generated values. */
export function bodyOf({name, flags: drawnFlags, terms: drawnTerms, ...drawn}: DrawnPlan): {
  name: Val;
} & Record<string, Val> {
  const {details: text, prices: amounts, concurrency_limit: limit} = drawn;
  return {
    name,
    details: text,
    assigns_collections: false,
    collections: [],
    ...drawnFlags,
    ...drawnTerms,
    prices: amounts,
    concurrency_limit: limit,
  };
}

/** The same body with its numbers as strings (Endpoints / Plans). */
export const withTexts = <B extends Record<string, Val>>(body: B): B =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      name === 'prices' ? withTexts(value as Record<string, Val>) : asText(value),
    ]),
  ) as B;

const asText = (value: Val): Val => (typeof value === 'number' ? String(value) : value);
