import type {Operation} from '../../spec/contract.ts';
import {at, isObject} from '../../spec/json.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {valuesAt} from '../../spec/values-at.ts';

/** What a scene showed before a response came. */
export interface Shown {
  exchanges: readonly Exchange[];
  operations: Readonly<Record<string, Operation>>;
  /** The races in which requests were sent, by the ids of their steps; none without it. */
  races?: ReadonlyMap<string, unknown>;
  /** Nothing but requests changes what the scene shows: no hook, and no time that passes. */
  isLeftAlone: boolean;
  /** Whether an earlier scene sent it: nobody knows what happened since. */
  isReused(exchange: Exchange): boolean;
}

/** The exchanges that were over when the request of another was sent. */
export const earlierOf = (exchange: Exchange, exchanges: readonly Exchange[]): Exchange[] => {
  const index = exchanges.indexOf(exchange);
  return exchanges.slice(0, index < 0 ? undefined : index);
};

/** Whether two requests were sent at the same moment: either may show the effect of the other. */
export function areRaced(one: Exchange, other: Exchange, {races}: Pick<Shown, 'races'>): boolean {
  const race = races?.get(one.step);
  return one !== other && race !== undefined && race === races?.get(other.step);
}

/** The exchanges that began before the response of one came: it may show their effects. */
export function begunBefore(
  exchange: Exchange,
  shown: Pick<Shown, 'exchanges' | 'races'>,
): Exchange[] {
  const earlier = earlierOf(exchange, shown.exchanges);
  return shown.exchanges.filter((one) => earlier.includes(one) || areRaced(one, exchange, shown));
}

/** Two stores, or two workspaces, may count their ids alike. */
export const isSameTenant = (one: string, other: string): boolean =>
  one.startsWith('second-') === other.startsWith('second-') || isOfOneStore(one, other);

/** Both admins are of the first store. */
const isOfOneStore = (one: string, other: string): boolean =>
  [one, other].every((role) => role.endsWith('admin'));

/**
 * Whether the scene itself made a resource, and no second request can have: nobody else changes it.
 * @param now the response before which it was made
 */
export function isMadeOnce(kind: string, id: string, now: Exchange, shown: Shown): boolean {
  const made = begunBefore(now, shown).filter((one) => mayHaveMade(one, kind, id, now, shown));
  return made.length === 1 && made.every((one) => !shown.isReused(one));
}

/** Whether a request made a resource, or was another tenant's that names it. */
function mayHaveMade(
  {op, as, situations, body, requestBody}: Exchange,
  kind: string,
  id: string,
  now: Exchange,
  {operations}: Shown,
): boolean {
  const {creates, success = ''} = operations[op] ?? {};
  if (creates?.kind !== kind) return false;
  if (!isSameTenant(as, now.as)) return Object.values(requestBody ?? {}).includes(id);
  return situations.includes(success) && at(body, creates.id ?? '') === id;
}

/**
 * The rows that earlier responses to the same tenant showed on lists, on their own, or as created, of
 * the chapter of an exchange.
 */
export function rowsBefore(exchange: Exchange, {exchanges, operations}: Shown): unknown[] {
  const chapter = operations[exchange.op]?.chapter;
  return earlierOf(exchange, exchanges).flatMap((one) => {
    const operation = operations[one.op];
    if (operation?.chapter !== chapter || !isSameTenant(one.as, exchange.as)) return [];
    return operation && one.situations.includes(operation.success)
      ? rowsIn(one.body, operation)
      : [];
  });
}

/** The rows that a success of an operation shows. */
function rowsIn(body: unknown, {pager, creates, represents}: Operation): unknown[] {
  const created = creates?.id?.split('/').slice(0, -1).join('/');
  const pointers = new Set([
    ...(pager ? [`${pager.rows}/*`] : []),
    ...(created === undefined ? [] : [created]),
    ...represents.map(({pointer}) => pointer),
  ]);
  return [...pointers].flatMap((pointer) => valuesAt(body, pointer)).filter(isObject);
}

/** The id of a row as text; undefined for a row without one. */
export const idOf = (row: unknown): string | undefined => {
  const id = at(row, '/id');
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
};
