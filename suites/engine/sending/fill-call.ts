import type {Operation} from '../../../spec/contract.ts';
import type {Call} from '../../../spec/step.ts';
import {Blocked} from './blocked.ts';
import {escapedJson} from './escaped-json.ts';
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
  url: URL;
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
  const path = pathOf(step, values, position, script);
  const url = addressOf(script.attempt.environment.base(step.api), path, codec.prefix);
  for (const [name, value] of Object.entries(values.query))
    url.searchParams.set(name, String(value));
  const body = bodyOf(step, values, script);
  return {
    step,
    operation,
    values,
    method: step.method ?? operation.method,
    url,
    ...(step.elsewhere !== undefined && {elsewhere: path}),
    headers: {accept: 'application/json', ...texts(values.headers)},
    ...(body !== undefined && {body}),
  };
}

function pathOf(
  step: Call,
  values: CallValues,
  position: Position,
  {attempt, bindings}: ScriptContext,
): string {
  if (step.elsewhere !== undefined) return toText(bindings.fill(step.elsewhere, position));
  const path = attempt.codecs[step.api].path(step.op, texts(values.path));
  if (path !== undefined)
    return step.spelling ? spelledPath(path, values.path, step.spelling) : path;
  const ids = Object.values(values.path).join();
  throw new Blocked(`${step.op}: this deployment has handed out no URL for ${ids}`, {
    lacks: `paths.${step.op}: a template, for what no response tells the URL of`,
  });
}

function bodyOf(step: Call, {body}: CallValues, {attempt}: ScriptContext): string | undefined {
  if (step.raw !== undefined) return step.raw;
  if (body === undefined) return undefined;
  const json = JSON.stringify(attempt.codecs[step.api].encode(step.op, body));
  return (step.escaped ? escapedJson(json) : json) + (step.tail ?? '');
}

/**
 * The URL of a path. If the deployment itself gave the path, it may be a whole URL, or begin with the path
 * of the base address.
 * @param prefix the prefix of the paths of the API
 */
function addressOf(base: string, path: string, prefix: string): URL {
  const {pathname} = new URL(base);
  const below = `${pathname.replace(/\/$/, '')}/`;
  const isBelowBase = pathname !== '/' && path.startsWith(below);
  if (isBelowBase && !path.startsWith(`${prefix}/`)) return new URL(path, base);
  return new URL(/^https?:/.test(path) ? path : base + path);
}

const texts = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toText(value)]));
