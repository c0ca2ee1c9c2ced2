import type {Specification} from '../../../spec/specification.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Call} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {acceptedThoughInvalid} from '../../contract/accepted-values.ts';
import type {
  PassiveResult,
  PassiveViolation,
  PassiveWitness,
} from '../../contract/passive-result.ts';
import {listedUnlikeWritten} from '../../contract/kept-members.ts';
import {wrongStatusViolation} from '../../contract/outcome-checks.ts';
import {wrongPageNumbers} from '../../contract/page-numbers.ts';
import {plainOutcomes} from '../../contract/plain-outcomes.ts';
import {changedMembers} from '../../contract/repeated-members.ts';
import {unfitRegistration} from '../../contract/landed-uploads.ts';
import {rowsMissing, rowsTwice} from '../../contract/listed-once.ts';
import {changedSinceShown} from '../../contract/representations.ts';
import {rowsOutOfOrder, rowsNotMatchingFilter} from '../../contract/selected-rows.ts';
import type {SceneHistory} from '../../contract/scene-history.ts';
import {inconsistentReferences, wronglyFlagged} from '../../contract/consistent-references.ts';
import type {SceneRun} from '../attempts/scene-run.ts';
import type {RunServices} from '../run-services.ts';

/** What a response shows by itself, and beside the earlier ones of its scene. */
export function judgeResponse(
  exchange: Exchange,
  run: SceneRun,
  api: Api,
  services: RunServices,
): PassiveResult {
  const specification = services.specifications[api];
  const history = historyOf(run, specification);
  const otherwise = differentlyShown(exchange, run, history, specification);
  // A tool has no status and no headers of its own: other rules say what its result has to be.
  if (exchange.interface) return {witnesses: [], violations: otherwise};
  const form = services.conformance[api].judge(exchange);
  const wrong = wrongSuccess(specification, exchange);
  const success = wrong.length ? [] : successShown(specification, exchange);
  const operation = history.operations[exchange.op];
  return {
    witnesses: [...form.witnesses, ...success],
    violations: [
      ...form.violations,
      ...wrong,
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
    ],
  };
}

/** What a scene has history so far. */
const historyOf = (
  {races, isLeftAlone, exchanges, reused}: SceneRun,
  {contract}: Specification,
): SceneHistory => ({
  exchanges,
  races,
  operations: contract.operations,
  isLeftAlone,
  isReused: ({step}) => reused.has(step),
});

/** What a response shows otherwise than earlier ones of its scene. */
const differentlyShown = (
  exchange: Exchange,
  run: SceneRun,
  history: SceneHistory,
  {contract}: Specification,
): PassiveViolation[] =>
  run.scene.scene.exhausts
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

/** The calls of exchanges that a scene sent itself. */
const ownCallsIn =
  ({calls, reused}: SceneRun) =>
  ({step}: Exchange): Call | undefined =>
    reused.has(step) ? undefined : calls.get(step);

/** Members that a list shows otherwise than requests of the scene's own have written them. */
function listedOtherwise(
  exchange: Exchange,
  run: SceneRun,
  history: SceneHistory,
): PassiveViolation[] {
  if (run.scene.scene.exhausts) return [];
  const written = {...history, callOf: ownCallsIn(run)};
  return listedUnlikeWritten(history.operations[exchange.op], exchange, written);
}

/** The rule about the success of an operation, broken by a success with another status. */
function wrongSuccess({contract}: Specification, exchange: Exchange): PassiveViolation[] {
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
): PassiveWitness[] {
  const success = contract.operations[op]?.success;
  if (!success || !situations.includes(success)) return [];
  return plainOutcomes(contract.marks, op, success).map(({rule, place}) => ({
    rule,
    place,
    saw: `${op} ${status}`,
  }));
}
