import type {Operation} from '../../spec/contract.ts';
import {at, idText, isObject} from '../../spec/json.ts';
import type {Lookup} from '../../spec/openapi.ts';
import type {Call} from '../../spec/step.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {brief} from '../judge.ts';
import type {PassiveViolation} from './passive-result.ts';
import {ruleOfDifference} from './repeated-members.ts';
import {areRaced, isSameTenant} from './scene-history.ts';

/** What a scene sent before a response came. */
export interface Earlier {
  exchanges: readonly Exchange[];
  /** The call of an exchange; undefined where its step is no plain call of the scene. */
  callOf(exchange: Exchange): Call | undefined;
  operations: Readonly<Record<string, Operation>>;
  /** The races in which requests were sent, by the ids of their steps; none without it. */
  races?: ReadonlyMap<string, unknown>;
}

/** The members that a request gave to a resource. */
interface Written {
  given: unknown;
  /** That wrote it; undefined while nobody knows what the members are. */
  by?: Operation;
}

/**
 * The members that a list shows with another value than the last request gave them. A resource is
 * compared only while nothing happened in the scene but creations, and what wrote it: what another
 * operation changes is no business of this, nor is what came back while another write was under way.
 * @param operation of the exchange
 */
export function listedUnlikeWritten(
  operation: Operation | undefined,
  exchange: Exchange,
  earlier: Earlier,
): PassiveViolation[] {
  const {shows} = operation ?? {};
  if (!shows || !exchange.situations.includes(operation?.success ?? '')) return [];
  const rows = at(exchange.body, shows.rows);
  if (!Array.isArray(rows)) return [];
  if (isRaced(exchange, earlier)) return [];
  const written = writtenBefore(exchange, earlier);
  if (!written.size) return [];
  if (operation) identify(exchange, operation, written);
  return rows.flatMap((row: unknown, index) => {
    const id = isObject(row) ? idAt(row, shows.id) : undefined;
    const one = id === undefined ? undefined : written.get(keyOf(operation, id));
    return one ? changedMembersOf(one, row, `${shows.rows}/${index}`, exchange) : [];
  });
}

/** Whether a write was under way when a response came: it may show the effect, or not yet. */
const isRaced = (exchange: Exchange, earlier: Earlier): boolean =>
  earlier.exchanges.some(
    (one) => areRaced(one, exchange, earlier) && earlier.operations[one.op]?.method !== 'GET',
  );

/** What the requests before an exchange wrote, by the id of the resource. */
function writtenBefore(exchange: Exchange, earlier: Earlier): Map<string, Written> {
  const written = new Map<string, Written>();
  let busyUntil = -Infinity;
  for (const one of earlier.exchanges) {
    if (one === exchange) break;
    const operation = earlier.operations[one.op];
    if (!operation || one.as === 'nobody') continue;
    if (operation.method === 'GET') {
      identify(one, operation, written);
      continue;
    }
    if (one.sentAt < busyUntil) written.clear();
    else note(one, operation, exchange, earlier, written);
    busyUntil = Math.max(busyUntil, one.gotAt);
  }
  return written;
}

/** Notes what one request wrote. */
function note(
  one: Exchange,
  operation: Operation,
  {as}: Exchange,
  earlier: Earlier,
  written: Map<string, Written>,
): void {
  const isDone = one.situations.includes(operation.success);
  const call = earlier.callOf(one);
  if (operation.creates) {
    const key = keyOfCreated(one, operation);
    // Without its call it is of an earlier scene: nobody knows what happened to the resource since.
    const isKnown = isDone && call !== undefined && isSameTenant(one.as, as);
    if (!isKnown || key === undefined) return;
    // Of two that are found by one name nobody knows which is which.
    const isAmbiguous = operation.creates.id === undefined && written.has(key);
    written.set(key, isAmbiguous ? {given: undefined} : {given: one.requestBody, by: operation});
    return;
  }
  const isWritten = (one: string): boolean => written.has(keyOf(operation, one));
  const id = call && idIn(call, operation, earlier.exchanges, isWritten);
  const key = id === undefined ? undefined : keyOf(operation, id);
  const before = key === undefined ? undefined : written.get(key);
  written.clear();
  // What a refused request may have done is no business of this: what comes after it is.
  if (key !== undefined && before)
    written.set(key, isDone ? {given: one.requestBody, by: operation} : {given: undefined});
}

