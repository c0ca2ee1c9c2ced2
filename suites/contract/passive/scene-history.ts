import type {Operation} from '../../../spec/contract.ts';
import {at, idText, isObject} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {belongsToSecondTenant} from '../../../spec/tenant.ts';
import {valuesAt} from '../../../spec/values-at.ts';

/** The exchanges of a scene so far, with what is needed to compare their responses. */
export interface SceneHistory {
  exchanges: readonly Exchange[];
  operations: Readonly<Record<string, Operation>>;
  /** The race to which each request belongs, by the ids of their steps; none without it. */
  races?: ReadonlyMap<string, unknown>;
  /** Whether only requests change the deployment: the scene calls no hook and lets no time pass. */
  isChangedOnlyByRequests: boolean;
  /** Whether an earlier scene sent it, so that anything may have happened since. */
  isReused(exchange: Exchange): boolean;
}

/**
 * The exchanges that were recorded before this one; all of them if this one is not recorded yet. In a
 * race they may have been under way together with it: see `areRaced`.
 */
export const recordedBefore = (exchange: Exchange, exchanges: readonly Exchange[]): Exchange[] => {
  const index = exchanges.indexOf(exchange);
  return exchanges.slice(0, index < 0 ? undefined : index);
};

/** Whether two requests were sent in the same race: either response may show the other's effect. */
export function areRaced(
  one: Exchange,
  other: Exchange,
  {races}: Pick<SceneHistory, 'races'>,
): boolean {
  const race = races?.get(one.step);
  return one !== other && race !== undefined && race === races?.get(other.step);
}

/** The exchanges whose effects a response may show: those recorded before it, and those of its race. */
export function begunBefore(
  exchange: Exchange,
  history: Pick<SceneHistory, 'exchanges' | 'races'>,
): Exchange[] {
  const earlier = recordedBefore(exchange, history.exchanges);
  return history.exchanges.filter(
    (one) => earlier.includes(one) || areRaced(one, exchange, history),
  );
}

/** Whether two exchanges belong to the same workspace or store: ids of two tenants may be equal. */
export const isSameTenant = (one: string, other: string): boolean =>
  belongsToSecondTenant(one) === belongsToSecondTenant(other);

/**
 * Whether exactly one request of the scene itself can have created a resource.
 * @param now the response before which it was created
 */
export function isMadeOnce(
  kind: string,
  id: string,
  now: Exchange,
  history: SceneHistory,
): boolean {
  const made = begunBefore(now, history).filter((one) => mayHaveMade(one, kind, id, now, history));
  return made.length === 1 && made.every((one) => !history.isReused(one));
}

/** Whether a request created a resource, or was a creation by another tenant that names its id. */
function mayHaveMade(
  {op, as, situations, body, requestBody}: Exchange,
  kind: string,
  id: string,
  now: Exchange,
  {operations}: SceneHistory,
): boolean {
  const {creates, success = ''} = operations[op] ?? {};
  if (creates?.kind !== kind) return false;
  if (!isSameTenant(as, now.as)) return Object.values(requestBody ?? {}).includes(id);
  return situations.includes(success) && at(body, creates.id ?? '') === id;
}

/**
 * The rows that earlier responses to the same tenant showed in the chapter of an exchange: in lists,
 * as single resources, or as created ones.
 */
export function rowsBefore(exchange: Exchange, {exchanges, operations}: SceneHistory): unknown[] {
  const chapter = operations[exchange.op]?.chapter;
  return recordedBefore(exchange, exchanges).flatMap((one) => {
    const operation = operations[one.op];
    if (operation?.chapter !== chapter || !isSameTenant(one.as, exchange.as)) return [];
    return operation && one.situations.includes(operation.success)
      ? rowsIn(one.body, operation)
      : [];
  });
}

/** The rows in the body of a successful response. */
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
export const idOf = (row: unknown): string | undefined => idText(at(row, '/id'));
