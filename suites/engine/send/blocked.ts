import type {ControlVerb} from '../../../spec/control.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {toText} from '../../../spec/json.ts';
import {refusedAsEncoded} from '../../target/encoded-url.ts';
import {unfetchedFile} from '../../target/unsupplied-file.ts';
import {mostTelling} from '../../target/codec/telling-line.ts';

/** The reason why a check is blocked. */
export interface Blockage {
  /** The situation that the step needs, and the response that is in another one. */
  needed?: {situation: string; exchange: Exchange};
  /** Set if an earlier response lacks the value of a reference, so that nothing was sent. */
  unresolved?: true;
  /** Set if a reference names a row of an empty list. */
  nothingListed?: true;
  /** What has to be supplied, such as an entry of the profile. */
  lacks?: string;
  /** The control verb that the target does not know: the check needs a hook for it. */
  verbUnknown?: ControlVerb;
}

/**
 * Thrown when a set-up or control step does not have the result that the check needs. The check is
 * blocked: it is inconclusive and does not fail.
 */
export class Blocked extends Error {
  override name = 'Blocked';
  readonly blockage: Blockage;

  constructor(message: string, blockage: Blockage = {}) {
    super(message);
    this.blockage = blockage;
  }
}

/**
 * Requires that a response is in the situation that its step `expects`.
 * @param waited the milliseconds for which the run has waited for the situation
 * @returns the exchange
 * @throws Blocked when the response is not of that situation
 */
export function requireSituation(
  exchange: Exchange,
  situation: string | undefined,
  waited = 0,
): Exchange {
  if (!situation || exchange.situations.includes(situation)) return exchange;
  const status = exchange.status || exchange.problem?.text;
  const reason = exchange.body?.reason ? ` ${toText(exchange.body.reason)}` : '';
  const after = waited > 0 ? ` after ${waited / 1000} s of waiting` : '';
  throw new Blocked(
    `${exchange.op} was answered ${status}${reason}${after} where ${situation} was needed${hintAt(exchange)}`,
    {needed: {situation, exchange}},
  );
}

/** What may be missing or wrong in the configuration if a response is not the required one. */
function hintAt(exchange: Exchange): string {
  const asEncoded = refusedAsEncoded(exchange);
  if (asEncoded !== undefined) return `; ${asEncoded}`;
  const file = unfetchedFile(exchange);
  if (file !== undefined)
    return `; nobody can fetch the \`${file}\` that it names: write URLs of files in the configuration (samples)`;
  const line =
    exchange.profileMismatch?.line ?? mostTelling(exchange.suspectLines ?? [])?.correction;
  return line === undefined ? '' : `; the profile may be wrong: ${line}`;
}
