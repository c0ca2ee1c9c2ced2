import type {Contract, Operation} from '../../../spec/contract.ts';
import type {Provocation, Visit} from '../../language/provocation.ts';
import type {Scene} from '../../language/check.ts';
import {generalCondition} from './conditions.ts';

/** The visits and provocations of all chapters of one API. */
export interface Scenarios {
  contract: Contract;
  /** The visits, by operation. */
  visits: ReadonlyMap<string, Visit>;
  /** The provocations of the chapters' own conditions. */
  provocations: readonly Provocation[];
}

/** The general condition that leads to a general refusal, by the situation of the refusal. */
const GENERAL_CONDITIONS: Record<string, string> = {
  unauthenticated: 'no-key',
  forbidden: 'lacking-ability',
};

/** The provocation of a condition that a chapter declares; undefined if none does. */
export const ownProvocation = (
  {provocations}: Scenarios,
  operation: Operation,
  condition: string,
): Provocation | undefined =>
  provocations.find((one) => one.op === operation.id && one.condition === condition);

/**
 * The provocation of a condition at an operation: that of a chapter, the visit for the success, or that
 * of a general condition.
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

/**
 * A provocation of a situation: of any condition that leads to it at this operation, or else of another
 * operation that has the same response.
 */
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

/** Whether two operations have the same schema for the body of a situation. */
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

/** The conditions under which a response of an operation is in a situation. */
function conditionsOf({marks}: Contract, {id}: Operation, situation: string): string[] {
  const general = GENERAL_CONDITIONS[situation];
  const marked = marks.flatMap((mark) => {
    const isMarkOfSituation =
      mark.kind === 'outcome' && mark.op === id && mark.situation === situation;
    return isMarkOfSituation ? [mark.condition] : [];
  });
  return [situation, ...(general === undefined ? [] : [general]), ...marked];
}

/** The scene of a provocation: the one that checks of its chapter share, or a scene of its act. */
export const sceneOf = (provocation: Provocation): Scene =>
  provocation.scene ?? {
    id: `${provocation.api} ${provocation.op} ${provocation.condition}`,
    api: provocation.api,
    ...(provocation.given && {given: provocation.given}),
    ...(provocation.exhausts && {exhausts: true as const}),
    ...(provocation.mayBeEmpty && {mayBeEmpty: provocation.mayBeEmpty}),
    act: provocation.act,
  };
