import {isObject} from '../../spec/json.ts';
import type {Fresh} from '../../spec/value.ts';
import type {Step} from '../../spec/step.ts';
import {shuffled} from './shuffled.ts';
import {LIKE_IDS, VALUE_CLASSES, type ValueKind} from './value-classes.ts';

/** The class of a scene's values: every value of the kind is of this class, all others are plain. */
export interface AssignedClass {
  kind: ValueKind;
  valueClass: string;
}

/** Assigns to each scene a class of values. */
export interface ClassAssigner {
  /**
   * The class for a scene that sends these steps; undefined if no value in them can be varied.
   * @param not kinds that stay plain
   * @param situations of the sequence of a model: its commands in their states
   */
  assign(
    steps: Step[],
    not?: readonly ValueKind[],
    situations?: readonly string[],
  ): AssignedClass | undefined;
}

const KINDS = Object.keys(VALUE_CLASSES) as ValueKind[];

/**
 * Assigns classes of values to scenes in turn, so that a run tests many of them without further
 * requests. A scene gets the kind of value that has been varied least so far; the classes of a kind
 * follow each other in an order that the seed shuffles.
 */
export class RotatingAssigner implements ClassAssigner {
  readonly #orders: ReadonlyMap<ValueKind, string[]>;
  readonly #assigned = new Map<ValueKind, number>();

  constructor(seed: number) {
    this.#orders = classesInOrder(seed);
  }

  /**
   * The class for a scene that sends these steps; undefined if no value in them can be varied.
   * @param not kinds that stay plain
   */
  assign(steps: Step[], not: readonly ValueKind[] = []): AssignedClass | undefined {
    const kinds = kindsIn(steps).filter((kind) => !not.includes(kind));
    const [kind] = kinds.sort((one, other) => this.#share(one) - this.#share(other));
    if (!kind) return undefined;
    const order = this.#orders.get(kind) ?? [];
    const assigned = this.#assigned.get(kind) ?? 0;
    const next = [...order.keys()].map((index) => order[(assigned + index) % order.length] ?? '');
    const fits = isInPath(steps, kind) ? (name: string) => !LIKE_IDS.has(name) : () => true;
    const valueClass = next.find(fits);
    this.#assigned.set(kind, assigned + 1);
    return valueClass === undefined ? undefined : {kind, valueClass};
  }

  /** How often each class of a kind has been assigned on average. */
  #share(kind: ValueKind): number {
    return (this.#assigned.get(kind) ?? 0) / (this.#orders.get(kind)?.length ?? 1);
  }
}

/** The classes of each kind in an order that the seed shuffles. */
export const classesInOrder = (seed: number): ReadonlyMap<ValueKind, string[]> =>
  new Map(
    KINDS.map((kind, index) => [kind, shuffled(Object.keys(VALUE_CLASSES[kind]), seed + index)]),
  );

/** Whether a path contains a value of a kind. */
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
 * The kinds of values in steps that can be of a class. Excluded are values that are part of a longer
 * text, that are already of a class, or that have a length (except passwords).
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

/** The kind of a value, if it can be of a class. */
export function kindOf(value: Record<string, unknown>): ValueKind | undefined {
  if ('$sample' in value) return value.at === '/filename' ? 'file-name' : undefined;
  const {$fresh: kind, length} = value as unknown as Fresh;
  if (kind === 'password' && length !== undefined) return 'sized-password';
  return KINDS.includes(kind as ValueKind) && length === undefined
    ? (kind as ValueKind)
    : undefined;
}

/** The steps, with every value of the kind in the class. */
export const withClass = <T>(steps: T, {kind, valueClass}: AssignedClass): T =>
  rewritten(steps, (value) => (kindOf(value) === kind ? {...value, valueClass} : undefined));

/**
 * The steps, with some fresh values in other classes.
 * @param classes by the numbers of the values; undefined for a plain value
 */
export const withClasses = <T>(steps: T, classes: ReadonlyMap<number, string | undefined>): T =>
  rewritten(steps, (value) => {
    if (!('$fresh' in value) || !classes.has(Number(value.n))) return undefined;
    const {valueClass: _valueClass, ...plain} = value;
    const valueClass = classes.get(Number(value.n));
    return valueClass === undefined ? plain : {...plain, valueClass};
  });

/** The steps, with classes only for values of one kind; for none without a kind. */
export const withOnly = <T>(steps: T, only?: ValueKind): T =>
  rewritten(steps, (value) => {
    const {valueClass, ...plain} = value;
    return valueClass === undefined || kindOf(value) === only ? undefined : plain;
  });

/** The classes of the values in steps, one for each kind. */
export function classesIn(steps: unknown): AssignedClass[] {
  const found = new Map<ValueKind, AssignedClass>();
  rewritten(steps, (value) => {
    const kind = kindOf(value);
    if (kind && typeof value.valueClass === 'string')
      found.set(kind, {kind, valueClass: value.valueClass});
    return undefined;
  });
  return [...found.values()];
}

/** A copy of a value in which objects are replaced, unless `replace` returns undefined. */
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
