import type {RunRecord, Verdict} from '../spec/run-record.ts';
import {quantity} from '../spec/quantity.ts';

/** What was tested, for example `Target: embedded mock (http://localhost:4019), seed 1`. */
export function targetLine({target, seed, nonce}: RunRecord): string {
  const urls = Object.values(target.urls).join(', ');
  return `${targetTitle(target)}${urls && ` (${urls})`}, seed ${seed}${nonce === undefined ? '' : `, nonce ${nonce}`}`;
}

/** What was tested, for example `Target: deployment staging`. */
export const targetTitle = ({kind, name}: RunRecord['target']): string =>
  kind === 'mock' ? `Target: ${name}` : `Target: deployment ${name}`;

/**
 * The result of a run in one or two sentences. Only a deployment that passed everything is called
 * certified.
 */
export function summary(record: RunRecord): string {
  const {rules, requests, interrupted, exitCode, target} = record;
  const count = (verdict: Verdict): number =>
    rules.filter((rule) => rule.verdict === verdict).length;
  const counts =
    `${count('passed')} of ${quantity(rules.length, 'rule')} passed, ` +
    `${count('failed')} failed, ${quantity(requests, 'request')}`;
  if (interrupted) return `Interrupted: ${counts}; this report is partial.`;
  if (exitCode !== 0) return `${counts}. Exit code ${exitCode}.`;
  if (target.kind === 'mock') return `${counts}. The mock obeys the documents.`;
  return `${counts}. Certified: every applicable rule passed.`;
}
