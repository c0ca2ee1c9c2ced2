import {isObject} from '../../spec/json.ts';
import type {Fresh} from '../../spec/value.ts';
import type {Step} from '../../spec/step.ts';
import {shuffled} from './shuffled.ts';
import {LIKE_IDS, VALUE_CLASSES, type ValueKind} from './value-classes.ts';

/** The class of values that a scene sends: every value of one kind is of it, all others are plain. */
export interface DealtClass {
  kind: ValueKind;
  valueClass: string;
}

/** Chooses the classes of values of scenes. */
export interface Dealer {
  /**
   * The class for a scene that sends these steps; undefined when it sends no value that has any.
   * @param not kinds that stay plain
   * @param situations of the sequence of a model: its commands in their states
   */
  deal(
    steps: Step[],
    not?: readonly ValueKind[],
    situations?: readonly string[],
  ): DealtClass | undefined;
}

const KINDS = Object.keys(VALUE_CLASSES) as ValueKind[];

/**
 * Deals classes of values to scenes, one to each: what a run sends anyway thus shows many of them.
 * Of the kinds that a scene sends, it gets the one of which least was dealt so far; the classes of
 * a kind follow each other in an order that the seed shuffles.
 */
export class Deck implements Dealer {
  readonly #orders: ReadonlyMap<ValueKind, string[]>;
  readonly #dealt = new Map<ValueKind, number>();

  constructor(seed: number) {
    this.#orders = classesInOrder(seed);
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
    const next = [...order.keys()].map((index) => order[(dealt + index) % order.length] ?? '');
    const fits = isInPath(steps, kind) ? (name: string) => !LIKE_IDS.has(name) : () => true;
    const valueClass = next.find(fits);
    this.#dealt.set(kind, dealt + 1);
    return valueClass === undefined ? undefined : {kind, valueClass};
  }

  /** How often the classes of a kind were dealt, each. */
  #share(kind: ValueKind): number {
    return (this.#dealt.get(kind) ?? 0) / (this.#orders.get(kind)?.length ?? 1);
  }
}

/** The classes of each kind in an order that the seed shuffles. */
export const classesInOrder = (seed: number): ReadonlyMap<ValueKind, string[]> =>
  new Map(
    KINDS.map((kind, index) => [kind, shuffled(Object.keys(VALUE_CLASSES[kind]), seed + index)]),
  );

/** Whether a path carries a value of a kind. */
function isInPath(steps: Step[], kind: ValueKind): boolean {
  const look = (value: unknown, isPath: boolean): boolean => {
    if (Array.isArray(value)) return value.some((member) => look(member, isPath));
    if (!isObject(value)) return false;
    if (isPath && kindOf(value) === kind) return true;
    return Object.entries(value).some(([name, member]) => look(member, isPath || name === 'path'));
  };
  return look(steps, false);
}

/**
 * The kinds of values in steps that can be of a class. A value that is put together with another
 * text or is of a class cannot; nor can one that has a length, but for a password.
 */
export function kindsIn(steps: Step[]): ValueKind[] {
  const found = new Set<ValueKind>();
  const bound = new Set<ValueKind>();
  const look = (value: unknown, isInText: boolean): void => {
    if (Array.isArray(value)) for (const member of value) look(member, isInText);
    if (!isObject(value)) return;
    const kind = kindOf(value);
    if (kind) (isInText || 'valueClass' in value ? bound : found).add(kind);
    for (const [name, member] of Object.entries(value)) look(member, isInText || isText(name));
  };
  look(steps, false);
  return [...found].filter((kind) => !bound.has(kind));
}

const isText = (name: string): boolean => name === '$text';

/** The kind of a value that can be of a class. */
function kindOf(value: Record<string, unknown>): ValueKind | undefined {
  if ('$sample' in value) return value.at === '/filename' ? 'file-name' : undefined;
  const {$fresh: kind, length} = value as unknown as Fresh;
  if (kind === 'password' && length !== undefined) return 'sized-password';
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

/** Steps in which only values of one kind are of a class; undefined: none is. */
export const withOnly = <T>(steps: T, only?: ValueKind): T =>
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
