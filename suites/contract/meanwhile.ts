import type {Operation} from '../../spec/contract.ts';
import {isDecodable} from '../../spec/decodable.ts';
import {isObject} from '../../spec/json.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {Resource} from '../../spec/schema.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {areRaced, earlierOf, isSameTenant, type Shown} from './shown.ts';

/** The id of the step that sent a request. */
type StepId = string;

/** What may have happened to a resource between two responses that show it. */
export type Meanwhile =
  /** Nothing but reads. */
  | {kind: 'nothing'}
  /** Requests that were refused, and so change nothing: the rule of the last one says so. */
  | {kind: 'refused'; rule: RuleId; by: StepId}
  /** Requests about others of its kind: the rule of the last one says that they leave it alone. */
  | {kind: 'beside'; rule: RuleId; by: StepId}
  /** It may be another one by now, but for the members that last. */
  | {kind: 'something'};

/** A resource as a response shows it. */
export interface ShownResource {
  resource: Resource;
  id: string;
  row: Record<string, unknown>;
}

/** What may have happened to a resource between two exchanges. */
export function meanwhileOf(
  before: Exchange,
  now: Exchange,
  one: ShownResource,
  shown: Shown,
): Meanwhile {
  const {exchanges, isLeftAlone, isReused} = shown;
  if (!isLeftAlone || isReused(before)) return {kind: 'something'};
  const [first, last] = [before, now].map((each) => exchanges.indexOf(each));
  const isBetween = (each: Exchange, index: number): boolean =>
    each !== before &&
    ((index > Number(first) && (last === -1 || index < Number(last))) ||
      (each.gotAt > before.sentAt && each.sentAt < now.gotAt) ||
      [before, now].some((one) => areRaced(each, one, shown)));
  const effects = [...exchanges.filter(isBetween), now].map((each) =>
    effectOf(each, now, one, shown),
  );
  const isChanged = effects.some(({kind}) => kind === 'something');
  if (isChanged) return {kind: 'something'};
  const beside = effects.findLast(({kind}) => kind === 'beside');
  if (beside) return isOfScene(one, now, shown) ? beside : {kind: 'something'};
  return effects.findLast(({kind}) => kind === 'refused') ?? {kind: 'nothing'};
}

/**
 * What a request may have done to what was there before: nothing, as far as it is sure; anything; or
 * nothing by a rule about requests that are refused, or that are about others.
 */
function effectOf(exchange: Exchange, now: Exchange, one: ShownResource, shown: Shown): Meanwhile {
  const operation = shown.operations[exchange.op];
  // Hooks are no operations.
  if (!operation) return {kind: 'something'};
  if (operation.method === 'GET') return {kind: 'nothing'};
  const {situations, status, as, present, step: by} = exchange;
  if (situations.includes(operation.success)) {
    const {leavesOthers: rule} = operation;
    if (rule !== undefined && isAboutAnother(exchange, operation, one, shown))
      return {kind: 'beside', rule, by};
    return {kind: operation.creates ? 'nothing' : 'something'};
  }
  const isRefused = REFUSALS.has(status) && present === undefined && as === now.as;
  const rule = isRefused ? operation.refusedChangesNothing : undefined;
  return rule === undefined ? {kind: 'something'} : {kind: 'refused', rule, by};
}

/** Refusals of what a request says; others say who sent it, or when. */
const REFUSALS: ReadonlySet<number> = new Set([400, 404, 409, 422]);

/** Whether a request is about a resource of the same kind, and surely not about this one. */
function isAboutAnother(
  {sent}: Exchange,
  {creates, parameters}: Operation,
  {resource, row}: ShownResource,
  {exchanges, operations}: Shown,
): boolean {
  if (creates) return creates.kind === resource.kind;
  if (!parameters.some(({in: place, names}) => place === 'path' && names === resource.kind))
    return false;
  const own = new Set(Object.values(row).map(String));
  const named = partsOfUrl(sent.url);
  const isKnown = (part: string): boolean =>
    exchanges.some(
      ({op, body}) => operations[op]?.creates?.kind === resource.kind && isNamedIn(body, part),
    );
  return !named.some((part) => own.has(part)) && named.some(isKnown);
}

/** Segments and parameters of a URL, as they were before they were encoded: one of them is an id. */
const partsOfUrl = (url: string): string[] =>
  url
    .split(/[/?&=]/)
    .filter((part) => part !== '' && isDecodable(part))
    .map((part) => decodeURIComponent(part));

/** Whether the scene has created a resource, and sent nothing since that may be about it. */
function isOfScene(one: ShownResource, now: Exchange, shown: Shown): boolean {
  const isCreation = (each: Exchange): boolean => {
    const {creates, success = ''} = shown.operations[each.op] ?? {};
    const isOwn = creates?.kind === one.resource.kind && each.situations.includes(success);
    return isOwn && !shown.isReused(each) && isNamedIn(each.body, one.id);
  };
  return earlierOf(now, shown.exchanges).some(isCreation) && !isWrittenBefore(one, now, shown);
}

/** Whether an id stands anywhere in a body. */
const isNamedIn = (body: unknown, id: string): boolean =>
  isObject(body) || Array.isArray(body)
    ? Object.values(body).some((value) => isNamedIn(value, id))
    : String(body) === id;

/** Whether the scene has changed before what may be a resource: a list may show it a moment later. */
export const isWrittenBefore = (one: ShownResource, now: Exchange, shown: Shown): boolean =>
  earlierOf(now, shown.exchanges).some((each) => {
    const operation = shown.operations[each.op];
    if (!operation || operation.method === 'GET' || operation.creates) return false;
    // What was not answered may have been done.
    if (each.status >= 400 && each.status < 500) return false;
    const isOfOthers = operation.leavesOthers !== undefined && isSameTenant(each.as, now.as);
    return !isOfOthers || !isAboutAnother(each, operation, one, shown);
  });
