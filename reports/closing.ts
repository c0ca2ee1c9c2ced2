import type {RunRecord, Verdict} from '../spec/run-record.ts';

/** The last word on a run. Only a deployment that passed everything is called certified. */
export function closing(record: RunRecord): string {
  const count = (verdict: Verdict): number =>
    record.rules.filter((rule) => rule.verdict === verdict).length;
  const summary = `${count('passed')} of ${record.rules.length} rules passed, ${count('failed')} failed, ${record.requests} requests`;
  if (record.interrupted) return `Interrupted: ${summary}; this report is partial.`;
  if (record.exitCode !== 0) return `${summary}. Exit code ${record.exitCode}.`;
  return record.target.kind === 'mock'
    ? `${summary}. The mock obeys the documents.`
    : `${summary}. Certified: every applicable rule passed.`;
}