/** Two chapters may number their resources alike. */
const keyOf = (operation: Operation | undefined, id: string): string =>
  `${operation?.chapter} ${id}`;

/** The key of what a request created: by its id, or by what finds it in a list. */
function keyOfCreated({body, requestBody}: Exchange, operation: Operation): string | undefined {
  const {id: pointer, lookup} = operation.creates ?? {};
  const id = pointer === undefined ? undefined : idAt(body, pointer);
  if (id !== undefined) return keyOf(operation, id);
  const value = lookup && idAt(requestBody, lookup.member);
  return lookup && value !== undefined ? nameOf(lookup, value) : undefined;
}

const nameOf = ({by, member}: Lookup, value: string): string => `${by} ${member} ${value}`;

/** Gives what a list shows, and what was known by another member so far, the id of its row. */
function identify({body}: Exchange, list: Operation, written: Map<string, Written>): void {
  const {shows} = list;
  const rows = shows && at(body, shows.rows);
  if (!shows || !Array.isArray(rows)) return;
  for (const [key, one] of written) {
    const {lookup} = one.by?.creates ?? {};
    if (lookup?.by !== list.id || !key.startsWith(nameOf(lookup, ''))) continue;
    const isRow = (row: unknown): boolean => nameOf(lookup, idAt(row, lookup.member) ?? '') === key;
    const ids = rows.filter(isRow).map((row) => idAt(row, shows.id));
    if (ids.length) written.delete(key);
    // Of several rows with one name only one is that of the creation, and nobody knows which.
    const [id] = ids;
    if (ids.length === 1 && id !== undefined) written.set(keyOf(list, id), one);
  }
}

/** The id of the resource that a call names by the creation. */
function idIn(
  {path}: Call,
  {parameters}: Operation,
  exchanges: readonly Exchange[],
  isWritten: (id: string) => boolean,
): string | undefined {
  const [name] = parameters.flatMap((one) => (one.in === 'path' && one.names ? [one.name] : []));
  const value: unknown = name === undefined ? undefined : path?.[name];
  if (!isObject(value)) return undefined;
  const seen = ({$from, at: pointer}: Record<string, unknown>): unknown =>
    at(exchanges.find(({step}) => step === $from)?.body, String(pointer));
  if (typeof value.$from === 'string') return idText(seen(value));
  const {$row: row} = value;
  if (!isObject(row) || !isObject(row.of)) return undefined;
  return idOfRow(seen(row.of), String(row.at), isWritten);
}

/**
 * The id that a reference takes from a row of a list. Which row that is, is known only when the step
 * is sent; here it is the one of the list that the scene wrote.
 */
function idOfRow(
  rows: unknown,
  pointer: string,
  isWritten: (id: string) => boolean,
): string | undefined {
  const ids = Array.isArray(rows) ? rows.flatMap((row) => idAt(row, pointer) ?? []) : [];
  const [id, ...others] = ids.filter(isWritten);
  return others.length ? undefined : id;
}

/** The id at a place of a body, as a text. */
function idAt(body: unknown, pointer: string): string | undefined {
  return idText(at(body, pointer));
}

const changedMembersOf = (
  {given, by}: Written,
  row: unknown,
  pointer: string,
  {op, step}: Exchange,
): PassiveViolation[] =>
  (by?.repeats ?? []).flatMap((member) => {
    const name = member.member.split('/').at(-1) ?? member.member;
    const wanted = at(given, member.member);
    const got = at(row, `/${name}`);
    if (wanted === undefined || got === undefined) return [];
    const rule = ruleOfDifference(by, member, wanted, got);
    if (rule === undefined) return [];
    return {
      rule,
      place: '*',
      pointer: `${pointer}/${name}`,
      violation: {
        branch: `another ${name} in the list`,
        expected: `\`${name}\` of the listed row to be ${brief(wanted)}, as it was given`,
        got: brief(got),
        step,
        op,
      },
    };
  });
