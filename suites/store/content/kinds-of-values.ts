/** The values of content by their kinds: all of them are valid (Content, Upload body). */

import {CURRENCIES} from '../../../spec/currencies.ts';
import type {Val} from '../../../spec/value.ts';
import type {Script} from '../../language/script.ts';
import {constantKinds, kindsOfClasses, type Kinds} from '../../values/kinds.ts';
import {EXTENSIONS, fileOf} from '../issuing.ts';
import {FREE_TERMS, inWholeUnits, ISSUE_VALUES} from './issue-values.ts';

const {extension: _extension, publication_date: _day, prices: _prices, ...CLASSES} = ISSUE_VALUES;

/** Days in leap years, at ends of months and years, where the year of the week is another, and years ahead. */
const days: Kinds = constantKinds([
  '2024-02-29',
  '2000-02-29',
  '2024-02-28',
  '2024-03-01',
  '2023-02-28',
  '2023-03-01',
  '1999-12-31',
  '2000-01-01',
  '2024-12-31',
  '2024-12-30',
  '2021-01-01',
  '2021-01-31',
  '2024-04-30',
  '2024-03-31',
  '2024-10-27',
  '2024-03-10',
  '2022-11-12',
  '2021-03-04',
  '1975-06-15',
  '1984-10-12',
  '2031-05-14',
  '2032-02-29',
]);

/** Amounts, many of which binary fractions do not hold exactly. */
const AMOUNTS = [
  0.01, 0.07, 0.29, 0.5, 0.57, 1, 1.1, 1.13, 1.15, 4.35, 8.2, 9.99, 10, 16.4, 19.99, 33.33, 64.41,
  99.99, 100, 101, 655.36, 1000, 1001, 1234.56, 8999,
];

/** Each amount in US dollars, and in one of all currencies. */
const prices: Kinds = constantKinds(
  AMOUNTS.map((amount, at) => {
    const code = CURRENCIES[at % CURRENCIES.length] ?? 'USD';
    return {USD: amount, [code]: inWholeUnits(code, amount)};
  }),
);

/** A file of each type. */
const files: Kinds = Object.fromEntries(
  EXTENSIONS.map((extension) => [
    extension,
    (s: Script): Val => ({extension, file_url: fileOf(s, extension)}),
  ]),
);

/** The members of an update by their kinds. */
const {external_id: references, ...members} = CLASSES;
export const UPDATED: Record<string, Kinds> = {
  ...Object.fromEntries(
    Object.entries(members).map(([name, classes]) => [name, kindsOfClasses(classes as never)]),
  ),
  publication_date: days,
  prices,
};

/** The members of an upload by their kinds; `file` is a type and a URL, which belong together. */
export const UPLOADED: Record<string, Kinds> = {
  ...UPDATED,
  external_id: kindsOfClasses(references),
  file: files,
};

/** The members whose values have to be accepted; terms are another rule's. */
export const PLAIN_MEMBERS: readonly string[] = Object.keys(UPLOADED).filter(
  (name) => !(FREE_TERMS as readonly string[]).includes(name),
);
