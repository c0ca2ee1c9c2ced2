import {EXIT_CODES} from '../spec/exit-codes.ts';
import {quantity} from '../spec/quantity.ts';
import type {RuleVerdict, RunRecord, Verdict} from '../spec/run-record.ts';
import {acceptedRules, acceptedWithOthers} from './exceptions.ts';
import {presentRules} from './scope.ts';
import {VERDICT_WORDS, VERDICTS} from './verdict-words.ts';

/**
 * Describes what was tested, for example `Target: embedded mock (http://localhost:4019), seed 1, effort standard`.
 */
export function targetLine({target, seed, effort, nonce}: RunRecord): string {
  const urls = Object.values(target.urls).join(', ');
  const made = nonce === undefined ? '' : `, nonce ${nonce}`;
  const through = target.proxies ? `, through the proxy ${target.proxies.join(', ')}` : '';
  return `Target: ${targetName(target)}${urls && ` (${urls})`}${through}, seed ${seed}, effort ${effort.name}${made}`;
}

/** Names the target, for example `deployment staging`. */
export const targetName = ({kind, name}: RunRecord['target']): string =>
  kind === 'mock' ? name : `deployment ${name}`;

/** The result of a run in a few words, for a title. */
export function verdictTitle(record: RunRecord): string {
  const {exitCode, interrupted, rules} = record;
  if (interrupted) return 'Interrupted';
  if (exitCode === EXIT_CODES.failed) return 'Failed';
  if (exitCode !== EXIT_CODES.passed) return rules.length ? 'Not decided' : 'Nothing decided';
  return isCertified(record) ? `Certified${withoutText(record)}` : 'Passed';
}

/** Whether a run certifies its target: everything passed, and the run tests enough. */
export const isCertified = (record: Omit<RunRecord, 'certified'>): boolean =>
  record.exitCode === EXIT_CODES.passed && !record.interrupted && mayCertify(record);

/** What the document demands of a certified deployment that has it not, for example ` without the MCP server`. */
function withoutText({target: {absent = []}}: Pick<RunRecord, 'target'>): string {
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
const mayCertify = ({
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

/** The result of a run in two sentences: the number of rules with each verdict, and what that means. */
export const summary = (record: RunRecord): string => `${countsText(record)}. ${outcome(record)}`;

/** The number of rules with each verdict, among the APIs that the target has, and the number of requests. */
export function countsText(record: RunRecord): string {
  const rules = presentRules(record);
  const count = (verdict: Verdict): number =>
    rules.filter((rule) => rule.verdict === verdict).length;
  const others = VERDICTS.filter(
    (verdict) => verdict === 'failed' || (verdict !== 'passed' && count(verdict) > 0),
  ).map((verdict) => `${count(verdict)} ${VERDICT_WORDS[verdict]}`);
  return [
    `${count('passed')} of ${quantity(rules.length, 'rule')} passed`,
    ...others,
    quantity(record.requests, 'request'),
  ].join(', ');
}

/** What the result means, in a sentence. */
export function outcome(record: RunRecord): string {
  const {exitCode, interrupted, rules} = record;
  if (interrupted) return `Interrupted: this report is partial. Exit code ${exitCode}.`;
  if (exitCode !== EXIT_CODES.passed) return `Exit code ${exitCode}: ${whyNotZero(record)}.`;
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
  return `Certified${withoutText(record)}: every applicable rule passed${where}.`;
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

/** Why the exit code is not 0. */
function whyNotZero(record: RunRecord): string {
  const {rules, expected, exitCode} = record;
  const accepted = acceptedRules(record);
  const isFailure = ({rule, verdict}: RuleVerdict): boolean =>
    verdict === 'failed' && !accepted.has(rule);
  const failed = rules.filter(isFailure).length;
  const untrue = expected.filter(({state}) => state !== 'met').length;
  const verb = untrue === 1 ? 'does' : 'do';
  if (exitCode === EXIT_CODES.failed && untrue && !failed)
    return `${quantity(untrue, 'row')} of \`expected\` ${verb} not hold any longer`;
  if (exitCode === EXIT_CODES.failed) return `${quantity(failed, 'rule')} failed`;
  if (record.couldNotBegin !== undefined) return NOTHING_DECIDED;
  if (exitCode === EXIT_CODES.inconclusive) return inconclusiveText(record, accepted);
  return REASONS[exitCode] ?? 'see the exit codes';
}

const NOTHING_DECIDED = 'the run could not begin, and nothing was decided';

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
  [EXIT_CODES.notExercised]: 'something was not tested; the report says what to supply',
  [EXIT_CODES.harnessError]: 'an error in presscheck itself',
};
