import {referencesIn} from '../../../spec/references.ts';
import type {Call, Upload} from '../../../spec/step.ts';
import type {Exchange, SuspectLine} from '../../../spec/exchange.ts';
import {isSuccessOrRedirect, isSuccessStatus} from '../../../spec/status.ts';
import type {Codec} from '../../target/codec.ts';
import type {Borrowed} from '../../target/codec/request-lines.ts';

/**
 * Judges the lines of the profile that were used to write a request by its response: a success confirms
 * them, and a refusal may be caused by any of them.
 * @returns the exchange with the lines that it makes suspect
 */
export function withRequestLines(exchange: Exchange, lines: SuspectLine[], codec: Codec): Exchange {
  const confirmed = lines.filter((line) => isConfirmedBy(exchange, line, codec));
  for (const {line} of confirmed) codec.confirm(line);
  const suspect = lines.filter((line) => !confirmed.includes(line) && mayExplain(line, exchange));
  if (!suspect.length) return exchange;
  return {...exchange, suspectLines: [...(exchange.suspectLines ?? []), ...suspect]};
}

/** Whether a response confirms a line: a refusal for a reason of the operation confirms the path. */
function isConfirmedBy(exchange: Exchange, {decides}: SuspectLine, codec: Codec): boolean {
  const {op, status, situations} = exchange;
  if (isSuccessOrRedirect(status) && situations.length > 0) return true;
  if (decides === 'sent value') return isSuccessStatus(status);
  return decides === 'path' && codec.namesReason(op, situations);
}

/** Whether a request that was written with a wrong line could get this response. */
function mayExplain(line: SuspectLine, {status}: Exchange): boolean {
  if (line.decides === 'choice' && !line.ofStatuses.includes(status)) return false;
  return (status >= 200 && status < 500 && status !== 429) || status === 501;
}

/** The members of earlier responses whose values a step sends. */
export function borrowedBy(
  step: Call | Upload,
  lastByStep: ReadonlyMap<string, Exchange>,
): Borrowed[] {
  const carried =
    step.step === 'call'
      ? [step.path, step.query, step.headers, step.body]
      : [step.url, step.headers];
  return carried.flatMap(referencesIn).flatMap(({step: id, pointer}) => {
    const source = lastByStep.get(id);
    if (!source) return [];
    const {op, situations, interface: via = 'http'} = source;
    return [{op, situation: situations[0], interface: via, pointer}];
  });
}
