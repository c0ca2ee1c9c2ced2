import {at, type Json} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Until} from '../../../spec/step.ts';
import type {Val} from '../../../spec/value.ts';

/**
 * The value that a condition compares with the response: it may contain references to earlier
 * responses. Null for a condition without such a value.
 */
export function comparedValue(until: Until): Val {
  if ('has' in until) return until.has;
  return 'not' in until ? until.not : null;
}

/**
 * Whether a response meets the condition that ends a repetition.
 * @param value the `comparedValue` of the condition, its references filled in
 */
export function isMet(until: Until, exchange: Exchange, value: unknown): boolean {
  if ('has' in until) {
    const rows = (at(exchange.body, until.rows) as unknown[] | undefined) ?? [];
    return rows.some((row) => at(row, until.at) === value);
  }
  if ('status' in until) return until.status.includes(exchange.status);
  if ('other' in until) return exchange.status !== until.other;
  if ('situation' in until) return exchange.situations.includes(until.situation);
  if ('not' in until) return at(exchange.body, until.at) !== value;
  return until.in.includes(at(exchange.body, until.at) as Json);
}
