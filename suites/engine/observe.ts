import type {Mark} from '../../spec/contract.ts';
import type {Specification} from '../../spec/specification.ts';
import type {Api, RuleId} from '../../spec/rule.ts';
import type {PlaceVerdict, Violation} from '../../spec/run-record.ts';
import type {Call, Exchange, Step, SuspectLine} from '../../spec/step.ts';
import {acceptedValues} from '../contract/accepted-values.ts';
import type {PassingViolation} from '../contract/in-passing.ts';
import {otherwiseShown} from '../contract/kept-members.ts';
import {plainOutcomes} from '../contract/plain-outcomes.ts';
import {changedMembers} from '../contract/repeated-members.ts';
import {unfitRegistration} from '../contract/landed-uploads.ts';
import {rowsMissing, rowsTwice} from '../contract/listed-once.ts';
import {shownOtherwise} from '../contract/representations.ts';
import {risingRows, unfitRows} from '../contract/selected-rows.ts';
import {toldOtherwise, wronglyFlagged} from '../contract/told-alike.ts';
import {wrongStatusViolation} from '../contract/outcome-checks.ts';
import {withSuspectLines} from './suspect-lines.ts';
import {evidenceOf} from './evidence.ts';
import type {Played} from './played.ts';
import type {Prepared} from './prepare.ts';
import type {RunServices} from './run-services.ts';
import {everyStep} from './steps.ts';

/**
 * What one response shows in passing, also about rules of other checks than the one that sent it.
 */
export interface Observation {
  witnesses: {rule: RuleId; place: string; saw: string}[];
  /** What the response breaks: a violation belongs to the rule that it breaks. */
  broken: {rule: RuleId; verdict: PlaceVerdict}[];
}

const NOTHING: Observation = {witnesses: [], broken: []};

/**
 * Judges a response by the marks of its contract.
 * @param played the scene in which it came, for the evidence
 */
export function observe(exchange: Exchange, played: Played, services: RunServices): Observation {
  if (exchange.elsewhere) return NOTHING;
  const {scene, exchanges, setUp} = played;
  const api = apiOf(exchange, scene.scene.api, services);
  const {witnesses, broken} = passingIn(exchange, played, api, services);
  const evidence = once(() =>
    evidenceOf(
      {...scene, handles: {subject: {id: exchange.step, at: () => ({$from: '', at: ''})}}},
      exchanges,
      services.redaction,
      {violating: [exchange.step], setUp},
    ),
  );
  return {
    witnesses,
    broken: firstOfEachPlace(broken).map((one) => {
      const seen = {
        ...redacted(one, exchange, services),
        op: exchange.op,
        ...(one.pointer !== undefined && {pointer: one.pointer}),
      };
      const violation = withSuspectLines(seen, linesAbout(one, exchange));
      return {
        rule: one.rule,
        verdict: {
          place: one.place,
          verdict: 'failed',
          witnesses: [],
          violations: [violation],
          evidence: evidence(),
        },
      };
    }),
  };
}

/** What a response shows by itself, and beside the earlier ones of its scene. */
function passingIn(
  exchange: Exchange,
  {scene, exchanges, reused}: Played,
  api: Api,
  services: RunServices,
): Pick<Observation, 'witnesses'> & {broken: PassingViolation[]} {
  const specification = services.specifications[api];
  const {operations} = specification.contract;
  const isReused = ({step}: Exchange): boolean => reused.has(step);
  const isLeftAlone = ![...everyStep([...scene.given, ...scene.act])].some(changesWithoutRequests);
  const shown = {exchanges, operations, isLeftAlone, isReused};
  const callOfOwn = (one: Exchange): Call | undefined =>
    isReused(one) ? undefined : callOf(scene, one.step);
  const otherwise = scene.scene.exhausts
    ? []
    : [
        ...shownOtherwise(exchange, shown),
        ...toldOtherwise(exchange, {
          ...shown,
          callOf: callOfOwn,
          contract: specification.contract,
        }),
      ];
  // A tool has no status and no headers of its own: other rules say what its result has to be.
  if (exchange.interface) return {witnesses: [], broken: otherwise};
  const operation = operations[exchange.op];
  const {violations, witnesses} = services.conformance[api].judge(exchange);
  const wrong = wrongSuccess(specification, exchange);
  const listed = scene.scene.exhausts
    ? []
    : otherwiseShown(operation, exchange, {exchanges, operations, callOf: callOfOwn});
  return {
    witnesses: wrong.length ? witnesses : [...witnesses, ...successShown(specification, exchange)],
    broken: [
      ...violations,
      ...wrong,
      ...acceptedValues(operation, exchange),
      ...changedMembers(operation, exchange),
      ...unfitRows(specification.contract, exchange, shown),
      ...risingRows(operation, exchange),
      ...rowsTwice(specification.contract, exchange, shown),
      ...rowsMissing(specification.contract, exchange, shown),
      ...wronglyFlagged(specification.contract, exchange),
      ...unfitRegistration(exchange, shown),
      ...listed,
      ...otherwise,
    ],
  };
}

