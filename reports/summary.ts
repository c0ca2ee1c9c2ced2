import {EXIT_CODES} from '../spec/exit-codes.ts';
import {quantity} from '../spec/quantity.ts';
import type {RuleVerdict, RunRecord, Verdict} from '../spec/run-record.ts';
import {missedText, pairsText} from './ranks.ts';
import {acceptedRules, acceptedWithOthers} from './exceptions.ts';
import {presentRules} from './scope.ts';
import {VERDICT_WORDS, VERDICTS} from './verdict-words.ts';

/** Whether a run certifies its target: everything passed, and the run tests enough. */
export const isCertified = (record: Omit<RunRecord, 'certified'>): boolean =>
  record.exitCode === EXIT_CODES.passed && !record.interrupted && mayCertify(record);

/** What the document demands of a certified deployment that has it not, for example ` without the MCP server`. */
export function withoutText({target: {absent = []}}: Pick<RunRecord, 'target'>): string {
  const names = absent.filter(({isOptional}) => !isOptional).map(({name}) => name);
  return names.length ? ` without ${names.join(' and ')}` : '';
}

/** The features that the target does not have, and those that were seen all the same, each in a sentence. */
export const absentFeatureLines = ({target: {absent = []}}: Pick<RunRecord, 'target'>): string[] =>
  absent.map(({feature, name, shownBy, line = `features.${feature}: absent`}) =>
    shownBy === undefined
      ? `Absent: ${name} (${line}).`
      : `Declared absent, and there all the same (${shownBy}): ${name}. Its rules were not tested; remove the line ${line}.`,
  );

/**
 * Whether a run certifies the target if everything passes: it tests a deployment by every rule of the whole catalogue,
 * without a selection, exceptions or omitted rules.
 */
export const mayCertify = ({
  only,
  expected,
  target,
  effort,
  ...record
}: Omit<RunRecord, 'certified'>): boolean =>
  !only.length &&
  !expected.length &&
  !record.acceptsNotExercised &&
  target.kind === 'deployment' &&
  effort.name !== 'quick';

/** The number of rules with each verdict, among the APIs that the target has, and the number of requests. */
export function countsText(record: RunRecord): string {
  const rules = presentRules(record);
  const count = (verdict: Verdict): number =>
    rules.filter((rule) => rule.verdict === verdict).length;
  const others = VERDICTS.filter(
    (verdict) => verdict === 'failed' || (verdict !== 'passed' && count(verdict) > 0),
  ).map((verdict) => `${count(verdict)} ${VERDICT_WORDS[verdict]}`);
  const pairs = record.only.length ? undefined : pairsText(record);
  return [
    `${count('passed')} of ${quantity(rules.length, 'rule')} passed`,
    ...others,
    quantity(record.requests, 'request'),
    ...(pairs === undefined ? [] : [pairs]),
  ].join(', ');
}

/** What the result means, in sentences: first what failed. */
export function outcome(record: RunRecord): string {
  const {exitCode, interrupted, rules} = record;
  if (interrupted)
    return sentences('The run was interrupted, and this report is partial', failedText(record));
  if (exitCode !== EXIT_CODES.passed) return sentences(failedText(record), whyNotZero(record));
  const differing = rules.filter(({verdict}) => verdict === 'differs').length;
  const differs = `${differing === 1 ? 'differs' : 'differ'} from what the document only implies, which fails nothing`;
  const hasPassed = rules.some(({verdict}) => verdict === 'passed');
  if (!hasPassed && differing)
    return `The selected ${differing === 1 ? 'rule' : 'rules'} ${differs}.`;
  const success = successText(record);
  return differing
    ? `${success.replace(/\.$/, '')}; ${quantity(differing, 'rule')} ${differs}.`
    : success;
}

/** What exit code 0 means, in a sentence about the rules that passed. */
function successText(record: RunRecord): string {
  const {only, target, effort} = record;
  const selected = only.length ? 'selected ' : '';
  const skipped = notExercisedText(record);
  if (effort.name === 'quick') return quickOutcome(record);
  const exceptions = exceptionsText(record);
  if (skipped) return `The ${selected}rules that were tested passed${exceptions}${skipped}.`;
  if (exceptions) return `The ${selected}rules passed${exceptions}.`;
  if (only.length) return selectedText(record);
  if (target.kind === 'mock') return 'The mock obeys the documents.';
  if (record.acceptsNotExercised)
    return 'Every applicable rule passed: without `--accept not-exercised` this would be certified.';
  const partly = record.rules.filter(({exercised}) => exercised).length;
  const where = partly ? `, ${quantity(partly, 'rule')} of them at some of their places` : '';
  return `Every applicable rule passed${where}.`;
}

/** How many exceptions are accepted, and how many rules they leave undecided; empty if none. */
function exceptionsText(record: RunRecord): string {
  const accepted = record.expected.filter(({state}) => state === 'met').length;
  const undecided = acceptedWithOthers(record).length;
  const others = undecided
    ? `, because of which ${quantity(undecided, 'rule')} cannot be decided`
    : '';
  return accepted ? ` with ${quantity(accepted, 'accepted exception')}${others}` : '';
}

