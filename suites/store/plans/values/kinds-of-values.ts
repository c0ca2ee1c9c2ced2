/** The values of plans by their kinds: all of them are valid (Resources / Plan). */

import type {Val} from '../../../../spec/value.ts';
import {type Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {HARD_TEXTS} from '../../../values/hard-texts.ts';
import {constantKinds, validKinds, type Kinds} from '../../../values/kinds.ts';

/** Texts that people write, beside the classes of names that any draw may have. */
const FURTHER: Record<string, string> = {
  'other scripts': [HARD_TEXTS.greek, HARD_TEXTS.japanese, HARD_TEXTS.thai].join(' '),
  'joined emoji and curly quotes': `${HARD_TEXTS['joined emoji']} ${HARD_TEXTS['curly quotes']}`,
  backslash: HARD_TEXTS.backslash,
  braces: HARD_TEXTS.braces,
};

const names: Kinds = {
  ...validKinds('plan-name'),
  ...Object.fromEntries(
    Object.entries(FURTHER).map(([name, further]) => [
      name,
      (s: Script): Val => text(s.fresh('text'), ` ${further}`),
    ]),
  ),
};

/** Descriptions, which stand behind a word by which the plan is found. */
const details: Kinds = constantKinds([
  'no markup at all',
  'Zoë and Łukasz read 樓台 and Привет.',
  'Οδύσσεια, 吾輩は猫である, สี่แผ่นดิน, שלום עולם',
  '100 % rye, 50%25 and a_b, C++ 1+1',
  "O'Neil said “low” tide; a\\b",
  'tide 🌊 and 𠮷野家',
]);

/** The type of a plan with the months that it needs, or a free trial with its days. */
const terms: Kinds = {
  ...Object.fromEntries(
    [1, 2, 3, 6, 9, 12, 13, 18, 24, 36].map((months) => [
      `${months} months`,
      (): Val => ({type: 'prepaid', duration: months, free_trial: false}),
    ]),
  ),
  ...Object.fromEntries(
    [1, 2, 7, 14, 15, 30].map((days) => [
      `a trial of ${days} days`,
      (): Val => ({type: 'recurring', duration: null, free_trial: true, free_trial_days: days}),
    ]),
  ),
};

const limits: Kinds = constantKinds([1, 2, 3, 9, 10, 11, 99, 100, 101, 127, 128, 255, 256, 500]);

/** Cents below one unit, round and odd ones, and many of them. */
const amounts: Kinds = constantKinds([
  1, 5, 7, 9, 10, 28, 29, 50, 57, 99, 100, 101, 113, 115, 127, 128, 255, 256, 435, 820, 999, 1000,
  1001, 1234, 1999, 6441, 9999, 10_000, 20_050, 32_768, 65_535, 65_536, 99_999, 100_000, 1_999_999,
]);

/** The members of a plan by their kinds; `terms` are several members, which belong together. */
export const KINDS = {name: names, details, terms, concurrency_limit: limits, amount: amounts};
