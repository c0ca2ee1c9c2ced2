import {canonicalText, isObject} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/step.ts';
import type {Judgement} from '../../check.ts';
import {all, equal} from '../../judge.ts';

/**
 * Headers that differ from response to response for reasons of their own: those of the transport,
 * of proxies and gateways, of tracing, and those that depend on the bytes of the body.
 */
const OF_OTHERS = new RegExp(
  `^(${[
    'date|connection|keep-alive|content-length|transfer-encoding|via|age|server|server-timing',
    'set-cookie|etag|last-modified|vary|alt-svc|nel|report-to|traceparent|tracestate|cf-.*',
    'x-served-by|x-cache.*|x-timer|x-runtime|x-amz.*|x-envoy-.*|x-b3-.*|x-ratelimit-.*',
    'x-.*(id|trace|time|host|node|pod|instance|backend|upstream)',
  ].join('|')})$`,
);

/** A text without an id, and without words that have a digit: trace ids, instants and the like. */
const without = (text: string, id: unknown): string =>
  text.replaceAll(String(id), '#').replaceAll(/[^\s"]*\d[^\s"]*/g, '#');

/** A member of the body as text that can be compared. */
const member = (exchange: Exchange, name: string, id: unknown): string =>
  without(canonicalText(exchange.body?.[name] ?? null), id);

/** Names and JSON types of the body's members. */
const shapeOf = ({body}: Exchange): unknown =>
  isObject(body)
    ? Object.entries(body)
        .map(([name, value]) => `${name}: ${typeOf(value)}`)
        .sort()
    : typeof body;

const typeOf = (value: unknown): string => (value === null ? 'null' : typeof value);

/** The headers that the deployment itself chose. */
const headersOf = ({headers}: Exchange, id: unknown): string[] =>
  Object.entries(headers)
    .filter(([name]) => !OF_OTHERS.test(name))
    .map(([name, value]) => `${name}: ${without(value, id)}`)
    .sort();

/** Two responses to the same request, and the id that the request named. */
interface Repeated {
  responses: [Exchange, Exchange];
  id: unknown;
}

/** One aspect of a response, without what is the id's own. */
type Aspect = (exchange: Exchange, id: unknown) => unknown;

/**
 * An aspect is the same for both requests. One that differs between the responses to the same
 * request reveals nothing, and is left out.
 */
function sameAspect(one: Repeated, other: Repeated, aspect: Aspect, branch: string): Judgement {
  const [first, again] = one.responses.map((exchange) => aspect(exchange, one.id));
  const [second, secondAgain] = other.responses.map((exchange) => aspect(exchange, other.id));
  const steady =
    canonicalText(first) === canonicalText(again) &&
    canonicalText(second) === canonicalText(secondAgain);
  if (!steady) return all();
  return equal(first, second, branch, one.responses[0], `the response (${branch})`);
}

/**
 * Responses to two kinds of request cannot be told apart, for example to reads of a publication of
 * another workspace and of one that does not exist (Authentication). Each was sent twice.
 */
export function indistinguishable(one: Repeated, other: Repeated): Judgement {
  const [[first], [second]] = [one.responses, other.responses];
  const same = (aspect: Aspect, branch: string): Judgement =>
    sameAspect(one, other, aspect, branch);
  return all(
    equal(first.status, second.status, 'status-tells', first, 'the status'),
    equal(first.body?.reason, second.body?.reason, 'reason-tells', first, '`reason`'),
    same((exchange, id) => member(exchange, 'error', id), 'summary-tells'),
    same((exchange, id) => member(exchange, 'detail', id), 'detail-tells'),
    same(shapeOf, 'body-tells'),
    same(headersOf, 'headers-tell'),
  );
}
