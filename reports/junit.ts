import XmlBuilder from 'fast-xml-builder';
import type {PlaceVerdict, RuleVerdict, RunRecord, Verdict} from '../spec/run-record.ts';
import {byChapter} from './chapters.ts';
import {acceptedRules, exceptionText} from './exceptions.ts';
import {effortLines} from './effort.ts';
import {attemptsText, commandLines, commandText, problemsAt, problemText} from './problems.ts';
import {absentApis, absentText, presentRules, selectionText} from './scope.ts';
import {headingOf} from './heading.ts';
import {absentFeatureLines, outcome} from './summary.ts';
import {visible, withVisibleTexts} from '../spec/visible.ts';

/** Writes elements: `$` has the attributes, `#text` the text. What XML does not allow was replaced before. */
const XML = new XmlBuilder({
  ignoreAttributes: false,
  attributesGroupName: '$',
  attributeNamePrefix: '',
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
  format: true,
});

/**
 * The report as JUnit XML with a suite for each chapter: failures as `<failure>`, not exercised rules as `<skipped>`,
 * inconclusive rules and harness errors as `<error>`, differences as output of a passed test. Failures that the
 * configuration accepts are skipped. What fails
 * a run besides its rules, as an interruption, has a suite of its own, and the only one if it could not begin. An API that
 * the target does not have is a property, so that the tests are the rules that other reports count.
 */
export function junit(unsafe: RunRecord): string {
  const record = withVisibleTexts(unsafe);
  const decided = record.couldNotBegin === undefined ? presentRules(record) : [];
  const suites = byChapter(decided).map(([chapter, rules]) => ({
    name: chapter,
    cases: rules.map((rule) => caseOf(rule, record)),
  }));
  const ofRun = runCases(record);
  if (ofRun.length) suites.push({name: 'presscheck', cases: ofRun});
  const shared = {properties: propertiesOf(record), startedAt: record.startedAt};
  return document(`presscheck on ${record.target.name}`, suites, shared);
}

type Element = 'failure' | 'error' | 'skipped';

interface Case {
  classname: string;
  name: string;
  /** How long the requests took that decided it; 0 for what is no rule. */
  seconds?: number;
  /** The result of a rule; absent if it passed or differs. `verdict` is that of a rule. */
  result?: {element: Element; verdict?: Verdict; message: string; text?: string};
  /** What a passed test says: how a rule that the document only implies differs. */
  output?: string;
}

const ELEMENTS: Record<Exclude<Verdict, 'passed' | 'differs'>, Element> = {
  failed: 'failure',
  inconclusive: 'error',
  'harness-error': 'error',
  'not-exercised': 'skipped',
  'not-applicable': 'skipped',
};

function caseOf(rule: RuleVerdict, record: RunRecord): Case {
  const base = {classname: rule.chapter, name: rule.rule, seconds: rule.seconds ?? 0};
  if (rule.verdict === 'passed') return base;
  if (rule.verdict === 'differs')
    return {...base, output: [rule.note, failureText(rule)].join('\n')};
  const message = messageOf(rule);
  const row = record.expected.find((one) => one.rule === rule.rule);
  if (acceptedRules(record).has(rule.rule)) {
    const accepted = row ? `${exceptionText(row, record.rules)}: ` : '';
    return {...base, result: {element: 'skipped', message: accepted + message}};
  }
  const element = ELEMENTS[rule.verdict];
  const text = element === 'failure' ? {text: failureText(rule)} : {};
  return {...base, result: {element, verdict: rule.verdict, message, ...text}};
}

/**
 * The mistakes for which a run was refused, each as an error.
 * @param startedAt when it was refused, as ISO 8601
 */
export function junitOfMistakes(mistakes: readonly string[], startedAt: string): string {
  const cases = mistakes.map((mistake, index): Case => ({
    classname: 'presscheck',
    name: `the command and its configuration, ${index + 1}`,
    result: {element: 'error', message: visible(mistake)},
  }));
  return document('presscheck', [{name: 'presscheck', cases}], {properties: [], startedAt});
}

/** Why a run is no success whatever its rules say: it was interrupted, or rows of `expected` do not hold any longer. */
function runCases(record: RunRecord): Case[] {
  const {interrupted, couldNotBegin, expected, rules} = record;
  const classname = 'presscheck';
  if (couldNotBegin !== undefined)
    return [{classname, name: 'the run', result: {element: 'error', message: couldNotBegin}}];
  const undecided = rules.filter(({verdict}) => verdict === 'inconclusive').map(({rule}) => rule);
  const untrue = expected.filter(({state, rule}) => state !== 'met' && !undecided.includes(rule));
  return [
    ...(interrupted
      ? [
          {
            classname,
            name: 'the run',
            result: {element: 'error' as const, message: outcome(record)},
          },
        ]
      : []),
    ...untrue.map((row) => ({
      classname,
      name: `expected ${row.rule}`,
      result: {element: 'failure' as const, message: exceptionText(row, rules)},
    })),
  ];
}

