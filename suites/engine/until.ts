import {at} from '../../spec/json.ts';
import type {Exchange, Until} from '../../spec/step.ts';

/**
 * Whether what a step waits for has come.
 * @param wanted the value that a row has to have, where it waits for one
 */
export function reached(exchange: Exchange, until: Until, wanted: unknown): boolean {
  if ('has' in until) return ((at(exchange.body, until.rows) as unknown[] | undefined) ?? []).some((row) => at(row, until.at) === wanted);
  if ('status' in until) return until.status.includes(exchange.status);
  if ('other' in until) return exchange.status !== until.other;
  if ('situation' in until) return exchange.situations.includes(until.situation);
  return until.in.includes(at(exchange.body, until.at) as any);
}