/** Time, and hooks, change things without a request. */
const changesWithoutRequests = ({step}: Step): boolean => step === 'advance' || step === 'control';

/** The call of a step of a scene; undefined for one that is sent again and again. */
const callOf = ({given, act}: Prepared, id: string): Call | undefined =>
  [...given, ...act, ...[...given, ...act].flatMap(branchesOf)].find(
    (step): step is Call => step.id === id && step.step === 'call',
  );

const branchesOf = (step: Step): Step[] => (step.step === 'parallel' ? step.branches.flat() : []);

/** A value that is made when it is first needed, and not again. */
function once<T>(make: () => T): () => T {
  let made: {value: T} | undefined;
  return () => {
    made ??= {value: make()};
    return made.value;
  };
}

/** The first violation at each place of a rule: a page of 50 rows may break each rule 50 times. */
function firstOfEachPlace(violations: PassingViolation[]): PassingViolation[] {
  const first = new Map<string, PassingViolation>();
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
  {member, open}: PassingViolation,
  {suspectLines = []}: Exchange,
): SuspectLine[] {
  const isAbout = ({line, isOfNull}: SuspectLine): boolean =>
    !line.startsWith('members.') ||
    line === member ||
    (isOfNull === true && line === `${member} null`) ||
    line.endsWith(' in requests');
  const about = suspectLines.filter(isAbout);
  const isNamed = about.some(({line}) => line === member);
  if (member === undefined || open === undefined || isNamed) return about;
  return [...about, {line: member, correction: open}];
}

function redacted(
  {violation, pointer}: PassingViolation,
  {body}: Exchange,
  {redaction}: RunServices,
): Violation {
  return pointer === undefined ? violation : {...violation, got: redaction.at(body, pointer)};
}

/** The rule about the success of an operation, broken by a success with another status. */
function wrongSuccess({contract}: Specification, exchange: Exchange): PassingViolation[] {
  const {op, wrongStatus} = exchange;
  const success = contract.operations[op]?.success;
  if (!wrongStatus || wrongStatus.situation !== success) return [];
  return plainOutcomes(contract.marks, op, success).map(({rule, place}) => ({
    rule,
    place,
    violation: wrongStatusViolation(exchange, wrongStatus, success),
  }));
}

/** Every scene that calls an operation with success is a witness for its success. */
function successShown(
  {contract}: Specification,
  {op, status, situations}: Exchange,
): Observation['witnesses'] {
  const success = contract.operations[op]?.success;
  if (!success || !situations.includes(success)) return [];
  return plainOutcomes(contract.marks, op, success).map(({rule, place}) => ({
    rule,
    place,
    saw: `${op} ${status}`,
  }));
}

/** The rule about the success of an operation, for naming what blocks a check. */
export function successRule(
  specifications: Record<Api, Specification>,
  op: string,
  situation: string,
): RuleId | undefined {
  const marks = Object.values(specifications).flatMap(({contract}) => contract.marks);
  return plainOutcomes(marks, op, situation)[0]?.rule;
}

/** The first rule about the status of a situation of an operation. */
export function statusRule(
  specifications: Record<Api, Specification>,
  op: string,
  situation: string,
): RuleId | undefined {
  const marks = Object.values(specifications).flatMap(({contract}) => contract.marks);
  const isAbout = (mark: Mark): boolean =>
    mark.kind === 'outcome' && mark.op === op && mark.situation === situation;
  return successRule(specifications, op, situation) ?? marks.find(isAbout)?.rule;
}
