import type {Exchange} from '../../spec/exchange.ts';
import {refusedAsEncoded} from './encoded-url.ts';
import {isFromGateway} from './gateway.ts';
import {limited, linesThatDecide} from '../rate-limits/limited.ts';
import {unfetchedFile} from './unsupplied-file.ts';

/**
 * Why a response says nothing about a rule: there was none, a limit or a gateway sent it, or the
 * request named a file that nobody can fetch or had to change the URL that it was given.
 * @returns undefined for a response of the deployment itself
 */
export function unusable(exchange: Exchange): string | undefined {
  if (exchange.status === 0)
    return `${exchange.op}: no answer (${exchange.problem?.text ?? 'network'})`;
  if (limited(exchange)) return linesThatDecide(exchange) ?? `${exchange.op}: 429`;
  if (exchange.refusedInFront)
    return (
      `${exchange.op}: refused (${exchange.status}) by something in front of the service, ` +
      'probably because of characters in its values'
    );
  const asEncoded = refusedAsEncoded(exchange);
  if (asEncoded !== undefined) return asEncoded;
  if (isFromGateway(exchange)) return `${exchange.op}: ${exchange.status} from a gateway in front`;
  const file = unfetchedFile(exchange);
  return (
    file &&
    `${exchange.op}: the URL in \`${file}\` cannot be fetched: give one that can be, under \`samples\``
  );
}
