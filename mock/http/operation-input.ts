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
  if (!names.length) return query;
  for (const [name, value] of parametersOf(path)) if (names.includes(name)) query[name] = value;
  return query;
}

/** The parameters of a path's query, in their order. Most need no decoding, which takes longer than everything else. */
export function parametersOf(path: string): Iterable<[string, string]> {
  const from = path.indexOf('?');
  if (from < 0) return [];
  const query = path.slice(from + 1);
  return /[%+?]/.test(query)
    ? new URLSearchParams(query)
    : query.split('&').filter(Boolean).map(pairOf);
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
