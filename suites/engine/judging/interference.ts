import type {Exchange} from '../../../spec/exchange.ts';
import {refusedAsEncoded} from '../../encoded-url.ts';
import {isFromGateway} from '../../gateway.ts';
import {limited} from '../../rate-limits/limited.ts';
import type {Explanation} from './explanation.ts';
import {lineText, mostTelling, suspectLinesIn} from './suspect-lines.ts';

/**
 * Whether a response says nothing about the deployment: there was none, or a gateway or a limit on
 * requests responded instead.
 * @param exhausts whether the scene exhausts a limit and expects the 429 that follows
 */
export const isInterference = (exchange: Exchange, exhausts: boolean): boolean =>
  exchange.status === 0 || isFromGateway(exchange) || (limited(exchange) && !exhausts);

/**
 * Explains the violations of a judge if one of its exchanges has no response of the deployment,
 * or one to another URL than was handed out.
 * @param exhausts whether the scene exhausts a limit and expects the 429 that follows
 */
export function interferenceIn(exchanges: Exchange[], exhausts: boolean): Explanation | undefined {
  const other = exchanges.find((exchange) =>
    exhausts ? isFromGateway(exchange) : isInterference(exchange, false),
  );
  const [encoded] = exchanges.flatMap((exchange) => refusedAsEncoded(exchange) ?? []);
  if (encoded !== undefined) return {reason: encoded};
  return (
    other && {reason: `${other.op} was answered ${other.status || other.problem?.text}: run again`}
  );
}

/**
 * The line of the profile that one of the exchanges may contradict. What comes in names that
 * neither the document nor the profile gives says nothing yet.
 */
export function mismatchIn(exchanges: Exchange[]): string | undefined {
  const line = mostTelling(suspectLinesIn(exchanges));
  return line && lineText(line);
}
