import type {Operation} from '../../../spec/contract.ts';
import {isObject, tokens} from '../../../spec/json.ts';
import {isSettled} from '../../../spec/profile.ts';
import type {OpenId} from '../../../spec/rule.ts';
import {resolve, schemaAt} from '../../../spec/schema.ts';
import type {SuspectLine} from '../../../spec/exchange.ts';
import type {EffectiveContract} from './effective-contract.ts';
import {toolLine} from './header-members.ts';
import {memberKey} from './member-key.ts';

/** A value in a request that an earlier response gave. */
export interface Borrowed {
  /** The operation and the situation of that response. */
  op: string;
  situation: string | undefined;
  /** The interface of the response: the result of a tool has no headers. */
  interface: 'http' | 'mcp';
  /** JSON Pointer of the value in its body, in canonical names. */
  pointer: string;
}

/** The parts of a request whose names the profile determines. */
export interface WrittenRequest {
  /** The interface of the request. */
  interface: 'http' | 'mcp';
  /** The body in canonical names. */
  body?: unknown;
  /** Names of parameters in the path, the query and the headers. */
  parameters: string[];
  borrowed: Borrowed[];
}

/**
 * The lines of the profile by which a request was written, each with its correction. If such a line is
 * wrong, the request is refused.
 */
export function requestLines(
  effective: EffectiveContract,
  operation: Operation,
  request: WrittenRequest,
): SuspectLine[] {
  const address =
    request.interface === 'mcp'
      ? toolLines(effective, operation, request)
      : pathLine(effective, operation);
  const members = memberLines(effective, operation, request);
  const borrowed = request.borrowed.flatMap((one) => borrowedLine(effective, one));
  return [...choiceLines(effective, operation), ...address, ...members, ...borrowed];
}

/** The statuses of a deployment that lacks an operation or its feature. */
const STATUSES_OF_ABSENCE = [403, 404, 405, 410, 501];

/** The statuses for a body that lacks a required member. */
const STATUSES_OF_DEMANDS = [400, 422];

/**
 * The choices, missing in the profile, by which the deployment would lack the operation or require more
 * members. A successful write shows that the deployment has all writes of that choice. A successful read
 * shows only that it has this read, since a service may continue to serve existing data.
 */
function choiceLines(
  effective: EffectiveContract,
  {id, method, absent, demands}: Operation,
): SuspectLine[] {
  const ofReads = method === 'GET' ? ` of ${id}` : '';
  return [
    ...unsaidChoices(effective, id, absent, STATUSES_OF_ABSENCE).map((one) => ({
      ...one,
      line: `${one.line}${ofReads}`,
    })),
    ...unsaidChoices(effective, id, demands, STATUSES_OF_DEMANDS),
  ];
}

/**
 * The lines with a choice at an open point that the profile leaves out.
 * @param choices the choices, by open point
 * @param ofStatuses the statuses that such a choice would explain
 */
const unsaidChoices = (
  {profile}: EffectiveContract,
  id: string,
  choices: Record<OpenId, string> | undefined,
  ofStatuses: number[],
): SuspectLine[] =>
  Object.entries(choices ?? {})
    .filter(([point]) => !(point in profile.choices))
    .map(([point, choice]) => ({
      line: `choices.${point}`,
      correction: `choices.${point}: ${choice} (no ${id} has succeeded)`,
      doubt: 'unproven',
      decides: 'choice',
      ofStatuses,
    }));

const unproven = (
  line: string,
  value: unknown,
  decides: 'path' | 'request' = 'request',
): SuspectLine => ({
  line,
  correction: `${line}: ${JSON.stringify(value)} (no request that it wrote has succeeded)`,
  doubt: 'unproven',
  decides,
});

const unwritten = (line: string, example: string): SuspectLine => ({
  line,
  correction: `${line}: ${example}`,
  doubt: 'unwritten',
  decides: 'request',
});

function pathLine({profile}: EffectiveContract, operation: Operation): SuspectLine[] {
  const {id, pathUndocumented, path} = operation;
  const choice = profile.paths[id];
  if (choice) return [unproven(`paths.${id}`, choice, 'path')];
  const isSettled = pathUndocumented === undefined || pathUndocumented in profile.choices;
  return isSettled ? [] : [unwritten(`paths.${id}`, `{template: '...'} in place of ${path}`)];
}

function memberLines(
  {contract, profile}: EffectiveContract,
  {id, request}: Operation,
  {body, interface: via}: WrittenRequest,
): SuspectLine[] {
  if (!request || !isObject(body)) return [];
  const {properties = {}} = resolve(contract.document, request);
  const inTool = via === 'mcp' ? (profile.tools[id]?.arguments ?? {}) : {};
  return Object.keys(body).flatMap((name) => {
    if (name in inTool) return [];
    const location = profile.requests[id]?.[name];
    if (location !== undefined) return [unproven(`requests.${id}.${name}`, location)];
    const schema = properties[name];
    if (!schema || isSettled(contract, profile, '', schema)) return [];
    return [unwritten(`requests.${id}.${name}`, 'the name that it has there')];
  });
}

function toolLines(
  {profile}: EffectiveContract,
  {id}: Operation,
  {body, parameters}: WrittenRequest,
): SuspectLine[] {
  const {name: tool, arguments: names = {}} = profile.tools[id] ?? {};
  const sent = [...parameters, ...(isObject(body) ? Object.keys(body) : [])];
  const lines = sent.flatMap((name) => {
    const argument = names[name];
    return argument === undefined ? [] : [unproven(`tools.${id}.arguments.${name}`, argument)];
  });
  return tool === undefined ? lines : [unproven(`tools.${id}.name`, tool), ...lines];
}

/**
 * The name of a line `members.KEY` where its value is sent in a request: a success with it confirms the line there
 * alone, because a wrong value may succeed, too.
 */
export const lineInRequests = (line: string): string => `${line} in requests`;

/** The line that locates a value which a request takes from an earlier response. */
export function borrowedLine(
  {contract, profile}: EffectiveContract,
  {op, situation, pointer, interface: via}: Borrowed,
): SuspectLine[] {
  const operation = contract.operations[op];
  const outcome = operation?.outcomes.find((one) => one.situation === situation);
  if (!outcome?.schema || !tokens(pointer).length) return [];
  const key = memberKey(contract.document, outcome.schema, pointer);
  const location = profile.members[key];
  // An object of the right form is seldom another one.
  const isWholeObject = schemaAt(contract.document, outcome.schema, pointer)?.type === 'object';
  if (!location || isWholeObject) return [];
  // A value of the right type at this place need not be the right value.
  const unproven = {doubt: 'unproven', decides: 'sent value'} as const;
  if (via === 'mcp' && 'header' in location) {
    const correction = `${toolLine(key, location)} (no request with the value of a tool has succeeded)`;
    return [{line: `members.${key} of tools in requests`, correction, ...unproven}];
  }
  const correction = `members.${key}: ${JSON.stringify(location)} (no request with its value has succeeded)`;
  return [{line: lineInRequests(`members.${key}`), correction, ...unproven}];
}
