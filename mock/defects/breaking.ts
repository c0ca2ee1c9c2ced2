import type {RuleId} from '../../spec/rule.ts';
import type {Defect, Seam, Without} from '../defect.ts';
import {
  isRefused,
  refuse,
  type Done,
  type Input,
  type Transition,
  type View,
} from '../operation.ts';
import type {Row} from '../world/change.ts';

/** Defects of one rule, each by what it does. */
export const breaking = (breaks: RuleId, seams: Record<string, Seam>): Defect[] =>
  Object.entries(seams).map(([how, seam]) => ({name: `${breaks}: ${how}`, breaks, ...seam}));

/** A function around some operations. */
export const around = (
  operations: string[],
  other: (next: Transition, without: Without) => Transition,
): Seam => ({
  seam: 'around',
  in: operations,
  around: other,
});

/**
 * A function that gets what an operation did, and gives back another response and other changes.
 */
export const afterwards = (
  operations: string[],
  change: (done: Done, view: View, input: Input) => Done,
): Seam =>
  around(operations, (next) => (view, input) => {
    const done = next(view, input);
    return isRefused(done) ? done : change(done, view, input);
  });

/** The same view with some of its members replaced. */
export const viewWith = (view: View, other: (view: View) => Partial<View>): View => {
  const replaced: Partial<View> = other(view);
  return new Proxy(view, {
    get(target, name) {
      if (Object.hasOwn(replaced, name)) return replaced[name as keyof View];
      const own: unknown = target[name as keyof View];
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
};

/** An operation that gets another view. */
export const seeing = (
  operations: string[],
  other: (view: View, input: Input) => Partial<View>,
): Seam =>
  around(
    operations,
    (next) => (view, input) =>
      next(
        viewWith(view, (plain) => other(plain, input)),
        input,
      ),
  );

/** An operation that finds rows of a table as they are not, or does not find them. */
export const finding = <R extends Row>(
  operations: string[],
  table: string,
  other: (row: R, view: View) => R | undefined,
): Seam =>
  seeing(operations, (view) => ({
    find: <F extends Row>(requested: string, key: string) => {
      const row: Row | undefined = view.find<F>(requested, key);
      return (row && requested === table ? other(row as R, view) : row) as F | undefined;
    },
  }));

/** An operation that receives another request. */
export const receiving = (
  operations: string[],
  other: (input: Input, view: View) => Partial<Input>,
): Seam =>
  around(operations, (next) => (view, input) => next(view, {...input, ...other(input, view)}));

/**
 * From its n-th turn on in a world an operation refuses; with `after`, only turns so many
 * milliseconds after the first count.
 */
export const refusingFrom = (operation: string, nth: number, situation: string, after = 0): Seam =>
  around([operation], (next) => {
    let first: number | undefined;
    let turns = 0;
    return (view, input) => {
      first ??= view.now;
      if (view.now - first >= after) turns += 1;
      return turns >= nth
        ? refuse(situation, 'an earlier request', 'a later one', 'none')
        : next(view, input);
    };
  });
