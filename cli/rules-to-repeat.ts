import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {isObject, parseJson} from '../spec/json.ts';
import {readPlainFile} from '../spec/read-file.ts';
import type {RuleId} from '../spec/rule.ts';
import type {RunRecord, Verdict} from '../spec/run-record.ts';
import {UsageError} from '../spec/usage-error.ts';
import {EARLIER} from './earlier-report.ts';

/** Bytes of a report: one of a run with many failures has some ten million. */
const MAX_BYTES = 500_000_000;

/** The verdicts that leave nothing to repeat. */
const DONE: ReadonlySet<Verdict> = new Set<Verdict>(['passed', 'not-applicable']);

/**
 * The rules that did not pass in the last report in a folder, for `--failed`.
 * @throws UsageError without such a report, if every rule passed, or if rules are selected as well
 */
export function rulesToRepeat({report: folder, only}: {report: string; only: string[]}): RuleId[] {
  if (only.length)
    throw new UsageError('--failed and --only both select rules: leave one of them out');
  const paths = [join(folder, 'report.json'), join(folder, EARLIER, 'report.json')];
  const path = paths.find((one) => existsSync(one));
  if (path === undefined)
    throw new UsageError(
      `--failed: ${folder} has no report.json; run certify without --failed first, or name its folder with --report`,
    );
  const rules = rulesIn(path).filter(({verdict}) => !DONE.has(verdict));
  if (rules.length) return rules.map(({rule}) => rule);
  throw new UsageError(`--failed: in ${path} every rule passed; run certify without --failed`);
}

/** @throws UsageError for a file that is no report of a run */
function rulesIn(path: string): RunRecord['rules'] {
  const report = parseJson(readPlainFile(path, MAX_BYTES).toString('utf8'));
  const rules = isObject(report) ? report['rules'] : undefined;
  const isRule = (one: unknown): boolean =>
    isObject(one) && typeof one['rule'] === 'string' && typeof one['verdict'] === 'string';
  if (Array.isArray(rules) && rules.every(isRule)) return rules as RunRecord['rules'];
  throw new UsageError(
    `--failed: ${path} is not a report of presscheck; run certify without --failed`,
  );
}
