import type {Operation} from '../../../spec/contract.ts';
import {at, idText, isObject, toText} from '../../../spec/json.ts';
import type {Lookup} from '../../../spec/openapi.ts';
import type {Call} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {brief} from '../../language/judge.ts';
import type {PassiveViolation} from './passive-result.ts';
import {ruleOfDifference} from './repeated-members.ts';
import {areRaced, isSameTenant, recordedBefore, type SceneHistory} from './scene-history.ts';

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
  if (!operation?.shows || !exchange.situations.includes(operation.success)) return [];
  const {shows} = operation;
  const rows = at(exchange.body, shows.rows);
  if (!Array.isArray(rows) || isRaced(exchange, history)) return [];
  const written = new WrittenResources(exchange, history);
  written.identify(exchange, operation);
  return rows.flatMap((row: unknown, index) => {
    const id = isObject(row) ? idAt(row, shows.id) : undefined;
    const one = id === undefined ? undefined : written.get(operation, id);
    return one ? changedMembersOf(one, row, `${shows.rows}/${index}`, exchange) : [];
  });
}

/** Whether a write was under way together with a read, so that its effect may or may not show. */
const isRaced = (exchange: Exchange, history: WriteHistory): boolean =>
  history.exchanges.some(
    (one) => areRaced(one, exchange, history) && history.operations[one.op]?.method !== 'GET',
  );

const UNKNOWN: Written = {given: undefined};

/** What the requests before an exchange wrote, by resource. */
class WrittenResources {
  readonly #written = new Map<string, Written>();
  readonly #viewer: Exchange;
  readonly #history: WriteHistory;
  /** When the response to the last write came. */
  #busyUntil = -Infinity;

  /** @param viewer the exchange that shows resources of its tenant */
  constructor(viewer: Exchange, history: WriteHistory) {
    this.#viewer = viewer;
    this.#history = history;
    for (const one of recordedBefore(viewer, history.exchanges)) this.#note(one);
  }

  get(list: Operation, id: string): Written | undefined {
    return this.#written.get(keyOf(list, id));
  }

  /** Replaces keys of resources that were found by another value by their ids, once a list shows them. */
  identify({body}: Exchange, list: Operation): void {
    const {shows} = list;
    const rows = shows && at(body, shows.rows);
    if (!shows || !Array.isArray(rows)) return;
    for (const [key, one] of this.#written) {
      const {lookup} = one.by?.creates ?? {};
      if (lookup?.by !== list.id || !key.startsWith(nameOf(lookup, ''))) continue;
      const isRow = (row: unknown): boolean =>
        nameOf(lookup, idAt(row, lookup.member) ?? '') === key;
      const ids = rows.filter(isRow).map((row) => idAt(row, shows.id));
      if (ids.length) this.#written.delete(key);
      // If several rows have the same name, the created one is unknown.
      const [id] = ids;
      if (ids.length === 1 && id !== undefined) this.#written.set(keyOf(list, id), one);
    }
  }

  #note(one: Exchange): void {
    const operation = this.#history.operations[one.op];
    if (!operation || one.as === 'nobody') return;
    if (operation.method === 'GET') return this.identify(one, operation);
    if (one.sentAt < this.#busyUntil) this.#written.clear();
    else if (operation.creates) this.#noteCreation(one, operation);
    else this.#noteWrite(one, operation);
    this.#busyUntil = Math.max(this.#busyUntil, one.gotAt);
  }

  /** Records the members of a resource that the scene created for the tenant of the viewer. */
  #noteCreation(one: Exchange, operation: Operation): void {
    const isDone = one.situations.includes(operation.success);
    // A creation without a call was sent by an earlier scene: anything may have happened to it since.
    const isOwn = this.#history.callOf(one) !== undefined && isSameTenant(one.as, this.#viewer.as);
    const key = isDone && isOwn ? keyOfCreated(one, operation) : undefined;
    if (key === undefined) return;
    // Two creations that are found by the same name cannot be told apart.
    const isAmbiguous = operation.creates?.id === undefined && this.#written.has(key);
    this.#written.set(key, isAmbiguous ? UNKNOWN : {given: one.requestBody, by: operation});
  }

  /** Records any other write. Only the resource that it names stays known, with its new members. */
  #noteWrite(one: Exchange, operation: Operation): void {
    const isWritten = (id: string): boolean => this.#written.has(keyOf(operation, id));
    const call = this.#history.callOf(one);
    const id = call && idIn(call, operation, this.#history.exchanges, isWritten);
    const wasKnown = id !== undefined && isWritten(id);
    this.#written.clear();
    if (!wasKnown) return;
    const isDone = one.situations.includes(operation.success);
    // After a refused request the stored members are unknown; other rules judge them.
    const members = isDone ? {given: one.requestBody, by: operation} : UNKNOWN;
    this.#written.set(keyOf(operation, id), members);
  }
}

/** Includes the chapter, because resources of two chapters may have equal ids. */
const keyOf = ({chapter}: Operation, id: string): string => `${chapter} ${id}`;

/** The key of a created resource: its id, or the value by which it is found in a list. */
function keyOfCreated({body, requestBody}: Exchange, operation: Operation): string | undefined {
  const {id: pointer, lookup} = operation.creates ?? {};
  const id = pointer === undefined ? undefined : idAt(body, pointer);
  if (id !== undefined) return keyOf(operation, id);
  const value = lookup && idAt(requestBody, lookup.member);
  return lookup && value !== undefined ? nameOf(lookup, value) : undefined;
}

const nameOf = ({by, member}: Lookup, value: string): string => `${by} ${member} ${value}`;

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
