import {at, type Json} from '../../spec/json.ts';
import type {Exchange, Until, Val} from '../../spec/step.ts';

/** The value with which a condition compares the response; null where there is none. */
export function wantedBy(until: Until): Val {
  if ('has' in until) return until.has;
  return 'not' in until ? until.not : null;
}

/**
 * Whether the condition is met for which a step waits.
 * @param wanted `wantedBy` the condition, its references filled in
 */
export function reached(exchange: Exchange, until: Until, wanted: unknown): boolean {
  if ('has' in until) {
    const rows = (at(exchange.body, until.rows) as unknown[] | undefined) ?? [];
    return rows.some((row) => at(row, until.at) === wanted);
  }
  if ('status' in until) return until.status.includes(exchange.status);
  if ('other' in until) return exchange.status !== until.other;
  if ('situation' in until) return exchange.situations.includes(until.situation);
  if ('not' in until) return at(exchange.body, until.at) !== wanted;
  return until.in.includes(at(exchange.body, until.at) as Json);
}
