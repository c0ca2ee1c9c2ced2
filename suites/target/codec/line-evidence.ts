import type {SuspectLine, SuspectLocation} from '../../../spec/exchange.ts';
import {RefusedValues, type RefusedRequest} from './refused-values.ts';

/** The values of an object at locations that no other line and no documented name claims. */
export interface UnclaimedPointers {
  /** JSON Pointers of values that the member can have. */
  fitting: string[];
  /** Those of null, if the member may be null: they neither refute nor confirm anything. */
  nulls: string[];
  /** Those of values that it cannot have. */
  refuted: string[];
  /** Those of fitting texts that another member also has: they may be copies. */
  copies: string[];
}

/** The values at unclaimed locations in the responses of a run, while one member is missing. */
interface Missing {
  responses: number;
  /** The number of responses with a possible value of the member there, or with a permitted null. */
  fitting: Map<string, number>;
  /** Locations where a response has a value that the member cannot have. */
  refuted: Set<string>;
  /** Locations with a value that no other member of the response has. */
  ownValue: Set<string>;
}

/** The number of operations with a location before it counts as common to all responses. */
const MIN_OPERATIONS = 3;

/**
 * The evidence of a run for the lines of a profile. A line about an open point may be wrong: until a
 * request that was written with it has succeeded, or a response has confirmed it, violations that a wrong
 * line would explain are inconclusive.
 */
export class LineEvidence {
  readonly #confirmed = new Set<string>();
  readonly #missing = new Map<string, Missing>();
  readonly #refusedValues = new RefusedValues();
  readonly #pointersByOperation = new Map<string, Set<string>>();

  /** Records a refused request, and confirms the lines that it shows to be right together with earlier ones. */
  noteRefusal(request: RefusedRequest): void {
    for (const line of this.#refusedValues.note(request)) this.confirm(line);
  }

  /** Records that a response has shown a line to be right. */
  confirm(line: string): void {
    this.#confirmed.add(line);
  }

  /** Whether a response has shown a line to be right. */
  isConfirmed(line: string): boolean {
    return this.#confirmed.has(line);
  }

  /** Records the values of a response in which the member of a line is missing. */
  noteMissing(line: string, {fitting, nulls, refuted, copies}: UnclaimedPointers): void {
    const missing = this.#missingOf(line);
    missing.responses += 1;
    for (const pointer of [...fitting, ...nulls])
      missing.fitting.set(pointer, (missing.fitting.get(pointer) ?? 0) + 1);
    for (const pointer of fitting) if (!copies.includes(pointer)) missing.ownValue.add(pointer);
    for (const pointer of refuted) missing.refuted.add(pointer);
  }

  /** Records a location where the member of a line cannot be, because the value there would be wrong. */
  refute(line: string, pointer: string): void {
    this.#missingOf(line).refuted.add(pointer);
  }

  #missingOf(line: string): Missing {
    const missing = this.#missing.get(line) ?? {
      responses: 0,
      fitting: new Map<string, number>(),
      refuted: new Set<string>(),
      ownValue: new Set<string>(),
    };
    this.#missing.set(line, missing);
    return missing;
  }

  /** Records the JSON Pointers of the members in a body of an operation. */
  notePointers(operation: string, pointers: string[]): void {
    const known = this.#pointersByOperation.get(operation) ?? new Set();
    for (const pointer of pointers) known.add(pointer);
    this.#pointersByOperation.set(operation, known);
  }

  /** Whether a line may still be wrong. */
  mayBeWrong({line, member}: SuspectLine): boolean {
    if (this.#confirmed.has(line)) return false;
    if (member?.about === 'location') return this.pointersFor(line, member).length > 0;
    if (member?.about !== 'absence' || member.isMostlyNull) return true;
    return this.#confirmed.has(`members.${member.key}`);
  }

  /**
   * The locations where the member of a line may be according to all responses of the run: in the object in
   * which it was looked for, or else anywhere.
   */
  pointersFor(line: string, {near, far, isWholeBody, isOptional}: SuspectLocation): string[] {
    const missing = this.#missing.get(line);
    const isLeft = (pointer: string): boolean =>
      !(isWholeBody && this.#isEverywhere(pointer)) &&
      (!missing || isLeftBy(missing, pointer, isOptional));
    return likelyPointers({near: near.filter(isLeft), far: far.filter(isLeft)});
  }

  #isEverywhere(pointer: string): boolean {
    const all = [...this.#pointersByOperation.values()];
    return all.length >= MIN_OPERATIONS && all.every((pointers) => pointers.has(pointer));
  }
}

/** Whether a member may stand at a location, by all responses that lack it where it is looked for. */
function isLeftBy(missing: Missing, pointer: string, mayBeMissing: boolean): boolean {
  const {responses, fitting, refuted, ownValue} = missing;
  if (refuted.has(pointer) || !ownValue.has(pointer)) return false;
  return mayBeMissing || fitting.get(pointer) === responses;
}

/** The line that locates a member, as far as it is known where it is. */
export function locatingLine(line: string, pointers: readonly string[]): string {
  const [first = '/pointer', ...others] = pointers;
  if (!others.length) return `${line}: {at: ${first}}`;
  const shown = pointers.slice(0, MAX_POINTERS).join(', ');
  const rest = pointers.length > MAX_POINTERS ? ', ...' : '';
  return `${line}: {at: /pointer} with one of ${shown}${rest}`;
}

const MAX_POINTERS = 5;

/** The locations of a response where a member may stand: the nearest that there are. */
export const likelyPointers = ({near, far}: Pick<SuspectLocation, 'near' | 'far'>): string[] =>
  near.length ? near : far;