/** How many rules `--accept not-exercised` left out of the exit code, after a semicolon; empty if none. */
function notExercisedText(record: RunRecord): string {
  if (!record.acceptsNotExercised) return '';
  const accepted = acceptedRules(record);
  const isSkipped = ({rule, verdict}: RuleVerdict): boolean =>
    verdict === 'not-exercised' && !accepted.has(rule);
  const skipped = record.rules.filter(isSkipped).length;
  const was = skipped === 1 ? 'was' : 'were';
  return skipped
    ? `; ${quantity(skipped, 'rule')} ${was} not exercised, as \`--accept not-exercised\` allows`
    : '';
}

/** What a quick run without failures means: it tests too little to certify anything. */
function quickOutcome(record: RunRecord): string {
  const {rules, only, effort} = record;
  const decided = rules.filter(({verdict}) => verdict === 'passed').length;
  const left = effort.leftOut?.length ?? 0;
  const selected = only.length ? 'selected ' : '';
  const exceptions = exceptionsText(record);
  const leftOut = left ? `; it left out ${quantity(left, 'rule')}` : '';
  const tested = quantity(decided, `${selected}rule`);
  const partly = rules.filter(({exercised}) => exercised).length;
  const where = partly ? `, ${partly} of them at some of their places` : '';
  return `The ${tested} that quick effort decides passed${where}${exceptions}${leftOut}${notExercisedText(record)}.`;
}

/** Says that the selected rules passed; those that do not apply are not counted. */
function selectedText({rules}: RunRecord): string {
  const others: Verdict[] = ['not-applicable', 'differs'];
  const applicable = rules.filter(({verdict}) => !others.includes(verdict)).length;
  const that = rules.every(({verdict}) => verdict !== 'not-applicable')
    ? ''
    : ` that ${applicable === 1 ? 'applies' : 'apply'}`;
  if (applicable === 1) return `The selected rule${that} passed.`;
  return `All ${applicable} selected rules${that} passed.`;
}

const sentences = (...parts: (string | undefined)[]): string =>
  parts
    .filter((part) => part !== undefined)
    .map((part) => `${part.replace(/\.$/, '')}.`)
    .join(' ');

/** The rules that failed and that the configuration does not accept. */
export function failedRules(record: RunRecord): RuleVerdict[] {
  const accepted = acceptedRules(record);
  return record.rules.filter(({rule, verdict}) => verdict === 'failed' && !accepted.has(rule));
}

/** What failed: the sentence of a single rule, otherwise the chapters; undefined if nothing failed. */
function failedText(record: RunRecord): string | undefined {
  const failed = failedRules(record);
  const [first] = failed;
  if (!first) return undefined;
  if (failed.length === 1) return `1 rule failed: ${first.sentence}`;
  const chapters = [...new Set(failed.map(({chapter}) => chapter))];
  const others = chapters.length - MAX_CHAPTERS;
  const named = chapters.slice(0, MAX_CHAPTERS);
  const listed = others > 0 ? [...named, quantity(others, 'other chapter')] : named;
  const last = listed.pop();
  return `${failed.length} rules failed, in ${[...(listed.length ? [listed.join(', ')] : []), last].join(' and ')}`;
}

/** The maximum number of chapters that are named. */
const MAX_CHAPTERS = 3;

/** Why the exit code is not 0, beside the rules that failed; undefined if there is no other reason. */
function whyNotZero(record: RunRecord): string | undefined {
  const {expected, exitCode} = record;
  const untrue = expected.filter(({state}) => state !== 'met').length;
  const verb = untrue === 1 ? 'does' : 'do';
  if (exitCode === EXIT_CODES.failed && untrue)
    return `${quantity(untrue, 'row')} of \`expected\` ${verb} not hold any longer`;
  if (exitCode === EXIT_CODES.failed) return undefined;
  if (record.couldNotBegin !== undefined) return NOTHING_DECIDED;
  const untried = missedText(record);
  if (exitCode === EXIT_CODES.notExercised && untried !== undefined) return untried;
  if (exitCode === EXIT_CODES.inconclusive) return inconclusiveText(record, acceptedRules(record));
  return REASONS[exitCode] ?? 'See the exit codes';
}

const NOTHING_DECIDED = 'The run could not begin, and nothing was decided';

/** Names the number of inconclusive rules, and says that a retry helps unless something has to be corrected first. */
function inconclusiveText(
  {rules, hooksNotUndone = []}: RunRecord,
  accepted: ReadonlySet<string>,
): string {
  const count = rules.filter(
    ({rule, verdict}) => verdict === 'inconclusive' && !accepted.has(rule),
  ).length;
  const verb = count === 1 ? 'is' : 'are';
  const what = `${quantity(count, 'rule')} ${verb} inconclusive`;
  if (hooksNotUndone.length)
    return `${what}: a hook could not be undone; correct this before a retry`;
  return `${what}; their reasons say whether to retry or to correct something first`;
}

const REASONS: Record<number, string> = {
  [EXIT_CODES.notExercised]: 'Something was not tested; the report says what to supply',
  [EXIT_CODES.harnessError]: 'There was an error in presscheck itself',
};
