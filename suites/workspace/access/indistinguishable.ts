import {canonicalText, isSameJson, isObject, toText} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Judgement} from '../../language/check.ts';
import {all, expectEqual, nothing} from '../../language/judge.ts';

/**
 * Headers that may differ between equal responses: those of the transport, of proxies and gateways,
 * of tracing, and those that depend on the bytes of the body.
 */
const VARYING_HEADERS = [
  /^(date|connection|keep-alive|content-length|transfer-encoding)$/,
  /^(etag|last-modified|vary|age|set-cookie|alt-svc|nel|report-to)$/,
  /^(via|server|server-timing|traceparent|tracestate)$/,
  /^(x-served-by|x-timer|x-runtime)$/,
  /^(cf-|x-cache|x-amz|x-envoy-|x-b3-|x-ratelimit-)/,
  /^x-.*(id|trace|time|host|node|pod|instance|backend|upstream)$/,
];

/** Replaces an id, and every word that contains a digit (trace ids, instants), with `#`. */
const masked = (text: string, id: unknown): string =>
  text.replaceAll(toText(id), '#').replaceAll(/(?<![^\s"])[^\s"]*\d[^\s"]*/g, '#');

/** A member of the body as text that can be compared. */
const member = (exchange: Exchange, name: string, id: unknown): string =>
  masked(canonicalText(exchange.body?.[name] ?? null), id);

/** Names and JSON types of the body's members. */
function shapeOf({body}: Exchange): unknown {
  if (!isObject(body)) return typeof body;
  const members = Object.entries(body).map(([name, value]) => `${name}: ${typeOf(value)}`);
  return members.sort();
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}

/** The headers that the deployment itself sets, without those that vary. */
const headersOf = ({headers}: Exchange, id: unknown): string[] =>
  Object.entries(headers)
    .filter(([name]) => !VARYING_HEADERS.some((pattern) => pattern.test(name)))
    .map(([name, value]) => `${name}: ${masked(value, id)}`)
    .sort();

/** The responses to the same request, and the id in that request. */
export interface Repeated {
  responses: [Exchange, ...Exchange[]];
  id: unknown;
}

/** One aspect of a response, for example its headers, without the id that was requested. */
type Aspect = (exchange: Exchange, id: unknown) => unknown;

/** Whether an aspect is the same in all responses to one request. */
function isSteady(aspect: Aspect, {responses, id}: Repeated): boolean {
  const [first, ...again] = responses.map((exchange) => aspect(exchange, id));
  return again.every((each) => isSameJson(first, each));
}

/**
 * Responses to two kinds of request cannot be distinguished, for example reads of a publication of
 * another workspace and reads of one that does not exist (Authentication). Each request was sent
 * several times. An aspect that differs between responses to one request reveals nothing, and is ignored everywhere: a
 * deployment may choose among several texts, by chance or in turn, so that two may be alike.
 * @param others further requests, which only show what differs by itself
 */
export function expectIndistinguishable(
  one: Repeated,
  other: Repeated,
  others: readonly Repeated[],
): Judgement {
  const [[first], [second]] = [one.responses, other.responses];
  const expectSame = (aspect: Aspect, branch: string): Judgement =>
    [one, other, ...others].every((each) => isSteady(aspect, each))
      ? expectEqual(
          aspect(first, one.id),
          aspect(second, other.id),
          branch,
          first,
          `the response (${branch})`,
        )
      : nothing();
  return all(
    expectEqual(first.status, second.status, 'status-tells', first, 'the status'),
    expectEqual(first.body?.reason, second.body?.reason, 'reason-tells', first, '`reason`'),
    expectSame((exchange, id) => member(exchange, 'error', id), 'summary-tells'),
    expectSame((exchange, id) => member(exchange, 'detail', id), 'detail-tells'),
    expectSame(shapeOf, 'body-tells'),
    expectSame(headersOf, 'headers-tell'),
  );
}

/**
 * Like `expectIndistinguishable`, for requests that were sent once: their responses have the same status,
 * reason and member names.
 */
export const expectAlike = (one: Exchange, other: Exchange): Judgement =>
  all(
    expectEqual(one.status, other.status, 'status-tells', one, `the status of ${one.op}`),
    expectEqual(
      one.body?.reason,
      other.body?.reason,
      'reason-tells',
      one,
      `\`reason\` of ${one.op}`,
    ),
    expectEqual(shapeOf(one), shapeOf(other), 'body-tells', one, `the members of ${one.op}`),
  );
