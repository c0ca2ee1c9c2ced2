import type {Specification} from '../../../spec/specification.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Call} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Conformance} from '../../contract/passive/conform.ts';
import {acceptedThoughInvalid} from '../../contract/passive/accepted-values.ts';
import type {
  PassiveResult,
  PassiveViolation,
  PassiveWitness,
} from '../../contract/passive/passive-result.ts';
import {listedUnlikeWritten} from '../../contract/passive/kept-members.ts';
import {wrongStatusViolation} from '../../contract/checks/outcome-checks.ts';
import {wrongPageNumbers} from '../../contract/passive/page-numbers.ts';
import {plainOutcomes} from '../../contract/passive/plain-outcomes.ts';
import {changedMembers} from '../../contract/passive/repeated-members.ts';
import {unfitRegistration} from '../../contract/passive/landed-uploads.ts';
import {rowsMissing, rowsTwice} from '../../contract/passive/listed-once.ts';
import {changedSinceShown} from '../../contract/passive/representations.ts';
import {rowsOutOfOrder, rowsNotMatchingFilter} from '../../contract/passive/selected-rows.ts';
import type {SceneHistory} from '../../contract/passive/scene-history.ts';
import {inconsistentReferences} from '../../contract/passive/consistent-references.ts';
import {wronglyFlagged} from '../../contract/passive/flagged-rows.ts';
import type {SceneRun} from '../send/scene-run.ts';
import type {RunServices} from './run-services.ts';

/**
 * Runs all passive checks of a response: its form, and its agreement with its request and with earlier
 * responses of the scene.
 */
export function judgeResponse(
  exchange: Exchange,
  run: SceneRun,
  api: Api,
  services: RunServices,
): PassiveResult {
  const specification = services.specifications[api];
  if (services.isRehearsal) return shownBy(exchange, api, services);
  const history = historyOf(run, specification);
  const otherwise = differentlyShown(exchange, run, history, specification);
  // A tool's result has no status and no headers; other rules are about its form.
  if (exchange.interface)
    return {witnesses: [], violations: [...otherwise, ...contradictedByText(exchange)]};
  const form = services.conformance[api].judge(exchange);
  const wrong = wrongSuccess(specification, exchange);
  const success = wrong.length ? [] : successShown(specification, exchange);
  const operation = history.operations[exchange.op];
  const values = [
    ...acceptedThoughInvalid(operation, exchange),
    ...changedMembers(operation, exchange),
    ...rowsNotMatchingFilter(specification.contract, exchange, history),
    ...rowsOutOfOrder(operation, exchange),
    ...wrongPageNumbers(operation, exchange),
    ...rowsTwice(specification.contract, exchange, history),
    ...rowsMissing(specification.contract, exchange, history),
    ...wronglyFlagged(specification.contract, exchange),
    ...unfitRegistration(exchange, history),
    ...listedOtherwise(exchange, run, history),
    ...otherwise,
  ];
  return {
    witnesses: [...form.witnesses, ...success],
    violations: [
      ...form.violations,
      ...wrong,
      ...misreadForm(specification, exchange),
      ...values.map((one) => withMalformed(one, form.violations, run, services.conformance[api])),
    ],
  };
}

/** The violation of a tool whose result says one thing in its structured content and another in its text. */
const contradictedByText = ({step, op, textSaysOtherwise}: Exchange): PassiveViolation[] =>
  textSaysOtherwise === undefined
    ? []
    : [
        {
          rule: 'workspace.mcp.tool-answers-as-the-operation',
          place: '*',
          violation: {
            branch: 'another-result-in-the-text',
            expected: 'one result, in the structured content and in the text',
            got: textSaysOtherwise,
            step,
            op,
          },
        },
      ];

