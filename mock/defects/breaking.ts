import type {Seam, Without} from '../defect.ts';
import {
  isRefused,
  refuse,
  type Done,
  type Input,
  type Transition,
  type View,
} from '../operation.ts';
import type {Row} from '../world/change.ts';

/** Wraps operations in a function. */
export const around = (
  operations: string[],
  other: (next: Transition, without: Without) => Transition,
): Seam => ({
  seam: 'around',
  in: operations,
  around: other,
});

/** Changes what operations return and store when they succeed. */
export const afterwards = (
  operations: string[],
  change: (done: Done, view: View, input: Input) => Done,
): Seam =>
  around(operations, (next) => (view, input) => {
    const done = next(view, input);
    return isRefused(done) ? done : change(done, view, input);
  });

/** Returns a view with some members replaced. */
export const viewWith = (view: View, replaced: Partial<View>): View =>
  new Proxy(view, {
    get(target, name) {
      if (Object.hasOwn(replaced, name)) return replaced[name as keyof View];
      const own: unknown = target[name as keyof View];
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });

/** Gives operations a view with some members replaced. */
export const seeing = (
  operations: string[],
  other: (view: View, input: Input) => Partial<View>,
): Seam =>
  around(operations, (next) => (view, input) => next(viewWith(view, other(view, input)), input));

/** Lets operations find other rows of a table instead of the right ones, or none. */
export const finding = <R extends Row>(
  operations: string[],
  table: string,
  other: (row: R, view: View, input: Input) => Row | undefined,
): Seam =>
  seeing(operations, (view, input) => ({
    find: <F extends Row>(name: string, key: string) => {
      const row: Row | undefined = view.find<F>(name, key);
      return (row && name === table ? other(row as R, view, input) : row) as F | undefined;
    },
  }));

/** What an operation looks up by a value of an index, and in which view. */
interface Lookup {
  table: string;
  index: string;
  value: string;
  view: View;
  input: Input;
}

/** Lets operations find other rows where they look up all with a value (`View.all`). */
export const findingAll = <R extends Row>(
  operations: string[],
  other: (rows: R[], lookup: Lookup) => readonly Row[],
): Seam =>
  seeing(operations, (view, input) => ({
    all: <F extends Row>(table: string, index: string, value: string) =>
      other(view.all<R>(table, index, value), {table, index, value, view, input}) as F[],
  }));

/** Lets operations find another row where they look up the one with a value (`View.by`), or none. */
export const findingBy = <R extends Row>(
  operations: string[],
  other: (row: R | undefined, lookup: Lookup) => Row | undefined,
): Seam =>
  seeing(operations, (view, input) => ({
    by: <F extends Row>(table: string, index: string, value: string) =>
      other(view.by<R>(table, index, value), {table, index, value, view, input}) as F | undefined,
  }));

/** Gives operations a request with some members replaced. */
export const receiving = (
  operations: string[],
  other: (input: Input, view: View) => Partial<Input>,
): Seam =>
  around(operations, (next) => (view, input) => next(view, {...input, ...other(input, view)}));

/**
 * Lets an operation refuse its n-th call in a world and all later ones.
 * @param after milliseconds after the first call that have to pass before calls count
 */
export const refusingFrom = (operation: string, nth: number, situation: string, after = 0): Seam =>
  around([operation], (next) => {
    let first: number | undefined;
    let calls = 0;
    return (view, input) => {
      first ??= view.now;
      if (view.now - first >= after) calls += 1;
      return calls >= nth
        ? refuse(situation, {expected: 'an earlier request', got: 'a later one', todo: 'none'})
        : next(view, input);
    };
  });
