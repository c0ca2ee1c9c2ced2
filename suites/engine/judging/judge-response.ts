import type {Specification} from '../../../spec/specification.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Call, Step} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {acceptedValues} from '../../contract/accepted-values.ts';
import type {InPassing, PassingViolation, PassingWitness} from '../../contract/in-passing.ts';
import {otherwiseShown} from '../../contract/kept-members.ts';
import {wrongStatusViolation} from '../../contract/outcome-checks.ts';
import {wrongNumbers} from '../../contract/page-numbers.ts';
import {plainOutcomes} from '../../contract/plain-outcomes.ts';
import {changedMembers} from '../../contract/repeated-members.ts';
import {unfitRegistration} from '../../contract/landed-uploads.ts';
import {rowsMissing, rowsTwice} from '../../contract/listed-once.ts';
import {shownOtherwise} from '../../contract/representations.ts';
import {risingRows, unfitRows} from '../../contract/selected-rows.ts';
import type {Shown} from '../../contract/shown.ts';
import {toldOtherwise, wronglyFlagged} from '../../contract/told-alike.ts';
import type {Played} from '../attempts/played.ts';
import type {Prepared} from '../planning/prepare.ts';
import type {RunServices} from '../run-services.ts';
import {everyStep} from '../planning/steps.ts';

/** What a response shows by itself, and beside the earlier ones of its scene. */
export function judgeResponse(
  exchange: Exchange,
  played: Played,
  api: Api,
  services: RunServices,
): InPassing {
  const specification = services.specifications[api];
  const shown = shownIn(played, specification);
  const otherwise = differentlyShown(exchange, played, shown, specification);
  // A tool has no status and no headers of its own: other rules say what its result has to be.
  if (exchange.interface) return {witnesses: [], violations: otherwise};
  const form = services.conformance[api].judge(exchange);
  const wrong = wrongSuccess(specification, exchange);
  const success = wrong.length ? [] : successShown(specification, exchange);
  const operation = shown.operations[exchange.op];
  return {
    witnesses: [...form.witnesses, ...success],
    violations: [
      ...form.violations,
      ...wrong,
      ...acceptedValues(operation, exchange),
      ...changedMembers(operation, exchange),
      ...unfitRows(specification.contract, exchange, shown),
      ...risingRows(operation, exchange),
      ...wrongNumbers(operation, exchange),
      ...rowsTwice(specification.contract, exchange, shown),
      ...rowsMissing(specification.contract, exchange, shown),
      ...wronglyFlagged(specification.contract, exchange),
      ...unfitRegistration(exchange, shown),
      ...listedOtherwise(exchange, played, shown),
      ...otherwise,
    ],
  };
}

/** What a scene has shown so far. */
function shownIn({scene, races, exchanges, reused}: Played, {contract}: Specification): Shown {
  const steps = [...everyStep([...scene.given, ...scene.act])];
  return {
    exchanges,
    races,
    operations: contract.operations,
    isLeftAlone: !steps.some(changesWithoutRequests),
    isReused: ({step}) => reused.has(step),
  };
}

/** What a response shows otherwise than earlier ones of its scene. */
const differentlyShown = (
  exchange: Exchange,
  {scene}: Played,
  shown: Shown,
  {contract}: Specification,
): PassingViolation[] =>
  scene.scene.exhausts
    ? []
    : [
        ...shownOtherwise(exchange, shown),
        ...toldOtherwise(exchange, {...shown, contract, callOf: ownCallsIn(scene, shown)}),
      ];

/** The calls of exchanges that a scene sent itself. */
const ownCallsIn =
  (scene: Prepared, {isReused}: Shown) =>
  (one: Exchange): Call | undefined =>
    isReused(one) ? undefined : callOf(scene, one.step);

/** Members that a list shows otherwise than requests of the scene's own have written them. */
function listedOtherwise(exchange: Exchange, {scene}: Played, shown: Shown): PassingViolation[] {
  if (scene.scene.exhausts) return [];
  const written = {...shown, callOf: ownCallsIn(scene, shown)};
  return otherwiseShown(shown.operations[exchange.op], exchange, written);
}

/** Time, and hooks, change things without a request. */
const changesWithoutRequests = ({step}: Step): boolean => step === 'advance' || step === 'control';

/** The call of a step of a scene; undefined for one that is sent again and again. */
function callOf({given, act}: Prepared, id: string): Call | undefined {
  const steps = [...given, ...act];
  return [...steps, ...steps.flatMap(branchesOf)].find(
    (step): step is Call => step.id === id && step.step === 'call',
  );
}

const branchesOf = (step: Step): Step[] => (step.step === 'parallel' ? step.branches.flat() : []);

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
): PassingWitness[] {
  const success = contract.operations[op]?.success;
  if (!success || !situations.includes(success)) return [];
  return plainOutcomes(contract.marks, op, success).map(({rule, place}) => ({
    rule,
    place,
    saw: `${op} ${status}`,
  }));
}
