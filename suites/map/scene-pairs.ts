import type {Contract} from '../../spec/contract.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {Pair} from '../../spec/run-record.ts';
import type {AssignedClass} from '../values/assign-classes.ts';
import {Instants, type Side} from './instants.ts';
import {learnId, madeBy, metBy, newlyKnown, noteChange, toldBy} from './known.ts';
import type {Change, Known, Met} from './known.ts';
import {isCreation, isWrite} from './pairs.ts';
import {RESOURCES, type MappedResource} from './resources.ts';

/** A pair as a request of a scene tried it. */
export interface TriedPair {
  pair: Pair;
  /** How the first operation has changed the resource. */
  changes: readonly Change[];
  /** The request of the later operation. */
  request: Exchange;
  /** How many of the kind the tenant had in the scene before that. */
  count: number;
  sides: readonly Side[];
  /** The later operation was sent in the other tenant: then it is no pair of the first rank. */
  inAnotherTenant?: true;
}

/**
 * The pairs that the requests of a scene try, some of them several times.
 * @param classesOf the classes of the values in a step
 */
export function pairsIn(
  exchanges: readonly Exchange[],
  {api, operations}: Contract,
  classesOf: (step: string) => readonly AssignedClass[] = () => [],
): TriedPair[] {
  const known: Known[] = [];
  const instants = new Instants(api);
  return exchanges.flatMap((exchange) => {
    const operation = operations[exchange.op];
    if (!operation || exchange.elsewhere || exchange.status === 0) return [];
    const met = metBy(exchange, operation, known, instants.sidesAt(exchange));
    if (met.isDone) instants.note(exchange, operation);
    const concerned = RESOURCES[api].filter((one) => one.operations.includes(operation.id));
    if (concerned.length && met.isDone && isWrite(operation))
      met.change = {exchange, classes: classesOf(exchange.step)};
    const found = concerned.map((resource) =>
      resource.isTenant ? noteTenant(resource, met, known) : noteResource(resource, met, known),
    );
    known.push(...found.flatMap(({made}) => made));
    return found.flatMap(({pairs}) => pairs);
  });
}

/** What a request tells about resources of one kind. */
interface Noted {
  pairs: TriedPair[];
  /** Resources that are known from now on. */
  made: Known[];
}

function noteResource(resource: MappedResource, met: Met, known: readonly Known[]): Noted {
  const {operation, isDone, isOfSecondTenant, named, shown} = met;
  const ofAll = known.filter((one) => one.kind === resource.kind);
  const ofKind = ofAll.filter((one) => one.isOfSecondTenant === isOfSecondTenant);
  const isNamed = (one: Known): boolean => named.has(one) || one.belongsTo.some(isIn(named));
  const touched = ofKind.filter((one) => isNamed(one) || shown.has(one));
  for (const one of touched) learnId(one, met, resource);
  const own = isDone && isCreation(operation, resource) ? [madeBy(resource, met)] : [];
  const count = ofKind.length;
  const pairs = ofAll.flatMap((one) => {
    const isElsewhere = one.isOfSecondTenant !== isOfSecondTenant;
    const isMet = isElsewhere ? isForeignMet(one, met) : touched.includes(one);
    const isOtherMet = own.length > 0 || touched.length > (isMet && !isElsewhere ? 1 : 0);
    const found = [
      ...(isMet ? pairsAfter(one, met, 'the same', count) : []),
      ...(isOtherMet ? pairsAfter(one, met, 'another', count) : []),
    ];
    return isElsewhere ? found.map((tried) => ({...tried, inAnotherTenant: true as const})) : found;
  });
  if (met.change)
    for (const one of own.length ? own : ofKind.filter(isNamed))
      noteChange(one, operation, met.change);
  return {pairs, made: [...own, ...(isDone ? toldBy(resource, met, ofKind) : [])]};
}

/** Whether a request names a resource of another tenant, or is a list that would show one if tenants were mixed up. */
function isForeignMet(one: Known, {foreign, operation, exchange}: Met): boolean {
  const isList = !isWrite(operation) && Object.keys(exchange.path ?? {}).length === 0;
  return isList || foreign.has(one) || one.belongsTo.some(isIn(foreign));
}

/** A request is about its own tenant; the other one is another. */
function noteTenant({kind}: MappedResource, met: Met, known: readonly Known[]): Noted {
  const tenants = known.filter((one) => one.kind === kind);
  const present = tenants.find((one) => one.isOfSecondTenant === met.isOfSecondTenant);
  const own = present ?? newlyKnown(kind, [], met);
  const pairs = tenants.flatMap((one) =>
    pairsAfter(one, met, one === own ? 'the same' : 'another', tenants.length),
  );
  if (met.change) noteChange(own, met.operation, met.change);
  return {pairs, made: present ? [] : [own]};
}

const isIn =
  (known: ReadonlySet<Known>) =>
  (one: Known): boolean =>
    known.has(one);

const pairsAfter = (
  {kind, changedBy}: Known,
  {operation, exchange: request, sides}: Met,
  of: Pair['of'],
  count: number,
): TriedPair[] =>
  [...changedBy].map(([first, changes]) => ({
    pair: {kind, first, later: operation.id, of},
    changes,
    request,
    count,
    sides,
  }));
