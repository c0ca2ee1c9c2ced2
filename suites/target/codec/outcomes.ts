import type {Operation, Outcome} from '../../../spec/contract.ts';
import {isObject} from '../../../spec/json.ts';
import type {OutcomeChoice, Profile} from '../../../spec/profile.ts';

/** The outcomes of an operation that a response can be. */
export interface FittingOutcomes {
  /** The outcomes that the document allows. */
  documented: Outcome[];
  /** Those of them that the profile allows, too. */
  profiled: Outcome[];
}

/** The outcomes with which a status and a body agree; documents leave statuses and reasons open. */
export function fittingOutcomes(
  profile: Profile,
  operation: Operation,
  status: number,
  wire: unknown,
): FittingOutcomes {
  const documented = operation.outcomes.filter(
    (outcome) => outcome.statuses.includes(status) && fitsBody(operation, outcome, status, wire),
  );
  const profiled = documented.filter((outcome) => {
    const {status: chosen = [status]} = choiceFor(profile, operation, outcome) ?? {};
    // If the document allows several statuses for a success, each of them is one.
    const isChosen = status < 400 || chosen.includes(status);
    return isChosen && hasChosenReason(profile, operation, outcome, wire);
  });
  return {documented, profiled: withoutLimit(profile, operation, profiled)};
}

/**
 * The outcomes without the limit on requests, of which neither the document nor the profile gives the
 * reason, where the profile gives the reason of the response to another: a limit on runs may have the
 * same status (NS-WS-21).
 */
function withoutLimit(profile: Profile, operation: Operation, fitting: Outcome[]): Outcome[] {
  const isNamed = (outcome: Outcome): boolean =>
    outcome.reason !== undefined || choiceFor(profile, operation, outcome)?.reason !== undefined;
  const others = fitting.filter(
    (outcome) => outcome.situation !== 'rate-limited' || isNamed(outcome),
  );
  return others.some(isNamed) ? others : fitting;
}

function fitsBody(operation: Operation, outcome: Outcome, status: number, wire: unknown): boolean {
  const isPlainSuccess = status < 400 && outcome.reason === undefined;
  return isPlainSuccess || fitsReason(operation, outcome, wire);
}

/** Whether the document allows the reason of a refusal for an outcome. */
export function fitsReason(operation: Operation, outcome: Outcome, wire: unknown): boolean {
  const reason = reasonOf(wire);
  if (outcome.reason !== undefined) return reason === outcome.reason;
  if (outcome.anyReason) return true;
  // An open reason is not one that the document gives to another situation of the operation.
  return !operation.outcomes.some((other) => other.reason !== undefined && other.reason === reason);
}

/** Whether the profile allows the reason of a refusal for an outcome. */
export function hasChosenReason(
  profile: Profile,
  operation: Operation,
  outcome: Outcome,
  wire: unknown,
): boolean {
  const reason = choiceFor(profile, operation, outcome)?.reason;
  return reason === undefined || [reason].flat().includes(String(reasonOf(wire)));
}

/** The profile's line for an outcome of the operation, or of every operation. */
export const choiceFor = (
  {outcomes}: Profile,
  {id}: Operation,
  {situation}: Outcome,
): OutcomeChoice | undefined => outcomes[`${id}.${situation}`] ?? outcomes[situation];

/** The machine reason of a refusal. */
export const reasonOf = (wire: unknown): unknown => (isObject(wire) ? wire.reason : undefined);
