/** Generated values for an upload (Content, Upload body); all of them are certainly valid. */

import * as fc from 'fast-check';
import {CURRENCIES} from '../../../spec/currencies.ts';
import type {Val} from '../../../spec/value.ts';
import {HARD_TEXTS, type HardText} from '../../values/hard-texts.ts';
import {booleans, classesOf, freshValues, type ValueClasses} from '../../values/values.ts';
import {inHundredths} from '../hundredths.ts';

/** Days of publication, past and future, within the range of 32-bit clocks. */
const publicationDays: ValueClasses<string> = {
  plain: '2024-05-14',
  classes: {
    'a leap day': fc.constantFrom('2024-02-29', '2000-02-29'),
    'the first of a year': fc.constantFrom('2025-01-01', '1999-01-01'),
    'the last of a year': fc.constantFrom('2023-12-31', '1999-12-31'),
    'the end of a month': fc.constantFrom('2024-04-30', '2023-02-28', '2024-08-31'),
    'day and month below ten': fc.constantFrom('2021-03-04', '2019-09-08'),
    'day and month that could change places': fc.constantFrom('2022-11-12', '2022-07-05'),
    'in summer time': fc.constantFrom('2024-07-01', '2024-03-31', '2024-10-27'),
    'long ago': fc.constantFrom('1975-06-15', '1984-10-12'),
    'years ahead': fc.constantFrom('2031-05-14', '2036-12-01'),
  },
};

/** Languages by their ISO 639-1 codes; some have names that begin with other letters. */
const languages = classesOf(
  'en',
  'es',
  'pt',
  'fr',
  'de',
  'ca',
  'he',
  'zh',
  'ja',
  'uk',
  'id',
  'no',
  'qu',
  'gn',
  'eu',
  'sw',
  'ta',
  'yi',
  'zu',
);

/** Descriptions with and without markup; only the visible text is compared. */
const descriptions: ValueClasses<string> = {
  plain: 'What the moon does to harbours.',
  classes: Object.fromEntries(
    Object.entries({
      paragraphs: '<p>What the moon does to <b>harbours</b>.</p>',
      'several scripts': 'Zoë and Łukasz read 樓台, Привет and Οδύσσεια.',
      'right to left': 'שלום עולם ألف ليلة',
      emoji: 'Tides 🌊 and families 👩‍👩‍👧',
      signs: 'Salt & pepper, 100 % "low" tide, it’s O\'Neil',
      'a list': '<ul><li>two</li><li>items</li></ul>',
      'two lines': 'First line.\nSecond line.',
      'a thousand letters': `${'A long description of every tide. '.repeat(40)}The end.`,
    }).map(([name, text]) => [name, fc.constant(text)]),
  ),
};

/** Amounts with two decimals and without. */
const AMOUNTS = [0.5, 1, 4.99, 9.99, 10, 12.5, 19.95, 100, 1234.56, 8999];

/** Currencies without hundredths. */
const WHOLE: readonly string[] = ['CLP', 'PYG'];

/** An amount in a currency, without hundredths where it has none. */
export const inWholeUnits = (code: string, amount: number): number =>
  WHOLE.includes(code) ? Math.ceil(amount) : amount;

/** Prices with the given amounts by currency. */
const pricesOf = (amounts: [code: string, amount: number][]): Record<string, Val> =>
  Object.fromEntries(amounts.map(([code, amount]) => [code, inWholeUnits(code, amount)]));

/** Prices in one currency and in several. */
const prices: ValueClasses<Record<string, Val>> = {
  plain: {USD: 9.99},
  classes: {
    'one currency': fc
      .tuple(fc.constantFrom(...CURRENCIES), fc.constantFrom(...AMOUNTS))
      .map((one) => pricesOf([one])),
    'two currencies': fc
      .uniqueArray(fc.constantFrom(...CURRENCIES), {minLength: 2, maxLength: 2})
      .map((codes) => pricesOf(codes.map((code, i) => [code, inHundredths(4.99 + i * 15.5)]))),
    'many currencies': fc
      .uniqueArray(fc.constantFrom(...CURRENCIES), {minLength: 6, maxLength: 9})
      .map((codes) => pricesOf(codes.map((code, i) => [code, 9 + i * 1.25]))),
    'two decimals that binary fractions miss': fc
      .constantFrom(1.1, 2.2, 4.35, 8.2, 17.9, 19.99, 64.1, 1.15, 0.29)
      .map((amount) => ({USD: amount, EUR: amount})),
  },
};

/** Lists of taxonomy whose terms need not exist before. */
export const FREE_TERMS = ['author', 'category', 'publisher', 'keyword'] as const;

/** A text that belongs to the run, with difficult letters or signs beside it. */
const termWith = (hard: HardText): Val =>
  ({$text: [{$fresh: 'text'}, ` ${HARD_TEXTS[hard]}`]}) as unknown as Val;

const term = (): Val => ({$fresh: 'text'}) as unknown as Val;

/** Kinds of letters and signs that a term may have. */
export const SCRIPTS: readonly HardText[] = [
  'accents',
  'combining marks',
  'cyrillic',
  'greek',
  'chinese',
  'japanese',
  'thai',
  'right to left',
  'apostrophe',
  'ampersand',
  'sharp s',
];

/** Lists of terms: one, several, none, and in several scripts. */
const terms: ValueClasses<Val[]> = {
  plain: [term()],
  classes: {
    'two terms': fc.constant([term(), term()]),
    'five terms': fc.constant([term(), term(), term(), term(), term()]),
    'no term': fc.constant([]),
    ...Object.fromEntries(
      SCRIPTS.map((script) => [script, fc.constant([termWith(script), term()])]),
    ),
    'a comma in a term': fc.constant([{$text: ['Marsh, Ada ', term()]} as unknown as Val, term()]),
    'a term that begins another': fc.constant([
      {$text: ['Sea ', term()]} as unknown as Val,
      {$text: ['Sea ', term(), ' level']} as unknown as Val,
    ]),
  },
};

/** The generated values of an upload. */
export const ISSUE_VALUES = {
  name: freshValues('title'),
  external_id: freshValues('content-id'),
  publication_date: publicationDays,
  lang: languages,
  free: booleans,
  description: descriptions,
  prices,
  author: terms,
  category: terms,
  publisher: terms,
  keyword: terms,
  extension: classesOf('epub', 'pdf', 'mp3', 'mpga'),
};

/** The values of one draw. */
export type DrawnIssue = {
  name: Val;
  external_id: Val;
  publication_date: string;
  lang: string;
  free: boolean;
  description: string;
  prices: Record<string, Val>;
  author: Val[];
  category: Val[];
  publisher: Val[];
  keyword: Val[];
  extension: 'epub' | 'pdf' | 'mp3' | 'mpga';
};
