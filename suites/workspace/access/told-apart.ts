import {canonicalText, isObject} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/step.ts';
import type {Judgement} from '../../check.ts';
import {all, equal} from '../../judge.ts';

/**
 * Headers of the transport and of those in front, which may come and go, and of an answer's own
 * bytes.
 */
const OF_OTHERS =
  /^(date|connection|keep-alive|content-length|transfer-encoding|via|age|server|server-timing|set-cookie|etag|last-modified|vary|alt-svc|nel|report-to|traceparent|tracestate|cf-.*|x-served-by|x-cache.*|x-timer|x-runtime|x-amz.*|x-envoy-.*|x-b3-.*|x-ratelimit-.*|x-.*(id|trace|time|host|node|pod|instance|backend|upstream))$/;

/** A text but for an id and for words with a digit, which may be a trace's or an instant's. */
const without = (text: string, id: unknown): string =>
  text.replaceAll(String(id), '#').replaceAll(/[^\s"]*\d[^\s"]*/g, '#');

/** A member as it can be compared. */
const member = (exchange: Exchange, name: string, id: unknown): string =>
  without(canonicalText(exchange.body?.[name] ?? null), id);

/** Names and JSON types of a body's members. */
const shapeOf = ({body}: Exchange): unknown =>
  isObject(body)
    ? Object.entries(body)
        .map(([name, value]) => `${name}: ${value === null ? 'null' : typeof value}`)
        .sort()
    : typeof body;

const headersOf = ({headers}: Exchange, id: unknown): string[] =>
  Object.entries(headers)
    .filter(([name]) => !OF_OTHERS.test(name))
    .map(([name, value]) => `${name}: ${without(value, id)}`)
    .sort();

/**
 * That answers to two kinds of question cannot be told apart, each asked twice: what differs
 * between two answers to the same question tells nothing.
 */
export function compareAnswers(
  one: {asked: [Exchange, Exchange]; id: unknown},
  other: {asked: [Exchange, Exchange]; id: unknown},
): Judgement {
  const steady = (
    look: (exchange: Exchange, id: unknown) => unknown,
    branch: string,
  ): Judgement => {
    const [[first, again], [second, secondAgain]] = [one, other].map(({asked, id}) =>
      asked.map((exchange) => look(exchange, id)),
    ) as [[unknown, unknown], [unknown, unknown]];
    const varies =
      canonicalText(first as never) !== canonicalText(again as never) ||
      canonicalText(second as never) !== canonicalText(secondAgain as never);
    return varies ? all() : equal(first, second, branch, one.asked[0]);
  };
  return all(
    equal(one.asked[0].status, other.asked[0].status, 'status-tells', one.asked[0]),
    equal(one.asked[0].body?.reason, other.asked[0].body?.reason, 'reason-tells', one.asked[0]),
    steady((exchange, id) => member(exchange, 'error', id), 'summary-tells'),
    steady((exchange, id) => member(exchange, 'detail', id), 'detail-tells'),
    steady(shapeOf, 'body-tells'),
    steady(headersOf, 'headers-tell'),
  );
}
