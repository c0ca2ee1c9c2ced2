import * as fc from 'fast-check';
import {isObject} from '../../spec/json.ts';
import type {Fresh, Step} from '../../spec/step.ts';
import {VALUE_CLASSES, type ValueKind} from './value-classes.ts';

/** The class of values that a scene sends: every value of one kind is of it, all others are plain. */
export interface DealtClass {
  kind: ValueKind;
  valueClass: string;
}

const KINDS = Object.keys(VALUE_CLASSES) as ValueKind[];

/**
 * Deals classes of values to scenes, one to each: what a run sends anyway thus shows many of them.
 * Of the kinds that a scene sends, it gets the one of which least was dealt so far; the classes of
 * a kind follow each other in an order that the seed shuffles.
 */
export class Deck {
  readonly #orders: ReadonlyMap<ValueKind, string[]>;
  readonly #dealt = new Map<ValueKind, number>();

  constructor(seed: number) {
    this.#orders = new Map(
      KINDS.map((kind, index) => [kind, shuffled(Object.keys(VALUE_CLASSES[kind]), seed + index)]),
    );
  }

  /**
   * The class for a scene that sends these steps; undefined when it sends no value that has any.
   * @param not kinds that stay plain
   */
  deal(steps: Step[], not: readonly ValueKind[] = []): DealtClass | undefined {
    const kinds = kindsIn(steps).filter((kind) => !not.includes(kind));
    const [kind] = kinds.sort((one, other) => this.#share(one) - this.#share(other));
    if (!kind) return undefined;
    const order = this.#orders.get(kind) ?? [];
    const dealt = this.#dealt.get(kind) ?? 0;
    this.#dealt.set(kind, dealt + 1);
    const valueClass = order[dealt % order.length];
    return valueClass === undefined ? undefined : {kind, valueClass};
  }

  /** How often the classes of a kind were dealt, each. */
  #share(kind: ValueKind): number {
    return (this.#dealt.get(kind) ?? 0) / (this.#orders.get(kind)?.length ?? 1);
  }
}

function shuffled(names: string[], seed: number): string[] {
  const orders = fc.shuffledSubarray(names, {minLength: names.length});
  return fc.sample(orders, {seed, numRuns: 1})[0] ?? names;
}

/**
 * The kinds of values in steps that can be of any class. A value that is put together with another
 * text, that has a length or is of a class, cannot; nor can an `external_id` in a path, which may be as well an id.
 */
export function kindsIn(steps: Step[]): ValueKind[] {
  const found = new Set<ValueKind>();
  const bound = new Set<ValueKind>();
  const look = (value: unknown, within?: 'text' | 'path'): void => {
    if (Array.isArray(value)) for (const member of value) look(member, within);
    if (!isObject(value)) return;
    const kind = kindOf(value);
    if (kind) (within || 'valueClass' in value ? bound : found).add(kind);
    for (const [name, member] of Object.entries(value))
      look(member, isText(name) ? 'text' : name === 'path' ? 'path' : within);
  };
  look(steps);
  return [...found].filter((kind) => !bound.has(kind));
}

const isText = (name: string): boolean => name === '$text';

/** The kind of a value that can be of a class. */
function kindOf(value: Record<string, unknown>): ValueKind | undefined {
  if ('$sample' in value) return value.at === '/filename' ? 'file-name' : undefined;
  const {$fresh: kind, length} = value as unknown as Fresh;
  return KINDS.includes(kind as ValueKind) && length === undefined
    ? (kind as ValueKind)
    : undefined;
}

/** Steps in which every value of a kind is of a class. */
export const withClass = <T>(steps: T, {kind, valueClass}: DealtClass): T =>
  rewritten(steps, (value) => (kindOf(value) === kind ? {...value, valueClass} : undefined));

/**
 * Steps in which some fresh values are of other classes.
 * @param classes by the numbers of the values; undefined for a plain value
 */
export const withClasses = <T>(steps: T, classes: ReadonlyMap<number, string | undefined>): T =>
  rewritten(steps, (value) => {
    if (!('$fresh' in value) || !classes.has(Number(value.n))) return undefined;
    const {valueClass: _valueClass, ...plain} = value;
    const valueClass = classes.get(Number(value.n));
    return valueClass === undefined ? plain : {...plain, valueClass};
  });

/** Steps in which only values of one kind are of a class. */
export const withOnly = <T>(steps: T, only: ValueKind): T =>
  rewritten(steps, (value) => {
    const {valueClass, ...plain} = value;
    return valueClass === undefined || kindOf(value) === only ? undefined : plain;
  });

/** The classes of values in steps, one of each kind. */
export function classesIn(steps: unknown): DealtClass[] {
  const found = new Map<ValueKind, DealtClass>();
  rewritten(steps, (value) => {
    const kind = kindOf(value);
    if (kind && typeof value.valueClass === 'string')
      found.set(kind, {kind, valueClass: value.valueClass});
    return undefined;
  });
  return [...found.values()];
}

/** A value with objects inside it replaced; where `replace` gives undefined, one stays. */
function rewritten<T>(
  value: T,
  replace: (value: Record<string, unknown>) => Record<string, unknown> | undefined,
): T {
  const next = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(next);
    if (!isObject(one)) return one;
    const replaced = replace(one);
    if (replaced) return replaced;
    return Object.fromEntries(Object.entries(one).map(([name, each]) => [name, next(each)]));
  };
  return next(value) as T;
}
