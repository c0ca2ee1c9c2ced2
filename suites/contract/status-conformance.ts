import type {Contract} from '../../spec/contract.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {PassiveResult} from './passive-result.ts';

/**
 * Judges a status against those that the document lists for every response (`x-statuses`). No
 * document describes the response to `HEAD`.
 */
export function judgeStatus(
  {anyResponse: {statuses}}: Contract,
  {op, status, sent, step, wrongStatus}: Exchange,
): PassiveResult {
  // Whose status is wrong for its situation breaks the rule about that.
  if (!statuses || sent.method === 'HEAD' || wrongStatus) return {violations: [], witnesses: []};
  const allowed = [...statuses.listed, ...(statuses.open[op] ?? [])];
  if (allowed.includes(status)) return {violations: [], witnesses: []};
  const violation = {
    branch: `status of ${op}`,
    expected: `the status of ${op} to be one of ${allowed.join(', ')}`,
    got: String(status),
    status,
    op,
    step,
  };
  return {violations: [{rule: statuses.rule, place: '*', violation}], witnesses: []};
}
