import * as fc from 'fast-check';
import type {Val} from '../../spec/value.ts';
import {VALUE_CLASSES, type ValueKind} from './value-classes.ts';

/** The values for which a property holds: a plain one, and classes from which others are drawn. */
export interface ValueClasses<T extends Val = Val> {
  plain: T;
  /** The classes, by what is special about their values. */
  classes: Record<string, fc.Arbitrary<T>>;
}

/** One of a list: the first is plain, and each other one a class of its own. */
export const oneOf = <T extends Val>(plain: T, ...others: T[]): ValueClasses<T> => ({
  plain,
  classes: constants(others),
});

/** One of a list, each of which is a class of its own. */
export const classesOf = <T extends Val>(...values: [T, ...T[]]): ValueClasses<T> => ({
  plain: values[0],
  classes: constants(values),
});

/** A class for each value, named by its JSON text. */
const constants = <T extends Val>(values: readonly T[]): ValueClasses<T>['classes'] =>
  Object.fromEntries(values.map((one) => [JSON.stringify(one), fc.constant(one)]));

/** `true` and `false`. */
export const booleans = classesOf<boolean>(false, true);

/** Values of a kind that are new each time; `Script.numbered` puts them on a script. */
export const freshValues = (kind: ValueKind): ValueClasses<never> => ({
  plain: {$fresh: kind} as never,
  classes: Object.fromEntries(
    Object.keys(VALUE_CLASSES[kind]).map((valueClass) => [
      valueClass,
      fc.constant({$fresh: kind, valueClass} as never),
    ]),
  ),
});

/** Numbers where another figure begins, and beside them. */
const FIGURES_END = [9, 10, 11, 99, 100, 101, 999, 1000, 1001, 9999, 10_000];

/** Integers within bounds, including both sides of each documented bound. */
export const integers = (least: number, greatest: number): ValueClasses<number> => ({
  plain: Math.min(greatest, least + 2),
  classes: {
    'the least': fc.constant(least),
    'one above the least': fc.constant(Math.min(greatest, least + 1)),
    'the greatest': fc.constant(greatest),
    'one below the greatest': fc.constant(Math.max(least, greatest - 1)),
    'a power of two': fc
      .integer({min: 0, max: 52})
      .map((power) => Math.max(least, Math.min(greatest, 2 ** power))),
    any: fc.oneof(
      fc.integer({min: least, max: greatest}),
      fc.constantFrom(...FIGURES_END.filter((one) => one >= least && one <= greatest), least),
    ),
  },
});

/** Days in the form YYYY-MM-DD, years ahead of any run. */
export const days: ValueClasses<string> = {
  plain: '2031-05-14',
  classes: {
    'a leap day': fc.constantFrom('2032-02-29', '2096-02-29'),
    'the end of a month': fc.constantFrom('2031-01-31', '2031-04-30', '2031-02-28', '2100-02-28'),
    'the end of a year': fc.constantFrom('2031-12-31', '2031-12-29'),
    'the first of a month': fc.constantFrom('2031-03-01', '2032-01-01', '2032-03-01', '2100-03-01'),
    'figures below ten': fc.constant('2031-09-08'),
    'far away': fc.constantFrom('2099-12-31', '2038-01-20', '2106-02-08'),
  },
};
