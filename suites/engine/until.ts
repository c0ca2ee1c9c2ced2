import {at} from '../../spec/json.ts';
import type {Exchange, Until, Val} from '../../spec/step.ts';

/** The value that an answer is held against, where there is one. */
export const wantedBy = (until: Until): Val =>
  'has' in until ? until.has : 'not' in until ? until.not : null;

/**
 * Whether what a step waits for has come.
 * @param wanted the value that a row has to have, where it waits for one
 */
export function reached(exchange: Exchange, until: Until, wanted: unknown): boolean {
  if ('has' in until)
    return ((at(exchange.body, until.rows) as unknown[] | undefined) ?? []).some(
      (row) => at(row, until.at) === wanted,
    );
  if ('status' in until) return until.status.includes(exchange.status);
  if ('other' in until) return exchange.status !== until.other;
  if ('situation' in until) return exchange.situations.includes(until.situation);
  if ('not' in until) return at(exchange.body, until.at) !== wanted;
  return until.in.includes(at(exchange.body, until.at) as any);
}
