import {markForCut} from '../../language/cut.ts';
import type {Operation} from '../../../spec/contract.ts';
import {isObject, tokens} from '../../../spec/json.ts';
import {resolve} from '../../../spec/schema.ts';
import {decodeBody} from './bodies.ts';
import type {DecodedTool} from './decoded.ts';
import {unknownPlace} from './header-members.ts';
import {firstStatus, successOf, type EffectiveContract} from './effective-contract.ts';
import {layersOf, linkIn, withKnownNames} from './tool-shapes.ts';

/**
 * Decodes the success of a tool, which has no status. It can be every documented success, and gets the
 * status of the plain one. For an operation that redirects, its link becomes the header `location`.
 */
export function decodeToolSuccess(
  effective: EffectiveContract,
  operation: Operation,
  wire: unknown,
): DecodedTool {
  const success = successOf(operation);
  const result = unwrapped(effective, operation, wire);
  const {body, members, suspectLines, confirmed} = decodeBody(
    effective,
    operation,
    success,
    result,
    undefined,
  );
  const situations = operation.outcomes
    .filter((outcome) => firstStatus(outcome) < 400)
    .map(({situation}) => situation);
  const isRedirect = success.statuses.includes(302);
  const location = isRedirect ? linkIn(result) : undefined;
  const line = unknownPlace(effective, operation, body);
  const isUnread = isRedirect
    ? location === undefined && !isObject(result)
    : !showsOperation(effective, operation, body);
  if (!isUnread) for (const line of confirmed) effective.lines.confirm(line);
  return {
    situations,
    documented: situations,
    body,
    ...(members !== undefined && {members}),
    status: firstStatus(success),
    headers: location === undefined ? {} : {location},
    ...(suspectLines.length > 0 && {suspectLines}),
    ...(isUnread && {unread: unreadProblem(operation, result)}),
    ...(line !== undefined && {unknownPlace: line}),
  };
}

function unreadProblem({id}: Operation, result: unknown): string {
  const shown = markForCut(JSON.stringify(result) ?? 'nothing', 60);
  return `no object of ${id} is to be seen in ${shown}`;
}

/**
 * Whether a body has a member of the operation's success, or is an empty object. Where the document shows no member,
 * any object or list does.
 */
function showsOperation(
  effective: EffectiveContract,
  operation: Operation,
  body: unknown,
): boolean {
  const names = memberNames(effective, operation);
  if (!isObject(body)) return names.length === 0 && Array.isArray(body);
  if (names.length === 0 || Object.keys(body).length === 0) return true;
  return names.some((name) => body[name] !== undefined);
}

/** The names of the members of an operation's success. */
function memberNames({contract}: EffectiveContract, operation: Operation): string[] {
  const {schema} = successOf(operation);
  return schema ? Object.keys(resolve(contract.document, schema).properties ?? {}) : [];
}

/** The first object or list within a result that has the most members of the operation (NS-WS-46). */
function unwrapped(effective: EffectiveContract, operation: Operation, wire: unknown): unknown {
  const names = memberNames(effective, operation);
  const success = successOf(operation);
  let best: {layer: unknown; members: number} | undefined;
  const renamed = withKnownNames(wire, knownNames(effective));
  for (const layer of layersOf(renamed)) {
    const {body} = decodeBody(effective, operation, success, layer, undefined);
    const members = names.filter((name) => hasMember(body, name)).length;
    if (!best || members > best.members) best = {layer, members};
  }
  return best?.layer;
}

/** Whether a body has a member; `data` counts only as a list of rows. */
function hasMember(body: unknown, name: string): boolean {
  if (!isObject(body) || body[name] === undefined) return false;
  return name !== 'data' || Array.isArray(body.data);
}

/** Names that members have in this deployment's responses. */
function knownNames({contract, profile}: EffectiveContract): Set<string> {
  const documented = Object.values(contract.document.components.schemas).flatMap((schema) =>
    Object.keys(schema.properties ?? {}),
  );
  const configured = Object.values(profile.members).flatMap((location) =>
    'at' in location ? tokens(location.at) : [],
  );
  return new Set([...documented, ...configured]);
}
