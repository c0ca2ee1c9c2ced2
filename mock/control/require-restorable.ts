import type {Index} from '../chapter.ts';
import {FaultChecker} from '../faults/check-rule.ts';
import type {Row, WorldImage} from '../world/change.ts';
import {requireFreedoms} from '../world/freedoms.ts';
import {settingsOf, type Settings} from '../world/settings.ts';
import type {World} from '../world/world.ts';
import type {WorldDefinition} from '../world/world-definition.ts';
import type {Worlds} from '../world/worlds.ts';
import {pathAt, pathText, WrongValue} from '../wrong-value.ts';
import {LAST_CLOCK_INSTANT} from './clock.ts';
import {credentials} from './credentials.ts';
import {TODO_FREEDOMS} from './handler.ts';
import {imageSchema} from './image-schema.ts';
import {requireNumbers} from './numbers.ts';
import {Problem} from './problem.ts';
import {Validator} from './validate.ts';

/** What to do about a snapshot that somebody has edited. */
export const TODO_UNCHANGED =
  'restore a snapshot just as GET gave it; to change a world use the other operations';

/** Its schema is compiled on first use. */
const validator = new Validator();

const checker: FaultChecker = new FaultChecker();

/**
 * Checks an image before it becomes a world. Its checksum proves nothing, because anybody can compute it.
 * @param worlds the mock that the world will be part of
 * @throws Problem 422 that names the place, for anything with which the mock could not work
 */
export function requireRestorable(worlds: Worlds, image: WorldImage): void {
  requireForm(image);
  requireDeclared(worlds.definition, image);
  requireSettings(worlds, image);
  requireOrder(image);
  for (const [table, rows] of Object.entries(image.tables)) {
    requireUnique(table, rows);
    requireIndexable(worlds.definition, table, rows);
  }
  requireWorking(worlds, image);
}

const refused = (place: string, what: string): Problem =>
  new Problem(422, `image.${place}: ${what}`, TODO_UNCHANGED);

/** Checks the types and bounds of everything that all rows, events and settings have in common. */
function requireForm(image: unknown): void {
  const wrong = validator.firstError(imageSchema, image);
  if (wrong)
    throw new Problem(
      422,
      `${pathText(['image', ...pathAt(image, wrong.pointer)])}: ${wrong.message}`,
      TODO_UNCHANGED,
    );
}

/** Checks that chapters declare each table, event and counter. */
function requireDeclared(definition: WorldDefinition, {tables, due, reads}: WorldImage): void {
  for (const table of Object.keys(tables))
    if (!Object.hasOwn(definition.tables, table))
      throw refused('tables', `no chapter declares a table \`${table}\``);
  for (const [at, {event}] of due.entries())
    if (!Object.hasOwn(definition.onDue, event))
      throw refused(`due[${at}].event`, `no chapter declares an event \`${event}\``);
  for (const name of Object.keys(reads))
    if (!Object.hasOwn(definition.counters, name.slice(0, name.indexOf(':'))))
      throw refused('reads', `no chapter declares the counter of \`${name}\``);
}

/** Checks the settings as `POST /worlds` and `PATCH .../numbers` do. */
function requireSettings(worlds: Worlds, {meta}: WorldImage): void {
  const {definition} = worlds;
  const place = 'image.meta.settings';
  const settings = settingsOf(meta.settings);
  requireNumbers(definition.numbers, settings.numbers, `${place}.numbers`);
  naming(`${place}.freedoms`, TODO_FREEDOMS, () =>
    requireFreedoms(definition.freedoms, settings.freedoms),
  );
  requireFaults(settings);
  naming(`${place}.defects`, TODO_DEFECTS, () => worlds.requireDefects(settings));
}

/** Checks the rules of faults as `POST .../faults` does. */
function requireFaults({faults}: Settings): void {
  if (faults === undefined) return;
  try {
    const rules: unknown = faults.map(({since: _since, setting: _setting, ...rule}) => rule);
    checker.checkAll(rules, ['faults']);
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    throw refused(`meta.settings.${pathText(error.path)}`, error.message);
  }
}

const TODO_DEFECTS = 'restore it in a mock that was started with the same defects';

/** Does a check whose RangeError says what is wrong, and adds the place and what to do. @throws Problem 422 */
function naming(place: string, todo: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Problem(422, `${place}: ${error.message}`, todo);
  }
}

/** Checks that the next sequence number is higher than all others. */
function requireOrder({meta, tables, due}: WorldImage): void {
  for (const [table, rows] of Object.entries(tables))
    for (const [at, {seq}] of rows.entries())
      if (seq >= meta.seq) throw refused(`tables.${table}[${at}].seq`, tooHigh(meta.seq));
  const seen = new Set<number>();
  for (const [at, {seq}] of due.entries()) {
    if (seq >= meta.seq) throw refused(`due[${at}].seq`, tooHigh(meta.seq));
    if (seen.has(seq)) throw refused(`due[${at}].seq`, 'another event has this number');
    seen.add(seq);
  }
}

const tooHigh = (next: number): string => `must be less than image.meta.seq, ${next}`;

/** Checks that each row has a key and a place in the order of its own: a change would otherwise leave two versions. */
function requireUnique(table: string, rows: readonly Row[]): void {
  const keys = new Set<string>();
  const places = new Set<number>();
  for (const [at, {key, seq}] of rows.entries()) {
    if (keys.has(key))
      throw refused(`tables.${table}[${at}].key`, `another row has the key \`${key}\``);
    if (places.has(seq)) throw refused(`tables.${table}[${at}].seq`, 'another row has this number');
    keys.add(key);
    places.add(seq);
  }
}

/**
 * Checks the members under which a table's indexes find its rows. The chapters declare no schema of their rows, so the
 * other members are not checked.
 */
function requireIndexable(definition: WorldDefinition, table: string, rows: readonly Row[]): void {
  const indexes = Object.entries(definition.tables[table]?.indexes ?? {});
  for (const [at, row] of rows.entries())
    for (const [name, index] of indexes)
      if (!isIndexable(index, row))
        throw refused(`tables.${table}[${at}]`, `the index \`${name}\` cannot read this row`);
}

function isIndexable(index: Index, row: Row): boolean {
  try {
    const values: unknown = index.of(row);
    if (Array.isArray(values)) return values.every((value) => typeof value === 'string');
    return values === undefined || typeof values === 'string';
  } catch {
    return false;
  }
}

/** Makes a world of the image that nobody can reach, and checks that it can tell the time and be described. */
function requireWorking(worlds: Worlds, image: WorldImage): void {
  const now = triedWorld(worlds, image).now();
  if (!(now >= 0 && now <= LAST_CLOCK_INSTANT))
    throw refused('meta.clock', 'the clock would not show an instant of the years 1970 to 2999');
}

/** What the control plane tells of every world reads members of its rows. */
function triedWorld(worlds: Worlds, image: WorldImage): World {
  try {
    const world = worlds.tried('tried', image);
    credentials(world);
    return world;
  } catch (error) {
    throw refused('tables', `the world cannot be described (${(error as Error).message})`);
  }
}
