import type {Operation} from '../../../spec/contract.ts';
import {isDecodable} from '../../../spec/decodable.ts';
import {isObject, toText} from '../../../spec/json.ts';
import type {RuleId} from '../../../spec/rule.ts';
import type {Resource} from '../../../spec/schema.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {isClientError} from '../../../spec/status.ts';
import {areRaced, recordedBefore, isSameTenant, type SceneHistory} from './scene-history.ts';

/** The id of the step that sent a request. */
type StepId = string;

/** How a resource may have changed between two responses that show it. */
export type PossibleChange =
  /** The scene sent only reads, or creations of other resources. */
  | {kind: 'unchanged'}
  /** It also sent requests that were refused; `rule` says that the last one changes nothing. */
  | {kind: 'only-refused-writes'; rule: RuleId; by: StepId}
  /** It changed other resources of the kind; `rule` says that the last request leaves this one alone. */
  | {kind: 'only-writes-to-others'; rule: RuleId; by: StepId}
  /** Everything may have changed except immutable members. */
  | {kind: 'possibly-changed'};

/** A resource as a response shows it. */
export interface ShownResource {
  resource: Resource;
  id: string;
  row: Record<string, unknown>;
}

/** How a resource may have changed between two exchanges. */
export function changesBetween(
  before: Exchange,
  now: Exchange,
  one: ShownResource,
  history: SceneHistory,
): PossibleChange {
  if (!history.isChangedOnlyByRequests || history.isReused(before))
    return {kind: 'possibly-changed'};
  const effects = requestsBetween(before, now, history).map((each) =>
    effectOf(each, now, one, history),
  );
  if (effects.some(({kind}) => kind === 'possibly-changed')) return {kind: 'possibly-changed'};
  const toOthers = effects.findLast(({kind}) => kind === 'only-writes-to-others');
  if (toOthers && !isFromScene(one, now, history)) return {kind: 'possibly-changed'};
  const refused = effects.findLast(({kind}) => kind === 'only-refused-writes');
  return toOthers ?? refused ?? {kind: 'unchanged'};
}

/** The requests between two responses, those that overlapped either of them, and the last one. */
function requestsBetween(before: Exchange, now: Exchange, history: SceneHistory): Exchange[] {
  const {exchanges} = history;
  const begin = exchanges.indexOf(before);
  const end = exchanges.includes(now) ? exchanges.indexOf(now) : exchanges.length;
  const isBetween = (each: Exchange, index: number): boolean =>
    (index > begin && index < end) ||
    (each.gotAt > before.sentAt && each.sentAt < now.gotAt) ||
    areRaced(each, before, history) ||
    areRaced(each, now, history);
  const others = exchanges.filter(
    (each, index) => each !== before && each !== now && isBetween(each, index),
  );
  return [...others, now];
}

/** How a request may have changed a resource that existed before it. */
function effectOf(
  exchange: Exchange,
  now: Exchange,
  one: ShownResource,
  history: SceneHistory,
): PossibleChange {
  const operation = history.operations[exchange.op];
  // Hooks are no operations.
  if (!operation) return {kind: 'possibly-changed'};
  if (operation.method === 'GET') return {kind: 'unchanged'};
  const {situations, status, as, present, step: by} = exchange;
  if (situations.includes(operation.success)) {
    const {leavesOthers: rule} = operation;
    if (rule !== undefined && isAboutAnother(exchange, operation, one, history))
      return {kind: 'only-writes-to-others', rule, by};
    return {kind: operation.creates ? 'unchanged' : 'possibly-changed'};
  }
  const isRefused = REFUSALS.has(status) && present === undefined && as === now.as;
  const rule = isRefused ? operation.refusedChangesNothing : undefined;
  return rule === undefined ? {kind: 'possibly-changed'} : {kind: 'only-refused-writes', rule, by};
}

/** Statuses of refusals because of what a request says, not of who sent it or when. */
const REFUSALS: ReadonlySet<number> = new Set([400, 404, 409, 422]);

/** Whether a request is about another resource of the same kind, and certainly not about this one. */
function isAboutAnother(
  {sent}: Exchange,
  {creates, parameters}: Operation,
  {resource, row}: ShownResource,
  {exchanges, operations}: SceneHistory,
): boolean {
  if (creates) return creates.kind === resource.kind;
  if (!parameters.some(({in: location, names}) => location === 'path' && names === resource.kind))
    return false;
  const own = new Set(Object.values(row).map(String));
  const named = partsOfUrl(sent.url);
  const isKnown = (part: string): boolean =>
    exchanges.some(
      ({op, body}) => operations[op]?.creates?.kind === resource.kind && isNamedIn(body, part),
    );
  return !named.some((part) => own.has(part)) && named.some(isKnown);
}

/** The decoded segments and parameters of a URL, one of which is an id. */
const partsOfUrl = (url: string): string[] =>
  url
    .split(/[/?&=]/)
    .filter((part) => part !== '' && isDecodable(part))
    .map((part) => decodeURIComponent(part));

/** Whether the scene has created a resource and has sent no request since that may be about it. */
function isFromScene(one: ShownResource, now: Exchange, history: SceneHistory): boolean {
  const isCreation = (each: Exchange): boolean => {
    const {creates, success = ''} = history.operations[each.op] ?? {};
    const isOwn = creates?.kind === one.resource.kind && each.situations.includes(success);
    return isOwn && !history.isReused(each) && isNamedIn(each.body, one.id);
  };
  return (
    recordedBefore(now, history.exchanges).some(isCreation) && !isWrittenBefore(one, now, history)
  );
}

/** Whether a body contains an id, at any depth. */
const isNamedIn = (body: unknown, id: string): boolean =>
  isObject(body) || Array.isArray(body)
    ? Object.values(body).some((value) => isNamedIn(value, id))
    : toText(body) === id;

/** Whether the scene may have changed a resource before: a list may show the change a moment later. */
export const isWrittenBefore = (
  one: ShownResource,
  now: Exchange,
  history: SceneHistory,
): boolean =>
  recordedBefore(now, history.exchanges).some((each) => {
    const operation = history.operations[each.op];
    if (!operation || operation.method === 'GET' || operation.creates) return false;
    // A request without a response may have been performed.
    if (isClientError(each.status)) return false;
    const mayLeaveOthers = operation.leavesOthers !== undefined && isSameTenant(each.as, now.as);
    return !mayLeaveOthers || !isAboutAnother(each, operation, one, history);
  });
