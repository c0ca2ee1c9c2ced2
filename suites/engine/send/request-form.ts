import {isObject} from '../../../spec/json.ts';
import {nameOfPair, queryPairs, withPairs} from '../../../spec/request-target.ts';
import type {RequestForm} from '../../../spec/step.ts';
import type {Request} from '../../target/client.ts';
import {escapedJson} from './escaped-json.ts';

/** The media type of bodies, and what a call accepts, in the documented form. */
const JSON_TYPE = 'application/json';

/** Methods whose requests have a body that a server expects (RFC 9110, 9.3). */
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** Headers that change nothing of what the APIs describe (RFC 9110, 5.1: unknown ones are ignored). */
const FURTHER_HEADERS = {
  'cache-control': 'no-cache',
  dnt: '1',
  pragma: 'no-cache',
  priority: 'u=3',
  'x-presscheck-form': 'further-headers',
};

/** A value as JSON. White space between its tokens, the order of members and escapes mean nothing (RFC 8259, 2, 4 and 7). */
export function jsonIn(form: RequestForm | undefined, value: unknown): string {
  if (form === 'escaped-json') return escapedJson(JSON.stringify(value));
  if (form === 'spaced-json') return `${JSON.stringify(value, null, 2)}\n`;
  return JSON.stringify(form === 'reversed-members' ? reversed(value) : value);
}

/** The members of objects, at any depth, in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, each]) => [name, reversed(each)]);
  return Object.fromEntries(members.toReversed());
}

/** How a form rewrites a request that is written as the document shows it; the others are forms of JSON and of queries. */
const REWRITTEN: Partial<Record<RequestForm, (request: Request) => Request>> = {
  // RFC 9110, 5.1: names of fields have no case.
  'capital-headers': (request) => ({
    ...request,
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name.toUpperCase(), value]),
    ),
  }),
  'further-headers': (request) => ({...request, headers: {...FURTHER_HEADERS, ...request.headers}}),
  // RFC 9110, 12.5.1 and 12.5.3: JSON is still what the client prefers, and many servers send it compressed then.
  'accepting-more': (request) => {
    const accepting = withHeader(request, 'accept', `${JSON_TYPE}, */*;q=0.1`);
    return {...accepting, headers: {'accept-encoding': 'gzip', ...accepting.headers}};
  },
  // RFC 8259, 11: the parameter has no effect on compliant recipients.
  charset: (request) => withHeader(request, 'content-type', `${JSON_TYPE}; charset=utf-8`),
  // RFC 9110, 8.3.1: type and subtype have no case.
  'capital-media-type': (request) => withHeader(request, 'content-type', 'Application/JSON'),
  // RFC 9112, 7.1: every recipient decodes chunks.
  chunked: (request) =>
    request.body !== undefined && WITH_BODY.has(request.method)
      ? {...request, isChunked: true}
      : request,
};

/** A request with its headers and its transfer in a form. */
export const inForm = (form: RequestForm | undefined, request: Request): Request =>
  (form && REWRITTEN[form]?.(request)) ?? request;

/** A request with another value of a header whose value is JSON's media type. */
function withHeader(request: Request, name: string, value: string): Request {
  const {headers} = request;
  return headers[name] === JSON_TYPE ? {...request, headers: {...headers, [name]: value}} : request;
}

/** A URL with its query in a form. An encoded unreserved character means the same (RFC 3986, 6.2.2). */
export function queryIn(form: RequestForm | undefined, url: string): string {
  const pairs = queryPairs(url).filter((pair) => pair !== '');
  if (!pairs.length) return url;
  if (form === 'encoded-query') return withPairs(url, pairs.map(encodedPair));
  return form === 'reversed-members' ? withPairs(url, reversedPairs(pairs)) : url;
}

/** Pairs in the opposite order; those of one name keep theirs, which may mean something. */
function reversedPairs(pairs: string[]): string[] {
  const names = [...new Set(pairs.map(nameOfPair))].toReversed();
  return names.flatMap((name) => pairs.filter((pair) => nameOfPair(pair) === name));
}

/** A pair whose value is encoded character by character. */
function encodedPair(pair: string): string {
  const at = pair.indexOf('=');
  const octets = [...Buffer.from(new URLSearchParams(pair).get(nameOfPair(pair)) ?? '')];
  const value = octets.map((octet) => `%${octet.toString(16).padStart(2, '0')}`).join('');
  return at < 0 ? pair : `${pair.slice(0, at)}=${value}`;
}
