import type {Exchange} from '../../spec/step.ts';
import {isFromGateway} from '../gateway.ts';
import {limited} from '../limited.ts';
import {doubtsIn, doubtText, isTelling} from './doubts.ts';

/**
 * Whether a response says nothing about the deployment: none came, or a gateway or a limit on
 * requests responded in its place.
 * @param usesUpALimit the scene uses up a limit, and wants the 429 that follows
 */
export const isNotTheDeployments = (exchange: Exchange, usesUpALimit: boolean): boolean =>
  exchange.status === 0 || isFromGateway(exchange) || (limited(exchange) && !usesUpALimit);

/**
 * Why what a judge found in these exchanges may not be the deployment's fault.
 * @param usesUpALimit the scene uses up a limit, and wants the 429 that follows
 * @returns undefined when it is
 */
export function interference(exchanges: Exchange[], usesUpALimit: boolean): string | undefined {
  const other = exchanges.find((exchange) =>
    usesUpALimit ? isFromGateway(exchange) : isNotTheDeployments(exchange, false),
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
