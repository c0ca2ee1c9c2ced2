/**
 * Steps of a scene in groups: `write: update` is the step `update` of the group `write`, and `walk: 0` the first one of
 * a group in order.
 */

import type {Exchange} from '../../spec/exchange.ts';
import type {Handles} from './check.ts';
import type {Handle} from './script.ts';

/** The steps of a group, by their names or in order. One that is a function is recorded after all others. */
type Group = Readonly<Record<string, Step>> | readonly Step[];
type Step = Handle<unknown> | (() => Handle) | undefined;

/** The steps of groups, as an act returns them. */
export const inGroups = (groups: Readonly<Record<string, Group>>): Handles =>
  Object.fromEntries(
    Object.entries(groups)
      .flatMap(([group, steps]) =>
        Object.entries(steps).map(([name, step]) => [`${group}: ${name}`, step] as const),
      )
      .flatMap(([name, step]) => {
        const handle = typeof step === 'function' ? step() : step;
        return handle ? [[name, handle]] : [];
      }),
  );

/** The exchanges of a group, by the names of its steps. No other exchange is read. */
export const groupIn = <N extends string = string, T = Exchange>(
  seen: object,
  group: string,
): Record<NoInfer<N>, NoInfer<T>> => {
  const prefix = `${group}: `;
  const all = seen as Record<string, T>;
  const names = Object.keys(seen).filter((key) => key.startsWith(prefix));
  return Object.fromEntries(names.map((key) => [key.slice(prefix.length), all[key]])) as Record<
    N,
    T
  >;
};

/** The exchanges of a group, in order. */
export const allIn = <T = Exchange>(seen: object, group: string): T[] =>
  Object.values(groupIn<string, T>(seen, group));