/** The effort in one line. The first sentence about it ends with a colon if further lines continue it. */
function effortText(record: RunRecord): string {
  const [first, ...others] = effortLines(record);
  const {name} = record.effort;
  return first === undefined ? name : `${name}. ${[first, others.join('; ')].join(' ').trim()}`;
}

/** A suite with its tests. */
interface Suite {
  name: string;
  cases: Case[];
}

/** What all suites of a document share. */
interface Shared {
  /** What a reader of a single suite has to know about the run. */
  properties: readonly [name: string, value: string][];
  /** The beginning of the run, as ISO 8601. */
  startedAt: string;
}

function document(name: string, suites: readonly Suite[], shared: Shared): string {
  const $ = {name, ...counts(suites.flatMap(({cases}) => cases))};
  return XML.build({
    '?xml': {$: {version: '1.0', encoding: 'UTF-8'}},
    testsuites: {$, testsuite: suites.map((suite) => suiteElement(suite, shared))},
  });
}

/** What a reader of a single suite has to know about the run. */
function propertiesOf(record: RunRecord): [name: string, value: string][] {
  const {verdict, outcome: result, tested, target} = headingOf(record);
  return [
    ['verdict', verdict],
    ['result', result],
    ['tested', tested],
    ['target', target],
    ['selection', selectionText(record) ?? 'the whole catalogue'],
    ['effort', effortText(record)],
    ...absentApis(record).map((absent): [string, string] => ['not tested', absentText(absent)]),
    ...absentFeatureLines(record).map((line): [string, string] => ['not tested', line]),
    ['exit code', String(record.exitCode)],
    ...record.expected.map((row): [string, string] => [
      `exception ${row.rule}`,
      exceptionText(row, record.rules),
    ]),
  ];
}

/** A suite. Its `skipped` is no attribute of `testsuites`: the schema of Jenkins' xUnit plugin refuses it there. */
const suiteElement = ({name, cases}: Suite, {properties, startedAt}: Shared): object => ({
  $: {name, ...counts(cases), skipped: count(cases, 'skipped'), timestamp: startedAt},
  ...(properties.length > 0 && {
    properties: {property: properties.map(([property, value]) => ({$: {name: property, value}}))},
  }),
  testcase: cases.map(caseElement),
});

const count = (cases: readonly Case[], element: Element): number =>
  cases.filter(({result}) => result?.element === element).length;

/** The attributes that count the cases of a suite or of all suites. */
const counts = (cases: readonly Case[]): object => ({
  tests: cases.length,
  failures: count(cases, 'failure'),
  errors: count(cases, 'error'),
  time: cases.reduce((total, {seconds = 0}) => total + seconds, 0).toFixed(3),
});

function caseElement({classname, name, seconds = 0, result, output}: Case): object {
  const $ = {classname, name, time: seconds.toFixed(3)};
  if (output !== undefined) return {$, 'system-out': output};
  if (!result) return {$};
  const {element, verdict, message, text} = result;
  // Maven's reader takes a failure or an error without a type for none.
  const type = element === 'skipped' ? {} : {type: verdict ?? 'run'};
  return {$, [element]: {$: {...type, message}, ...(text !== undefined && {'#text': text})}};
}

/** The problem in one line: the first violation, or the reason why the rule is undecided. */
function messageOf({verdict, places, reason, sentence}: RuleVerdict): string {
  const [first] = verdict === 'failed' ? places.flatMap(problemsAt) : [];
  return first ? problemText(first) : (reason ?? sentence);
}

/** The rule, each violation, and the commands that show it. */
function failureText({section, sentence, places}: RuleVerdict): string {
  return [`${section}: ${sentence}`, ...places.flatMap(placeLines)].join('\n');
}

function placeLines(place: PlaceVerdict): string[] {
  const prefix = place.place === '*' ? '' : `${place.place}: `;
  const problems = problemsAt(place).map((problem) => `${prefix}${problemText(problem)}`);
  const attempts = attemptsText(place);
  return [...problems, ...(attempts ? [attempts] : []), ...commandLines(place).map(commandText)];
}
