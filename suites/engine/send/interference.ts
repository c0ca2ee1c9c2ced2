import type {Exchange} from '../../../spec/exchange.ts';
import {isFromGateway} from '../../target/gateway.ts';
import {limited} from '../../rate-limits/limited.ts';

/**
 * Whether a response says nothing about the deployment: there was none, or a gateway or a limit on
 * requests responded instead.
 * @param exhausts whether the scene exhausts a limit and expects the 429 that follows
 */
export const isInterference = (exchange: Exchange, exhausts: boolean): boolean =>
  exchange.status === 0 || isFromGateway(exchange) || (limited(exchange) && !exhausts);
