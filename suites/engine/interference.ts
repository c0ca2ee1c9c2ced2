import type {Exchange} from '../../spec/step.ts';
import {isFromGateway} from '../gateway.ts';
import {limited} from '../limited.ts';
import {doubtsIn, doubtText, isTelling} from './doubts.ts';

/**
 * Whether a response says nothing about the deployment: none came, or a gateway or a limit on
 * requests responded in its place.
 * @param isBurst the scene wants the 429 of the limit
 */
export const isNotTheDeployments = (exchange: Exchange, isBurst: boolean): boolean =>
  exchange.status === 0 || isFromGateway(exchange) || (limited(exchange) && !isBurst);

/**
 * Why what a judge found in these exchanges may not be the deployment's fault.
 * @param isBurst the scene wants the 429 of the limit
 * @returns undefined when it is
 */
export function interference(exchanges: Exchange[], isBurst: boolean): string | undefined {
  const other = exchanges.find((exchange) =>
    isBurst ? isFromGateway(exchange) : isNotTheDeployments(exchange, false),
  );
  if (other) return `${other.op} was answered ${other.status || other.problem?.text}: retry`;
  return undefined;
}

/**
 * The line of the profile that one of the exchanges may contradict. What comes in names that
 * neither the document nor the profile gives says nothing yet.
 */
export function mismatchIn(exchanges: Exchange[]): string | undefined {
  const doubt = doubtsIn(exchanges).find(isTelling);
  return doubt && doubtText(doubt);
}
