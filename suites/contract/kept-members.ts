import type {Operation} from '../../spec/contract.ts';
import {at, isObject} from '../../spec/json.ts';
import type {Call, Exchange} from '../../spec/step.ts';
import {brief} from '../judge.ts';
import type {PassingViolation} from './in-passing.ts';
import {ruleOfDifference} from './repeated-members.ts';

/** What a scene sent before a response came. */
export interface Earlier {
  exchanges: readonly Exchange[];
  /** The call of an exchange; undefined where its step is no plain call of the scene. */
  callOf(exchange: Exchange): Call | undefined;
  operations: Readonly<Record<string, Operation>>;
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
export function otherwiseShown(
  operation: Operation | undefined,
  exchange: Exchange,
  earlier: Earlier,
): PassingViolation[] {
  const {shows} = operation ?? {};
  if (!shows || !exchange.situations.includes(operation?.success ?? '')) return [];
  const rows = at(exchange.body, shows.rows);
  if (!Array.isArray(rows)) return [];
  const written = writtenBefore(exchange, earlier);
  if (!written.size) return [];
  return rows.flatMap((row: unknown, index) => {
    const one = isObject(row) ? written.get(String(at(row, shows.id))) : undefined;
    return one ? changedMembersOf(one, row, `${shows.rows}/${index}`, exchange) : [];
  });
}

/** What the requests before an exchange wrote, by the id of the resource. */
function writtenBefore(exchange: Exchange, earlier: Earlier): Map<string, Written> {
  const written = new Map<string, Written>();
  let busyUntil = -Infinity;
  for (const one of earlier.exchanges) {
    if (one === exchange) break;
    const operation = earlier.operations[one.op];
    if (!operation || operation.method === 'GET' || one.as === 'nobody') continue;
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
    const id = idAt(one.body, operation.creates.id);
    // Without its call it is of an earlier scene: nobody knows what happened to the resource since.
    const isKnown = isDone && call !== undefined && isSameTenant(one.as, as);
    if (isKnown && id !== undefined) written.set(id, {given: one.requestBody, by: operation});
    return;
  }
  const id = call && idIn(call, operation, earlier.exchanges);
  const before = id === undefined ? undefined : written.get(id);
  written.clear();
  // What a refused request may have done is no business of this: what comes after it is.
  if (id !== undefined && before)
    written.set(id, isDone ? {given: one.requestBody, by: operation} : {given: undefined});
}

/** The id of the resource that a call names by the creation. */
function idIn(
  {path}: Call,
  {parameters}: Operation,
  exchanges: readonly Exchange[],
): string | undefined {
  const [name] = parameters.flatMap((one) => (one.in === 'path' && one.names ? [one.name] : []));
  const value: unknown = name === undefined ? undefined : path?.[name];
  if (!isObject(value) || typeof value.$from !== 'string') return undefined;
  const {$from, at: pointer} = value;
  return idAt(exchanges.find(({step}) => step === $from)?.body, String(pointer));
}

/** The id at a place of a body, as a text. */
function idAt(body: unknown, pointer: string): string | undefined {
  const id = at(body, pointer);
  return typeof id === 'number' || typeof id === 'string' ? String(id) : undefined;
}

/** Two stores may count their ids alike. */
const isSameTenant = (one: string, other: string): boolean =>
  one.startsWith('second-store') === other.startsWith('second-store');

const changedMembersOf = (
  {given, by}: Written,
  row: unknown,
  pointer: string,
  {op, step}: Exchange,
): PassingViolation[] =>
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
