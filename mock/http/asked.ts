import type {IncomingHttpHeaders} from 'node:http';
import type {Input} from '../operation.ts';
import type {RequestContext} from './request-context.ts';
import type {PlannedOperation} from './plan.ts';
import {readBody} from './request-body.ts';

/** The body of a request; whoever asks again gets the same. */
export const bodyOf = (exchange: RequestContext): ReturnType<typeof readBody> =>
  (exchange.read ??= readBody(exchange.request));

/** What an operation is asked. */
export const inputOf = (
  {path, params = {}, request, tool, credential}: RequestContext,
  {query, headers}: PlannedOperation,
  body: unknown,
): Input => ({
  path: params,
  query: tool?.query ?? declaredQuery(path, query),
  headers: declaredHeaders(tool?.headers ?? request.headers, headers),
  body,
  by: credential?.key ?? '',
});

function declaredHeaders(all: IncomingHttpHeaders, names: string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of names) if (all[name] !== undefined) headers[name] = String(all[name]);
  return headers;
}

/** A query parameter, declared or not. */
export const parameterOf = (path: string, name: string): string | null =>
  new URL(path, 'http://localhost').searchParams.get(name);

/** The last value of each declared parameter. */
function declaredQuery(path: string, names: string[]): Record<string, string> {
  const query: Record<string, string> = {};
  const from = path.indexOf('?');
  if (from < 0 || !names.length) return query;
  for (const [name, value] of new URLSearchParams(path.slice(from + 1)))
    if (names.includes(name)) query[name] = value;
  return query;
}
