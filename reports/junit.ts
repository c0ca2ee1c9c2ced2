import type {PlaceVerdict, RuleVerdict, RunRecord, Verdict} from '../spec/run-record.ts';
import {byChapter} from './chapters.ts';
import {problemsAt, type Problem} from './problems.ts';

/** Escapes XML; characters that XML cannot carry are replaced. */
const escape = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/**
 * The report as JUnit XML, a suite for each chapter: failures as `<failure>`, not exercised as
 * `<skipped>`, inconclusive and harness errors as `<error>`.
 */
export function junit(record: RunRecord): string {
  const name = escape(`presscheck on ${record.target.name}`);
  const suites = byChapter(record.rules).map(([chapter, rules]) => suite(chapter, rules));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<testsuites name="${name}"${counts(record.rules)}>\n`,
    ...suites,
    '</testsuites>\n',
  ].join('');
}

const suite = (chapter: string, rules: RuleVerdict[]): string =>
  `  <testsuite name="${escape(chapter)}"${counts(rules)}>\n` +
  `${rules.map(testcase).join('')}  </testsuite>\n`;

type Element = 'failure' | 'error' | 'skipped';

const ELEMENTS: Record<Exclude<Verdict, 'passed'>, Element> = {
  failed: 'failure',
  inconclusive: 'error',
  'harness-error': 'error',
  'not-exercised': 'skipped',
  'not-applicable': 'skipped',
};

const elementOf = ({verdict}: RuleVerdict): Element | undefined =>
  verdict === 'passed' ? undefined : ELEMENTS[verdict];

function counts(rules: RuleVerdict[]): string {
  const count = (element: Element): number =>
    rules.filter((rule) => elementOf(rule) === element).length;
  return (
    ` tests="${rules.length}" failures="${count('failure')}"` +
    ` errors="${count('error')}" skipped="${count('skipped')}"`
  );
}

function testcase(rule: RuleVerdict): string {
  const attributes = `classname="${escape(rule.chapter)}" name="${escape(rule.rule)}"`;
  const element = elementOf(rule);
  if (!element) return `    <testcase ${attributes}/>\n`;
  const message = `message="${escape(messageOf(rule))}"`;
  const result =
    element === 'failure'
      ? `<failure ${message}>${escape(failureText(rule))}</failure>`
      : `<${element} ${message}/>`;
  return `    <testcase ${attributes}>\n      ${result}\n    </testcase>\n`;
}

/** What is wrong in one line: the first violation, or the reason why the rule is undecided. */
function messageOf({verdict, places, reason, sentence}: RuleVerdict): string {
  const [first] = verdict === 'failed' ? places.flatMap(problemsAt) : [];
  return first ? problemText(first) : (reason ?? sentence);
}

const problemText = ({subject, expected, got, branch}: Problem): string =>
  `${subject} [${branch}]: expected ${expected}, got ${got}`;

/** The rule, each violation, and the commands that show it. */
function failureText({section, sentence, places}: RuleVerdict): string {
  return [`${section}: ${sentence}`, ...places.flatMap(placeLines)].join('\n');
}

function placeLines(place: PlaceVerdict): string[] {
  const prefix = place.place === '*' ? '' : `${place.place}: `;
  const problems = problemsAt(place).map((problem) => `${prefix}${problemText(problem)}`);
  return [...problems, ...(place.evidence?.curl ?? [])];
}
