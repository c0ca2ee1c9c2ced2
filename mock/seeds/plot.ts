import {Readable} from 'node:stream';
import {isRefused, type Done, type Input, type Refused, type Transition} from '../operation.ts';
import type {SeededObject} from '../world/seed-world.ts';
import type {Change, Row} from '../world/change.ts';
import type {World} from '../world/world.ts';
import {localDay} from '../store/access/local-time.ts';
import {instantIn, TIME_FORMS} from './relative-time.ts';
import type {Time} from './seed.ts';
import {slices} from './slices.ts';
import {WrongValue, type Path} from '../wrong-value.ts';

/** Steps that together take a few milliseconds. */
const SLICE = 200;

/** An hour: how old things are that say nothing about their age. */
const DEFAULT_AGE_MS = 3_600_000;

/** A thing of a seed, with the instant at which it was made. */
export interface Timed<T> {
  thing: T;
  path: Path;
  /** Epoch milliseconds. */
  at: number;
}

/**
 * The world that grows from a seed, which nobody can reach yet. Its clock is set to the instant of each thing that is
 * made, so that the operations of the APIs make it as they would have then.
 */
export class Plot {
  readonly world: World;
  /** The present of the world, in epoch milliseconds. */
  readonly now: number;
  /** Files for object storage. */
  readonly objects: SeededObject[] = [];
  /** To await after each thing that was made: other work goes on meanwhile. */
  readonly rest = slices(SLICE);

  constructor(world: World, now: number) {
    this.world = world;
    this.now = now;
  }

  /**
   * The instant that a seed gives, which is not in the future.
   * @param otherwise default: an hour ago
   * @throws WrongValue
   */
  instant(text: string | undefined, path: Path, otherwise = this.now - DEFAULT_AGE_MS): number {
    if (text === undefined) return otherwise;
    const instant = this.#instant(text, path);
    if (instant <= this.now) return instant;
    throw new WrongValue(
      path,
      `\`${text}\` is in the future`,
      'give a time up to now, such as `3 days ago`',
    );
  }

  /**
   * The things of a list in the order of their times, since lists of the APIs show them in the order in which they were
   * made.
   * @param member that contains the time
   * @throws WrongValue
   */
  inOrder<T extends {[name in K]?: Time}, K extends string>(
    things: readonly T[] = [],
    member: K,
    path: Path,
  ): Timed<T>[] {
    const timed = things.map((thing, at): Timed<T> => {
      const here = [...path, at];
      return {thing, path: here, at: this.instant(thing[member], [...here, member])};
    });
    return timed.sort((a, b) => a.at - b.at);
  }

  /** The day that a seed gives, in the time zone of the stores. @throws WrongValue */
  day(text: string, path: Path): string {
    const instant = this.#instant(text, path);
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
    return localDay(instant, String(this.world.freedom('store.timezone')));
  }

  #instant(text: string, path: Path): number {
    const instant = instantIn(text, this.now);
    if (instant !== undefined) return instant;
    throw new WrongValue(
      path,
      `\`${text}\` is no time of the years 1970 to 2999`,
      `write ${TIME_FORMS}`,
    );
  }

  /** Sets the clock to the instant of the next thing. */
  at(instant: number): void {
    void this.world.freeze(instant);
  }

  /** Puts rows as they are. */
  put(table: string, ...rows: Row[]): void {
    this.#commit(rows.map((put) => ({table, put})));
  }

  /** Declares a file of the world. */
  async file(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    await this.world.objects.put(key, Readable.from([bytes]), {contentType, limit: bytes.length});
    this.objects.push({key, bytes, contentType});
  }

  /**
   * Performs an operation of an API, or of the stores' pages, now.
   * @param path of the thing in the seed, for the error
   * @param edit changes a row before it is put: for members that the operation does not take
   * @throws WrongValue for a refusal
   */
  perform(
    tenant: string,
    operation: Transition,
    input: Partial<Input>,
    path: Path,
    edit: (table: string, row: Row) => Row = (_table, row) => row,
  ): Done {
    const whole = {path: {}, query: {}, headers: {}, body: {}, by: '', ...input};
    const outcome = operation(this.world.view(tenant), whole);
    if (isRefused(outcome)) throw refusal(outcome, path);
    const {changes = [], effects = []} = outcome;
    const edited = changes.map((change): Change =>
      'put' in change ? {table: change.table, put: edit(change.table, change.put)} : change,
    );
    this.#commit(edited, effects);
    return outcome;
  }

  #commit(changes: Change[], effects: NonNullable<Done['effects']> = []): void {
    void this.world.commit({changes, effects});
  }
}

/** A refusal of an operation as an error of the seed. If it names a field, so does the error. */
function refusal({why, errors = {}}: Refused, path: Path): WrongValue {
  const [first] = Object.entries(errors);
  const [field, messages] = first ?? [];
  const message = messages?.[0];
  if (field === undefined || message === undefined)
    return new WrongValue(path, `expected ${why.expected}, got ${why.got}`, why.todo);
  const steps = field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  return new WrongValue([...path, ...steps], message, why.todo);
}
