import type {Contract, Operation} from '../../../spec/contract.ts';
import type {Provocation, Visit} from '../../provocation.ts';
import type {Scene} from '../../check.ts';
import {generalCondition} from './conditions.ts';

/** What the chapters of the suite bring for one API. */
export interface Scenarios {
  contract: Contract;
  /** How each operation is brought to its success, by operation. */
  visits: ReadonlyMap<string, Visit>;
  /** How chapters bring about conditions of their own. */
  provocations: readonly Provocation[];
}

/** The general condition that brings a general refusal about. */
const GENERAL_CONDITIONS: Record<string, string> = {
  unauthenticated: 'no-key',
  forbidden: 'lacking-ability',
};

/** A provocation of a condition that a chapter brings itself. */
export const ownProvocation = (
  {provocations}: Scenarios,
  operation: Operation,
  condition: string,
): Provocation | undefined =>
  provocations.find((one) => one.op === operation.id && one.condition === condition);

/**
 * How a condition is brought about at an operation: by a chapter's own provocation, by the visit
 * for the success, or as a general condition.
 */
export function provocationOf(
  scenarios: Scenarios,
  operation: Operation,
  condition: string,
): Provocation | undefined {
  const own = ownProvocation(scenarios, operation, condition);
  const visit = scenarios.visits.get(operation.id);
  if (own || !visit) return own;
  if (condition === operation.success) return visitAsProvocation(operation, visit);
  return generalCondition(scenarios.contract, operation, condition, visit);
}

const visitAsProvocation = (operation: Operation, visit: Visit): Provocation => ({
  api: operation.api,
  op: operation.id,
  condition: operation.success,
  act: (s) => ({subject: s.call(operation.id, visit.args(s))}),
});

/** How an operation, or else any other, is brought to answer a situation: by any condition. */
export function provocationOfSituation(
  scenarios: Scenarios,
  operation: Operation,
  situation: string,
): Provocation | undefined {
  for (const condition of conditionsOf(scenarios.contract, operation, situation)) {
    const found = provocationOf(scenarios, operation, condition);
    if (found) return found;
  }
  return scenarios.provocations.find(
    (one) =>
      one.condition === situation && haveOneShape(scenarios.contract, one.op, operation, situation),
  );
}

/** Whether two operations answer a situation with bodies of one schema. */
function haveOneShape(
  {operations}: Contract,
  op: string,
  operation: Operation,
  situation: string,
): boolean {
  const [one, other] = [operations[op], operation].map((each) =>
    each?.outcomes.find((outcome) => outcome.situation === situation),
  );
  return one?.schemaAt === other?.schemaAt;
}

/** The conditions under which an operation answers a situation. */
function conditionsOf({marks}: Contract, {id}: Operation, situation: string): string[] {
  const general = GENERAL_CONDITIONS[situation];
  const marked = marks.flatMap((mark) => {
    const isMarkOfSituation =
      mark.kind === 'outcome' && mark.op === id && mark.situation === situation;
    return isMarkOfSituation ? [mark.condition] : [];
  });
  return [situation, ...(general === undefined ? [] : [general]), ...marked];
}

/** The scene of a provocation: one that the chapter's own checks have, or its act as a scene. */
export const sceneOf = (provocation: Provocation): Scene =>
  provocation.scene ?? {
    id: `${provocation.api} ${provocation.op} ${provocation.condition}`,
    api: provocation.api,
    ...(provocation.given && {given: provocation.given}),
    ...(provocation.exhausts && {exhausts: true as const}),
    ...(provocation.mayBeEmpty && {mayBeEmpty: provocation.mayBeEmpty}),
    act: provocation.act,
  };
