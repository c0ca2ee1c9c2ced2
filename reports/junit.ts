import type {RuleVerdict, RunRecord} from '../spec/run-record.ts';

const escape = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/**
 * JUnit XML: failures as `<failure>`, not exercised as `<skipped>`, inconclusive and harness errors
 * as `<error>`.
 */
export function junit(record: RunRecord): string {
  const chapters = [...new Set(record.rules.map((rule) => rule.chapter))];
  const suites = chapters.map((chapter) => {
    const rules = record.rules.filter((rule) => rule.chapter === chapter);
    return `  <testsuite name="${escape(chapter)}"${counts(rules)}>\n${rules.map(testcase).join('')}  </testsuite>\n`;
  });
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="presscheck on ${escape(record.target.name)}"${counts(record.rules)}>\n` +
    `${suites.join('')}</testsuites>\n`
  );
}

function counts(rules: RuleVerdict[]): string {
  const of = (...verdicts: string[]): number =>
    rules.filter((rule) => verdicts.includes(rule.verdict)).length;
  return ` tests="${rules.length}" failures="${of('failed')}" errors="${of('inconclusive', 'harness-error')}" skipped="${of('not-exercised', 'not-applicable')}"`;
}

function testcase(rule: RuleVerdict): string {
  const open = `    <testcase classname="${escape(rule.chapter)}" name="${escape(rule.rule)}"`;
  if (rule.verdict === 'passed') return `${open}/>\n`;
  const said = escape(rule.reason ?? rule.sentence);
  if (rule.verdict === 'failed') {
    const lines = rule.places.flatMap((place) => [
      ...place.violations.map((one) => `${place.place}: expected ${one.expected}, got ${one.got}`),
      ...(place.evidence?.curl ?? []),
    ]);
    return `${open}>\n      <failure message="${said}">${escape(`${rule.section}: ${rule.sentence}\n${lines.join('\n')}`)}</failure>\n    </testcase>\n`;
  }
  const element =
    rule.verdict === 'not-exercised' || rule.verdict === 'not-applicable' ? 'skipped' : 'error';
  return `${open}>\n      <${element} message="${said}"/>\n    </testcase>\n`;
}
