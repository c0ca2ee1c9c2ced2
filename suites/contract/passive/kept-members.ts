import type {Operation} from '../../../spec/contract.ts';
import {at, idText, isObject, toText} from '../../../spec/json.ts';
import type {Lookup} from '../../../spec/openapi.ts';
import type {Call} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {brief} from '../../judge.ts';
import type {PassiveViolation} from './passive-result.ts';
import {ruleOfDifference} from './repeated-members.ts';
import {areRaced, isSameTenant, type SceneHistory} from './scene-history.ts';

/** The exchanges of a scene so far, with its calls. */
export interface WriteHistory extends Pick<SceneHistory, 'exchanges' | 'operations' | 'races'> {
  /** The call of an exchange; undefined if its step is not a single call of the scene itself. */
  callOf(exchange: Exchange): Call | undefined;
}

/** The members that a request wrote to a resource. */
interface Written {
  given: unknown;
  /** The operation that wrote them; undefined while the members are unknown. */
  by?: Operation;
}

/**
 * The members that a list shows with another value than the last request wrote. A resource is compared
 * only while the scene has sent nothing but creations and writes of this resource. Changes by other
 * operations are ignored, and so are responses that overlapped a write.
 * @param operation of the exchange
 */
export function listedUnlikeWritten(
  operation: Operation | undefined,
  exchange: Exchange,
  history: WriteHistory,
): PassiveViolation[] {
  const {shows} = operation ?? {};
  if (!shows || !exchange.situations.includes(operation?.success ?? '')) return [];
  const rows = at(exchange.body, shows.rows);
  if (!Array.isArray(rows)) return [];
  if (isRaced(exchange, history)) return [];
  const written = writtenBefore(exchange, history);
  if (!written.size) return [];
  if (operation) identify(exchange, operation, written);
  return rows.flatMap((row: unknown, index) => {
    const id = isObject(row) ? idAt(row, shows.id) : undefined;
    const one = id === undefined ? undefined : written.get(keyOf(operation, id));
    return one ? changedMembersOf(one, row, `${shows.rows}/${index}`, exchange) : [];
  });
}

/** Whether a write was under way together with a read, so that its effect may or may not show. */
const isRaced = (exchange: Exchange, history: WriteHistory): boolean =>
  history.exchanges.some(
    (one) => areRaced(one, exchange, history) && history.operations[one.op]?.method !== 'GET',
  );

/** The members that the requests before an exchange wrote, by the id of the resource. */
function writtenBefore(exchange: Exchange, history: WriteHistory): Map<string, Written> {
  const written = new Map<string, Written>();
  let busyUntil = -Infinity;
  for (const one of history.exchanges) {
    if (one === exchange) break;
    const operation = history.operations[one.op];
    if (!operation || one.as === 'nobody') continue;
    if (operation.method === 'GET') {
      identify(one, operation, written);
      continue;
    }
    if (one.sentAt < busyUntil) written.clear();
    else note(one, operation, exchange, history, written);
    busyUntil = Math.max(busyUntil, one.gotAt);
  }
  return written;
}

/** Records what one request wrote. */
function note(
  one: Exchange,
  operation: Operation,
  viewer: Exchange,
  history: WriteHistory,
  written: Map<string, Written>,
): void {
  if (operation.creates) noteCreation(one, operation, viewer, history, written);
  else noteWrite(one, operation, history, written);
}

const UNKNOWN: Written = {given: undefined};

/** Records the members of a resource that the scene created for the tenant of the viewer. */
function noteCreation(
  one: Exchange,
  operation: Operation,
  viewer: Exchange,
  history: WriteHistory,
  written: Map<string, Written>,
): void {
  const isDone = one.situations.includes(operation.success);
  // A creation without a call was sent by an earlier scene: anything may have happened to it since.
  const isOwn = history.callOf(one) !== undefined && isSameTenant(one.as, viewer.as);
  const key = isDone && isOwn ? keyOfCreated(one, operation) : undefined;
  if (key === undefined) return;
  // Two creations that are found by the same name cannot be told apart.
  const isAmbiguous = operation.creates?.id === undefined && written.has(key);
  written.set(key, isAmbiguous ? UNKNOWN : {given: one.requestBody, by: operation});
}

/** Records any other write. Only the resource that it names stays known, with its new members. */
function noteWrite(
  one: Exchange,
  operation: Operation,
  history: WriteHistory,
  written: Map<string, Written>,
): void {
  const isWritten = (id: string): boolean => written.has(keyOf(operation, id));
  const call = history.callOf(one);
  const id = call && idIn(call, operation, history.exchanges, isWritten);
  const key = id === undefined ? undefined : keyOf(operation, id);
  const wasKnown = key !== undefined && written.has(key);
  written.clear();
  const isDone = one.situations.includes(operation.success);
  // After a refused request the stored members are unknown; other rules judge them.
  if (wasKnown) written.set(key, isDone ? {given: one.requestBody, by: operation} : UNKNOWN);
}

/** Includes the chapter, because resources of two chapters may have equal ids. */
const keyOf = (operation: Operation | undefined, id: string): string =>
  `${operation?.chapter} ${id}`;

/** The key of a created resource: its id, or the value by which it is found in a list. */
function keyOfCreated({body, requestBody}: Exchange, operation: Operation): string | undefined {
  const {id: pointer, lookup} = operation.creates ?? {};
  const id = pointer === undefined ? undefined : idAt(body, pointer);
  if (id !== undefined) return keyOf(operation, id);
  const value = lookup && idAt(requestBody, lookup.member);
  return lookup && value !== undefined ? nameOf(lookup, value) : undefined;
}

const nameOf = ({by, member}: Lookup, value: string): string => `${by} ${member} ${value}`;

/** Replaces keys of resources that were found by another value by their ids, once a list shows them. */
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
    // If several rows have the same name, the created one is unknown.
    const [id] = ids;
    if (ids.length === 1 && id !== undefined) written.set(keyOf(list, id), one);
  }
}

/** The id of the resource that a call names by a reference to its creation. */
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
    at(exchanges.find(({step}) => step === $from)?.body, toText(pointer));
  if (typeof value.$from === 'string') return idText(seen(value));
  const {$row: row} = value;
  if (!isObject(row) || !isObject(row.of)) return undefined;
  return idOfRow(seen(row.of), toText(row.at), isWritten);
}

/**
 * The id that a reference takes from a row of a list. The row is chosen only when the step is sent; here
 * it is the one row that the scene has written.
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

/** The id at a pointer of a body, as a text. */
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
