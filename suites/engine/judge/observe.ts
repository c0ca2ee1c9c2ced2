import type {Api} from '../../../spec/rule.ts';
import type {Evidence, Violation} from '../../../spec/run-record.ts';
import type {Exchange, SuspectLine} from '../../../spec/exchange.ts';
import type {PassiveViolation} from '../../contract/passive/passive-result.ts';
import {evidenceOf} from '../evidence/evidence.ts';
import {judgeResponse} from './judge-response.ts';
import {withHookCalls, type SceneRun} from '../send/scene-run.ts';
import type {Observation} from './place-results.ts';
import {madeBefore, type RunServices} from './run-services.ts';
import {withSuspectLines} from './suspect-lines.ts';

const NOTHING: Observation = {witnesses: [], broken: []};

/**
 * Judges a response by the marks of its contract.
 * @param run the scene in which it came, for the evidence
 */
export function observe(exchange: Exchange, run: SceneRun, services: RunServices): Observation {
  if (exchange.elsewhere) return NOTHING;
  const api = apiOf(exchange, run.scene.api, services);
  const {witnesses, violations} = judgeResponse(exchange, run, api, services);
  const evidence = byText((comparedWith) => evidenceFor(comparedWith, exchange, run, services));
  const broken = firstOfEachPlace(violations).map((one): Observation['broken'][number] => ({
    rule: one.rule,
    verdict: {
      place: one.place,
      verdict: 'failed',
      witnesses: [],
      violations: [violationOf(one, exchange, services)],
      evidence: evidence(one.violation.comparedWithSteps ?? []),
      ...(one.malformed !== undefined && {brokenWhereRead: [one.malformed]}),
    },
  }));
  return {witnesses, broken};
}

/** The evidence of a violation: the steps before the response and before those that it contradicts. */
function evidenceFor(
  comparedWith: readonly string[],
  {step}: Exchange,
  {scene, exchanges, hookCalls, setUp = []}: SceneRun,
  services: RunServices,
): Evidence {
  const {redaction, target} = services;
  const subject = {id: step, at: () => ({$from: '', at: ''})};
  const about = {
    violating: [step],
    read: comparedWith,
    setUp: withHookCalls(setUp, hookCalls),
    others: madeBefore(scene, exchanges, services),
    target,
  };
  return evidenceOf({...scene, handles: {subject}}, exchanges, redaction, about);
}

/** A function of lists that is computed once for each list. */
function byText<T>(compute: (list: readonly string[]) => T): (list: readonly string[]) => T {
  const computed = new Map<string, T>();
  return (list) => {
    const key = list.join(' ');
    const value = computed.get(key) ?? compute(list);
    computed.set(key, value);
    return value;
  };
}

/**
 * A violation as the report shows it: redacted, and with the lines that would explain it. The steps with which it was
 * compared are in its evidence.
 */
function violationOf(one: PassiveViolation, exchange: Exchange, services: RunServices): Violation {
  const {comparedWithSteps: _steps, ...violation} = redacted(one, exchange, services);
  const seen: Violation = {
    ...violation,
    op: exchange.op,
    ...(one.pointer !== undefined && {pointer: one.pointer}),
  };
  return withSuspectLines(seen, linesAbout(one, exchange));
}

/** The first violation at each place of a rule: a page of 50 rows may break each rule 50 times. */
function firstOfEachPlace(violations: PassiveViolation[]): PassiveViolation[] {
  const first = new Map<string, PassiveViolation>();
  for (const violation of violations) {
    const key = `${violation.rule} ${violation.place}`;
    if (!first.has(key)) first.set(key, violation);
  }
  return [...first.values()];
}

/** Scenes of one API may call operations of the other. */
function apiOf({op}: Exchange, api: Api, {codecs}: RunServices): Api {
  if (codecs[api].has(op)) return api;
  return api === 'workspace' ? 'store' : 'workspace';
}

/** The lines of the profile that would explain a violation if they were wrong. */
function linesAbout(
  {line, correction}: PassiveViolation,
  {suspectLines = [], absent = []}: Exchange,
): SuspectLine[] {
  const about = suspectLines.filter((one) => isAbout(one, line));
  const isUnsettled = line !== undefined && correction !== undefined && !absent.includes(line);
  return isUnsettled && !about.some((one) => one.line === line)
    ? [...about, {line, correction, decides: 'body'}]
    : about;
}

/** Whether a line may explain a violation: it is about this member, or about no single member. */
function isAbout({member}: SuspectLine, line?: string): boolean {
  // A member that is absent violates the contract itself, unless it is mostly null.
  if (member?.about === 'absence' && !member.isMostlyNull) return false;
  return !member || `members.${member.key}` === line;
}

function redacted(
  {violation, pointer, concernsForm}: PassiveViolation,
  {body}: Exchange,
  {redaction}: RunServices,
): Violation {
  if (pointer === undefined) return violation;
  return {...violation, got: redaction.at(body, pointer, concernsForm)};
}
