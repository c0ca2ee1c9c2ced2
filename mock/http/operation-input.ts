import type {IncomingHttpHeaders} from 'node:http';
import type {Input} from '../operation.ts';
import type {OperationContext} from './request-context.ts';

/** Makes the input of an operation: the parts of the request that the contract declares, and the body. */
export const inputOf = (
  {path, params, request, tool, credential, operation}: OperationContext,
  body: unknown,
): Input => ({
  path: params,
  query: tool?.query ?? declaredQuery(path, operation.query),
  headers: declaredHeaders(tool?.headers ?? request.headers, operation.headers),
  body,
  by: credential?.key ?? '',
});

function declaredHeaders(all: IncomingHttpHeaders, names: string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of names) if (all[name] !== undefined) headers[name] = String(all[name]);
  return headers;
}

/** The last value of each declared parameter. */
function declaredQuery(path: string, names: string[]): Record<string, string> {
  const query: Record<string, string> = {};
  const from = path.indexOf('?');
  if (from < 0 || !names.length) return query;
  for (const [name, value] of new URLSearchParams(path.slice(from + 1)))
    if (names.includes(name)) query[name] = value;
  return query;
}
