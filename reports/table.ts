import pico from 'picocolors';
import type {RuleVerdict, RunRecord, Verdict} from '../spec/run-record.ts';
import {closing} from './closing.ts';

const MARK: Record<Verdict, string> = {
  passed: 'passed',
  failed: 'FAILED',
  'not-applicable': 'n/a',
  'not-exercised': 'not exercised',
  inconclusive: 'inconclusive',
  'harness-error': 'HARNESS ERROR',
};
const COLUMNS: Verdict[] = ['passed', 'failed', 'inconclusive', 'not-exercised', 'harness-error'];

/**
 * The verdict table by chapter, then everything that is not green with what a reader needs to act
 * on it.
 * @param colored for a terminal; files get plain text
 */
export function table(record: RunRecord, colored = false): string {
  const colors = pico.createColors(colored);
  const lines: string[] = [targetLine(record, colors), ''];
  const chapters = [...new Set(record.rules.map((rule) => rule.chapter))];
  const width = Math.max(7, ...chapters.map((chapter) => chapter.length));
  lines.push(
    `${'chapter'.padEnd(width)}  ${COLUMNS.map((column) => MARK[column].toLowerCase().padStart(15)).join('')}  witnesses`,
  );
  const row = (name: string, rules: RuleVerdict[]): string =>
    `${name.padEnd(width)}  ${COLUMNS.map((column) => String(rules.filter((rule) => rule.verdict === column).length || '').padStart(15)).join('')}  ${String(
      rules.reduce((total, rule) => total + rule.witnesses, 0),
    ).padStart(9)}`;
  for (const chapter of chapters)
    lines.push(
      row(
        chapter,
        record.rules.filter((rule) => rule.chapter === chapter),
      ),
    );
  lines.push(row('in all', record.rules), '');
  for (const rule of record.rules.filter(
    (one) => one.verdict !== 'passed' && one.verdict !== 'not-exercised',
  ))
    lines.push(...detail(rule, colors));
  lines.push(...notExercised(record.rules, colors));
  const notes = record.rules.filter((rule) => rule.note);
  if (notes.length) lines.push('Notes', ...notes.map((rule) => `  ${rule.rule}: ${rule.note}`), '');
  const residue = Object.entries(record.residue).map(([kind, count]) => `${count} x ${kind}`);
  if (residue.length && record.target.kind === 'deployment')
    lines.push(`Left behind: ${residue.join('; ')}`, '');
  lines.push(closing(record), targetLine(record, colors));
  return `${lines.join('\n')}\n`;
}

type Colors = ReturnType<typeof pico.createColors>;

const targetLine = (record: RunRecord, colors: Colors): string =>
  colors.bold(
    `${record.target.kind === 'mock' ? 'On the mock' : 'On the deployment'} ${record.target.name}`,
  ) + ` (${Object.values(record.target.urls).join(', ')}), seed ${record.seed}`;

function detail(rule: RuleVerdict, colors: Colors): string[] {
  const lines = [
    `${(rule.verdict === 'failed' ? colors.red : colors.yellow)(MARK[rule.verdict])}  ${colors.bold(rule.rule)}  (${rule.section})`,
    `  ${rule.sentence}`,
  ];
  for (const place of rule.places.filter((one) => one.verdict === rule.verdict).slice(0, 5)) {
    if (place.place !== '*') lines.push(`  at ${place.place}`);
    for (const violation of place.violations.slice(0, 3))
      lines.push(
        `    expected  ${violation.expected}`,
        `    got       ${violation.got}   [${violation.branch}]`,
      );
    if (place.reason) lines.push(`    ${place.reason.split('\n')[0]}`);
    if (rule.verdict === 'failed' && place.evidence)
      lines.push('    again with', ...place.evidence.curl.slice(-8).map((line) => `      ${line}`));
  }
  return [...lines, ''];
}

function notExercised(rules: RuleVerdict[], colors: Colors): string[] {
  const byReason = new Map<string, string[]>();
  for (const rule of rules)
    for (const {verdict, reason = 'no reason'} of rule.places.length ? rule.places : [rule])
      if (verdict === 'not-exercised')
        byReason.set(reason, [...(byReason.get(reason) ?? []), rule.rule]);
  if (!byReason.size) return [];
  const lines = [colors.yellow('Not exercised; to exercise:')];
  for (const [reason, ids] of byReason) {
    const unique = [...new Set(ids)];
    lines.push(
      `  ${reason}`,
      `    ${unique.slice(0, 4).join(', ')}${unique.length > 4 ? ` and ${unique.length - 4} more` : ''}`,
    );
  }
  return [...lines, ''];
}
