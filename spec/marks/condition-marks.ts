import type {Operation, OutcomeMark} from '../contract.ts';
import type {ConditionNode, OpenApiDocument} from '../openapi.ts';

/**
 * The marks of the conditions that are the same for every operation (`x-conditions`), for example `getAccount no-key`:
 * without a key the response is `unauthenticated`.
 */
export function conditionMarks(document: OpenApiDocument, operations: Operation[]): OutcomeMark[] {
  return Object.entries(document['x-conditions'] ?? {}).flatMap(([condition, declaration]) =>
    operations.flatMap((operation) => markOf(operation, condition, declaration) ?? []),
  );
}

/** The mark of one condition for one operation, unless the condition cannot occur there. */
function markOf(
  operation: Operation,
  condition: string,
  declaration: ConditionNode,
): OutcomeMark | undefined {
  const situation = situationOf(operation, declaration);
  if (situation === undefined || !canArise(operation, condition, situation)) return undefined;
  return {
    kind: 'outcome',
    rule: declaration['x-rule'],
    place: `${declaration.each ? operation.id : '*'} ${condition}`,
    op: operation.id,
    condition,
    situation,
  };
}

/** The situation for a condition: `success` and `not-found` stand for those of the operation. */
function situationOf(operation: Operation, {situation}: ConditionNode): string | undefined {
  if (situation === 'success') return operation.success;
  if (situation !== 'not-found') return situation;
  const notFound = operation.outcomes.find(
    (outcome) => outcome.statuses.includes(404) && outcome.situation.endsWith('not-found'),
  );
  return notFound?.situation;
}

/**
 * Only an operation that requires an ability can lack it, and only one whose path identifies a tenant's resource can
 * be called by another tenant.
 */
function canArise(operation: Operation, condition: string, situation: string): boolean {
  const isAboutAbility = situation === 'forbidden' || condition === 'ability-alone';
  if (isAboutAbility && operation.ability === undefined) return false;
  if (condition !== 'foreign') return true;
  return operation.parameters.some(({in: where, names}) => where === 'path' && names);
}