/** A violation about the value of a member, with the rule about its form that one of its responses breaks. */
function withMalformed(
  one: PassiveViolation,
  ofForm: readonly PassiveViolation[],
  {exchanges}: SceneRun,
  conformance: Conformance,
): PassiveViolation {
  const {pointer, pointerBefore, violation} = one;
  const [step] = violation.comparedWithSteps ?? [];
  const before = exchanges.findLast((other) => other.step === step);
  const ofFormBefore = before && pointerBefore ? conformance.judge(before).violations : [];
  const malformed =
    ofForm.find((other) => decides(other, pointer)) ??
    ofFormBefore.find((other) => decides(other, pointerBefore));
  return malformed ? {...one, malformed: malformed.rule} : one;
}

/** Whether a broken member is the one at a pointer, or the id by which its object was found. */
const decides = ({pointer: broken}: PassiveViolation, pointer?: string): boolean =>
  broken !== undefined &&
  pointer !== undefined &&
  (broken === pointer || (broken.endsWith('/id') && pointer.startsWith(broken.slice(0, -2))));

/** What a response shows, where nothing can be wrong with it. */
const shownBy = (exchange: Exchange, api: Api, services: RunServices): PassiveResult => ({
  witnesses: exchange.interface
    ? []
    : [
        ...services.conformance[api].judge(exchange).witnesses,
        ...successShown(services.specifications[api], exchange),
      ],
  violations: [],
});

/** The history of a scene so far. */
const historyOf = (
  {races, isChangedOnlyByRequests, exchanges, reused}: SceneRun,
  {contract}: Specification,
): SceneHistory => ({
  exchanges,
  races,
  operations: contract.operations,
  isChangedOnlyByRequests,
  isReused: ({step}) => reused.has(step),
});

/** Contradictions between a response and earlier ones of its scene. */
const differentlyShown = (
  exchange: Exchange,
  run: SceneRun,
  history: SceneHistory,
  {contract}: Specification,
): PassiveViolation[] =>
  run.scene.exhausts
    ? []
    : [
        ...changedSinceShown(exchange, history),
        ...inconsistentReferences(exchange, {
          ...history,
          contract,
          callOf: ownCallsIn(run),
          references: run.references,
        }),
      ];

/** Finds the call of an exchange that the scene sent itself. */
const ownCallsIn =
  ({calls, reused}: SceneRun) =>
  ({step}: Exchange): Call | undefined =>
    reused.has(step) ? undefined : calls.get(step);

/** Members in a list that differ from what requests of the scene itself have written. */
function listedOtherwise(
  exchange: Exchange,
  run: SceneRun,
  history: SceneHistory,
): PassiveViolation[] {
  if (run.scene.exhausts) return [];
  const written = {...history, callOf: ownCallsIn(run)};
  return listedUnlikeWritten(history.operations[exchange.op], exchange, written);
}

/** A violation of the rule about an operation's success by a success with another status. */
function wrongSuccess({contract}: Specification, exchange: Exchange): PassiveViolation[] {
  const {op, wrongStatus, sent} = exchange;
  const success = contract.operations[op]?.success;
  if (!wrongStatus || wrongStatus.situation !== success || sent.method === 'HEAD') return [];
  return plainOutcomes(contract.marks, op, success).map(({rule, place}) => ({
    rule,
    place,
    violation: wrongStatusViolation(exchange, wrongStatus, success),
  }));
}

/** A violation of the rule about an operation's success by a refusal of the same request in another form (RFC 9110). */
function misreadForm({contract}: Specification, exchange: Exchange): PassiveViolation[] {
  const {op, step, misread, status} = exchange;
  const success = contract.operations[op]?.success;
  if (!misread || !success) return [];
  return plainOutcomes(contract.marks, op, success).map(({rule, place}) => ({
    rule,
    place,
    violation: {
      branch: `misread: ${misread.form}`,
      expected: `${op} to be answered ${status}, also for requests in the form ${misread.form}`,
      got: String(misread.status),
      op,
      step,
    },
  }));
}

/** Every successful response is a witness for the rule about its operation's success. */
function successShown(
  {contract}: Specification,
  {op, status, situations}: Exchange,
): PassiveWitness[] {
  const success = contract.operations[op]?.success;
  if (!success || !situations.includes(success)) return [];
  return plainOutcomes(contract.marks, op, success).map(({rule, place}) => ({
    rule,
    place,
    saw: `${op} ${status}`,
  }));
}
