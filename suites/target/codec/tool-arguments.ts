import type {Operation} from '../../../spec/contract.ts';
import {isObject, lastToken, withAt} from '../../../spec/json.ts';
import type {Profile} from '../../../spec/profile.ts';
import type {ListedTool} from '../tool-client.ts';
import {asPointer, encodeBody} from './requests.ts';
import {normalizedName} from './tool-shapes.ts';

/** A call of an operation, in canonical names. */
export interface ToolRequest {
  path: Record<string, string>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
  /**
   * The parameters of the resource to which the one in the path belongs, such as the publication of a
   * run, where they are known.
   */
  parent?: Record<string, string> | undefined;
}

/**
 * The tool of an operation: the one that the profile names, or one with the name of the operation in any
 * spelling (`startRun`, `start_run`, `start-run`). The document names none (NS-WS-46).
 */
export function toolFor(
  profile: Profile,
  op: string,
  listed: readonly ListedTool[],
): ListedTool | undefined {
  const named = profile.tools[op]?.name;
  if (named !== undefined) return listed.find(({name}) => name === named);
  return listed.find(({name}) => normalizedName(name) === normalizedName(op));
}

/**
 * The arguments of a tool: path, query, headers and the members of the body in one object, each under the
 * name that the tool lists; and the resource to which the one in the path belongs, where the tool takes it.
 * @returns a sentence for the user if the tool lists no matching name, which is no failure, since the
 * document leaves the names open
 */
export function argumentsOf(
  profile: Profile,
  operation: Operation,
  tool: ListedTool,
  request: ToolRequest,
): Record<string, unknown> | string {
  const {id, parameters} = operation;
  const configured = profile.tools[id]?.arguments ?? {};
  const pathNames = parameters.filter((one) => one.in === 'path').map(({name}) => name);
  let given: Record<string, unknown> = {};
  const values = valuesOf(profile, operation, tool, request);
  for (const [name, value] of Object.entries(values)) {
    const location = configured[name] ?? argumentFor(name, tool, pathNames.includes(name));
    if (location === undefined || !isListed(location, tool)) return unknownArgument(id, name, tool);
    given = withAt(given, asPointer(location), value) as Record<string, unknown>;
  }
  return withParent(given, operation, tool, {configured, parent: request.parent});
}

/**
 * The arguments of a tool with those that name the resource to which the one in the path belongs. A
 * tool takes these where the profile names them or the tool lists them.
 */
function withParent(
  own: Record<string, unknown>,
  {id, parent: of}: Operation,
  tool: ListedTool,
  {configured, parent = {}}: {configured: Record<string, string>} & Pick<ToolRequest, 'parent'>,
): Record<string, unknown> | string {
  let given = own;
  for (const name of of?.parameters ?? []) {
    const location = configured[name] ?? argumentFor(name, tool, false);
    if (location === undefined) continue;
    if (!isListed(location, tool)) return unknownArgument(id, name, tool);
    const value = parent[name];
    if (value === undefined)
      return `${id}: its argument ${location} is a ${name}, and no earlier response of ${of?.of} tells which`;
    given = withAt(given, asPointer(location), value) as Record<string, unknown>;
  }
  return given;
}

/**
 * All values of a call by name. A member has the name that it has in requests to the API, but the canonical
 * one if the tool's profile has that, or if the tool lists that alone.
 */
function valuesOf(
  profile: Profile,
  {id}: Operation,
  tool: ListedTool,
  {path, query, headers, body}: ToolRequest,
): Record<string, unknown> {
  const configured = profile.tools[id]?.arguments ?? {};
  const encoded = (values: Record<string, unknown>): Record<string, unknown> => {
    const whole: unknown = encodeBody(profile, id, values);
    return isObject(whole) ? whole : {};
  };
  const isCanonical = ([name, value]: [string, unknown]): boolean =>
    configured[name] !== undefined ||
    (takes(name, tool) && !Object.keys(encoded({[name]: value})).every((own) => takes(own, tool)));
  const members = isObject(body) ? Object.entries(body) : [];
  const others = members.filter((member) => !isCanonical(member));
  return {
    ...path,
    ...query,
    ...headers,
    ...Object.fromEntries(members.filter(isCanonical)),
    ...encoded(Object.fromEntries(others)),
  };
}

/** Whether a tool lists an argument of a name, in any spelling. */
const takes = (name: string, tool: ListedTool): boolean =>
  argumentFor(name, tool, false) !== undefined;

/**
 * The location of an argument in a tool. The names of ids often differ: `publication_id` for `publication`, or
 * `id` for a path parameter.
 */
function argumentFor(
  name: string,
  {arguments: known}: ListedTool,
  isInPath: boolean,
): string | undefined {
  const spellings = [
    normalizedName(name),
    `${normalizedName(name)}id`,
    normalizedName(name).replace(/id$/, ''),
    ...(isInPath ? ['id'] : []),
  ];
  return spellings
    .map((spelling) => known.find((pointer) => normalizedName(lastToken(pointer)) === spelling))
    .find((pointer) => pointer !== undefined);
}

/** Whether a tool accepts an argument: it lists the argument, or lists none at all. */
const isListed = (location: string, {arguments: known}: ListedTool): boolean =>
  known.length === 0 || known.includes(asPointer(location));

function unknownArgument(id: string, name: string, tool: ListedTool): string {
  const listed = tool.arguments.map((pointer) => pointer.slice(1)).join(', ');
  const line = `tools.${id}: {name: ${tool.name}, arguments: {${name}: ...}}`;
  const among = listed || 'none that are listed';
  return `${id}: say what its argument ${name} is called (${line}) among ${among}`;
}
