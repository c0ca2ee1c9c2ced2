import {at, idText} from '../../spec/json.ts';
import type {Operation} from '../../spec/contract.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {belongsToSecondTenant} from '../../spec/tenant.ts';
import type {AssignedClass} from '../values/assign-classes.ts';
import type {Side} from './instants.ts';
import {namesAsked, namesShown} from './names.ts';
import type {MappedResource} from './resources.ts';

/** A request that changed something, and the classes of the values that it sent. */
export interface Change {
  exchange: Exchange;
  classes: readonly AssignedClass[];
}

/** A resource that the requests of a scene made, named or showed. */
export interface Known {
  kind: string;
  names: Set<string>;
  isOfSecondTenant: boolean;
  /** What its creation named: whoever names an order, names its user, too. */
  belongsTo: readonly Known[];
  /** How each operation has changed it. */
  changedBy: Map<string, Change[]>;
}

/** A request, and which of the known resources it names and its response shows. */
export interface Met {
  exchange: Exchange;
  operation: Operation;
  isDone: boolean;
  isOfSecondTenant: boolean;
  named: ReadonlySet<Known>;
  shown: ReadonlySet<Known>;
  /** Those of the other tenant that it names. */
  foreign: ReadonlySet<Known>;
  /** The ends of durations near which it was sent. */
  sides: readonly Side[];
  /** The change, if it is one. */
  change?: Change;
}

/** A request among the resources that are known before it. */
export function metBy(
  exchange: Exchange,
  operation: Operation,
  known: readonly Known[],
  sides: readonly Side[],
): Met {
  const isOfSecondTenant = belongsToSecondTenant(exchange.as);
  const isDone = exchange.situations.includes(operation.success);
  const own = known.filter((one) => one.isOfSecondTenant === isOfSecondTenant);
  const others = own.length < known.length ? known.filter((one) => !own.includes(one)) : [];
  const asked = namesAsked(exchange);
  const shown = isDone ? namesShown(exchange.body) : new Set<string>();
  return {
    exchange,
    operation,
    isDone,
    isOfSecondTenant,
    named: withOwners(own, asked),
    shown: withOwners(own, shown),
    foreign: withOwners(others, asked),
    sides,
  };
}

/** Those that have one of these names, and those to which they belong. */
function withOwners(known: readonly Known[], names: ReadonlySet<string>): Set<Known> {
  const met = known.filter((one) => [...one.names].some((name) => names.has(name)));
  return new Set(met.flatMap((one) => [one, ...one.belongsTo]));
}

/** Records that a request has changed a resource. A later one with the same values by the same credential tells nothing new. */
export function noteChange({changedBy}: Known, {id}: Operation, change: Change): void {
  const changes = changedBy.get(id) ?? [];
  if (!changes.length) changedBy.set(id, changes);
  const text = textOf(change);
  if (changes.every((one) => textOf(one) !== text)) changes.push(change);
}

const textOf = ({exchange, classes}: Change): string =>
  `${exchange.as} ${exchange.interface} ${classes.map(({kind, valueClass}) => `${kind} ${valueClass}`).join()}`;

/** The resource that a request made. */
export function madeBy({kind, names}: MappedResource, met: Met): Known {
  const {exchange, operation} = met;
  const given = names.flatMap((name) => textAt(exchange.requestBody, `/${name}`) ?? []);
  const id = textAt(exchange.body, operation.creates?.id ?? '/id');
  return newlyKnown(kind, id === undefined ? given : [...given, id], met);
}

export const newlyKnown = (kind: string, names: readonly string[], met: Met): Known => ({
  kind,
  names: new Set(names),
  isOfSecondTenant: met.isOfSecondTenant,
  belongsTo: [...met.named, ...met.shown],
  changedBy: new Map(),
});

/** The resources that a list tells for the first time, if it shows something that is known. */
export function toldBy(
  {kind, toldBy: list}: MappedResource,
  met: Met,
  ofKind: readonly Known[],
): Known[] {
  const {exchange, operation, named, shown} = met;
  const rows = list?.operation === operation.id ? at(exchange.body, list.rows) : undefined;
  if (!Array.isArray(rows) || named.size + shown.size === 0) return [];
  return rows.flatMap((row: unknown) => {
    const id = textAt(row, '/id');
    const isKnown = id === undefined || ofKind.some(({names}) => names.has(id));
    return isKnown ? [] : [newlyKnown(kind, [id], met)];
  });
}

/** A row of a list that shows the resource by one of its names tells its id, too. */
export function learnId(one: Known, {exchange, operation}: Met, {names}: MappedResource): void {
  const {shows} = operation;
  const rows = shows && at(exchange.body, shows.rows);
  if (!shows || !Array.isArray(rows)) return;
  for (const row of rows) {
    const isThis = names.some((name) => one.names.has(textAt(row, `/${name}`) ?? ''));
    const id = isThis ? textAt(row, shows.id) : undefined;
    if (id !== undefined) one.names.add(id);
  }
}

const textAt = (body: unknown, pointer: string): string | undefined => idText(at(body, pointer));
