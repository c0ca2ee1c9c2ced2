import type {Val} from '../../spec/value.ts';
import {text} from '../language/sent-values.ts';
import {classesOf, type ValueClasses} from './values.ts';

/** Makes texts around a name that no other has, or around digits. */
export type Around = (name: Val, digits: Val) => Val;

/** The beginning of pairs of ids: together with a fresh name it is longer than a short column. */
const LONG = '-this-is-one-and-the-same';

/**
 * Pairs of different ids that a careless comparison takes for equal: as numbers, by their beginnings, as
 * patterns.
 * Whether letters of another case or with accents are others is left open.
 */
export const NEAR_TEXTS: Record<string, [has: Around, given: Around]> = {
  'a leading zero': [(_, digits) => text('0', digits), (_, digits) => digits],
  'a decimal of the same number': [(_, digits) => digits, (_, digits) => text(digits, '.0')],
  'an exponent of the same number': [
    (_, digits) => text(digits, '0'),
    (_, digits) => text(digits, 'e1'),
  ],
  'a letter more': [(name) => name, (name) => text(name, 'x')],
  'a letter less': [(name) => text(name, 'x'), (name) => name],
  'a long beginning': [(name) => text(name, LONG, 'a'), (name) => text(name, LONG, 'b')],
  'another dash': [(name) => text(name, '-a'), (name) => text(name, '_a')],
  'a sign of patterns': [(name) => text(name, 'a'), (name) => text(name, '%')],
};

/** The name of a pair. */
export const nearPairs: ValueClasses<string> = classesOf<string>(
  ...(Object.keys(NEAR_TEXTS) as [string, ...string[]]),
);

/** Both texts of a pair. */
export const nearTexts = (pair: string, name: Val, digits: Val): [has: Val, given: Val] => {
  const [has, given] = NEAR_TEXTS[pair] ?? [];
  return [has?.(name, digits) ?? name, given?.(name, digits) ?? name];
};

/** Makes a fresh value of more digits than a floating-point number can hold. */
export const DIGITS = {valueClass: 'digits beyond 2^53'} as const;
