import type {Operation} from '../../../spec/contract.ts';
import {percentDecoded} from '../../../spec/decodable.ts';
import {at, isObject} from '../../../spec/json.ts';
import type {MemberLocation, Profile} from '../../../spec/profile.ts';
import {resolve} from '../../../spec/schema.ts';
import {successOf, type EffectiveContract} from './effective-contract.ts';
import {memberKey} from './member-key.ts';

/** A member that the responses of the API have in a header. */
type HeaderLocation = Extract<MemberLocation, {header: string}>;

/** The value of a member in the headers of a response. */
export const headerValue = (
  headers: Record<string, string>,
  {header, take}: HeaderLocation,
): string | undefined => taken(headers[header.toLowerCase()], take);

/** The part of a header's value that is the member. */
function taken(value: string | undefined, take: HeaderLocation['take']): string | undefined {
  if (take !== 'last-segment') return value;
  const [path] = value?.split(/[?#]/) ?? [];
  const segment = path?.split('/').at(-1);
  return segment === undefined ? undefined : percentDecoded(segment);
}

/**
 * The value of such a member in the result of a tool, which has no headers. Where the profile does not give its location,
 * the result may have it under its own name, or under that of the header, or an id as `id`.
 * @param key the member as a profile calls it
 * @param result the object that the member belongs to, and `whole` all that the tool returns around it
 */
export function memberOfTool(
  {members}: Profile,
  key: string,
  name: string,
  {result, whole}: {result: Record<string, unknown>; whole: unknown},
): unknown {
  const location = members[key] as HeaderLocation;
  if (location.tool !== undefined)
    return ofUrl(at(result, location.tool) ?? at(whole, location.tool), location.take);
  if (result[name] !== undefined) return result[name];
  const [component] = key.split('#');
  const isClaimed = Object.entries(members).some(
    ([other, one]) => other.startsWith(`${component}#`) && 'at' in one && one.at === '/id',
  );
  if (name.endsWith('_id') && !isClaimed && result.id !== undefined) return result.id;
  const header = Object.keys(result).find(
    (one) => one.toLowerCase() === location.header.toLowerCase(),
  );
  const value = header === undefined ? undefined : result[header];
  return typeof value === 'string' ? taken(value, location.take) : undefined;
}

/** The part of a value that is the member, where the value is a URL or a path as in the header. */
const ofUrl = (value: unknown, take: HeaderLocation['take']): unknown =>
  typeof value === 'string' && /^(https?:\/)?\//i.test(value) ? taken(value, take) : value;

/**
 * The line of the profile that would say where the result of a tool has a member which the API has in a header.
 * @param body the result in canonical names
 * @returns undefined where the result has every such member that has to be there
 */
export function unknownPlace(
  {contract, profile}: EffectiveContract,
  operation: Operation,
  body: unknown,
): string | undefined {
  const {schema} = successOf(operation);
  if (!schema || !isObject(body)) return undefined;
  const missing = resolve(contract.document, schema).required?.filter(
    (name) => body[name] === undefined,
  );
  const lines = missing?.flatMap((name) => {
    const key = memberKey(contract.document, schema, `/${name}`);
    const location = profile.members[key];
    const isUnknown = location && 'header' in location && location.tool === undefined;
    return isUnknown ? [toolLine(key, location)] : [];
  });
  return lines?.[0];
}

/** The line that says where the result of a tool has a member. */
export function toolLine(key: string, {header, take, tool}: HeaderLocation): string {
  const taking = take === undefined ? '' : `, take: ${take}`;
  return `members.${key}: {header: ${header}${taking}, tool: ${tool ?? '/pointer'}}`;
}
