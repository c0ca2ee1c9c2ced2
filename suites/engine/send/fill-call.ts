import type {Operation} from '../../../spec/contract.ts';
import {
  nameOfPair,
  originOf,
  queryPairs,
  pathOf,
  resolvedUrl,
  withPairs,
  withParameters,
} from '../../../spec/request-target.ts';
import type {Call} from '../../../spec/step.ts';
import {Blocked} from './blocked.ts';
import {escapedJson} from './escaped-json.ts';
import {jsonIn, queryIn} from './request-form.ts';
import type {Position} from './attempt-context.ts';
import {spelledPath} from './path-spelling.ts';
import type {ScriptContext} from './script-context.ts';
import {toText} from '../../../spec/json.ts';

/** The values of a call in canonical names, with its references filled in. */
export interface CallValues {
  path: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
}

/** A call in the names of the deployment, without a credential. */
export interface FilledCall {
  step: Call;
  operation: Operation;
  values: CallValues;
  method: string;
  url: string;
  /** The path of the step, if it replaces that of the operation. */
  elsewhere?: string;
  headers: Record<string, string>;
  body?: string;
}

/** Fills in the values of a call. @throws Blocked if an earlier response lacks a value */
export const fillValues = (
  step: Call,
  position: Position,
  {bindings}: ScriptContext,
): CallValues => ({
  path: bindings.fill(step.path ?? {}, position),
  query: bindings.fill(step.query ?? {}, position),
  headers: bindings.fill(step.headers ?? {}, position),
  body: bindings.fill(step.body, position),
});

/** Fills in a call and translates it to the names of the deployment. @throws Blocked */
export function fillCall(step: Call, position: Position, script: ScriptContext): FilledCall {
  const codec = script.attempt.codecs[step.api];
  const operation = codec.operation(step.op);
  const values = fillValues(step, position, script);
  const path = pathFor(step, values, position, script);
  const base = script.attempt.environment.base(step.api);
  const address = addressOf(base, path, codec.prefix);
  const body = bodyOf(step, values, script);
  return {
    step,
    operation,
    values,
    method: step.method ?? operation.method,
    url: urlOf(step, address, base + codec.prefix, values.query),
    ...(step.elsewhere !== undefined && {elsewhere: path}),
    headers: {accept: 'application/json', ...texts(values.headers)},
    ...(body !== undefined && {body}),
  };
}

function pathFor(
  step: Call,
  values: CallValues,
  position: Position,
  {attempt, bindings}: ScriptContext,
): string {
  if (step.elsewhere !== undefined) return toText(bindings.fill(step.elsewhere, position));
  const path = attempt.codecs[step.api].path(step.op, texts(values.path));
  const spelling = step.form === 'lower-case-hex' ? step.form : step.spelling;
  if (path !== undefined) return spelling ? spelledPath(path, values.path, spelling) : path;
  const ids = Object.values(values.path).join();
  throw new Blocked(`${step.op}: this deployment has handed out no URL for ${ids}`, {
    lacks: `paths.${step.op}: a template, for what no response tells the URL of`,
  });
}

function bodyOf(step: Call, {body}: CallValues, {attempt}: ScriptContext): string | undefined {
  if (step.raw !== undefined) return step.raw;
  if (body === undefined) return undefined;
  const json = jsonIn(step.form, attempt.codecs[step.api].encode(step.op, body));
  return (step.escaped ? escapedJson(json) : json) + (step.tail ?? '');
}

/**
 * The URL of a path. If the deployment itself gave the path, it may be a whole URL, or begin with the path
 * of the base address.
 * @param prefix the prefix of the paths of the API
 */
function addressOf(base: string, path: string, prefix: string): string {
  const ownPath = pathOf(base);
  const isBelowBase = ownPath !== '' && path.startsWith(`${ownPath}/`);
  if (isBelowBase && !path.startsWith(`${prefix}/`)) return resolvedUrl(path, base);
  return /^https?:/i.test(path) ? path : base + path;
}

/**
 * The URL of a call. A link to a page is used as it is if it leads below the address of the API; of any other, as
 * gateways that move the API make them, only the query is used.
 * @param address of the operation
 * @param root below which the paths of the API begin
 */
function urlOf(
  {link, form}: Call,
  address: string,
  root: string,
  query: Record<string, string>,
): string {
  // The bytes of a query that the deployment has given stay as they are.
  if (link === undefined && address.includes('?')) return withParameters(address, query);
  if (link === undefined) return queryIn(form, withParameters(address, query));
  const isOfApi = originOf(link) === originOf(root) && pathOf(link).startsWith(`${pathOf(root)}/`);
  const pairs = queryPairs(link);
  const named = new Set(pairs.map(nameOfPair));
  const others = Object.entries(query).filter(([name]) => !named.has(name));
  const page = isOfApi ? link : withPairs(address, pairs);
  return withParameters(page, Object.fromEntries(others));
}

const texts = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toText(value)]));
