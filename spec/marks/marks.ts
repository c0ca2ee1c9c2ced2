import type {Mark, Operation} from '../contract.ts';
import {defined} from '../defined.ts';
import {operationNodes, type OpenApiDocument, type OperationNode} from '../openapi.ts';
import {bodyMarks} from './body-marks.ts';
import {conditionMarks} from './condition-marks.ts';
import {documentedSituations} from './documented-situations.ts';
import {groupHeaderMarks, headerMarks} from './header-marks.ts';
import {outcomeMarks} from './outcome-marks.ts';
import {requestMarks} from './request-marks.ts';

/**
 * All marks of a document, each (rule, place, keyword) once: first those of every operation, then those of each
 * operation in the order of the document.
 */
export function marksOf(document: OpenApiDocument, operations: Operation[]): Mark[] {
  const nodes = new Map<string, OperationNode>();
  for (const {node} of operationNodes(document)) nodes.set(node.operationId, node);
  const marks: Mark[] = [
    ...conditionMarks(document, operations),
    ...groupHeaderMarks(document),
    ...operations.flatMap((operation) => {
      const node = defined(nodes.get(operation.id), `the node of ${operation.id}`);
      return marksOfOperation(document, operation, node);
    }),
  ];
  return eachOnce(marks);
}

const marksOfOperation = (
  document: OpenApiDocument,
  operation: Operation,
  node: OperationNode,
): Mark[] => [
  ...documentedSituations(document, node).flatMap((documented): Mark[] => [
    ...outcomeMarks(documented),
    ...bodyMarks(document, documented),
    ...headerMarks(documented),
  ]),
  ...requestMarks(document, operation),
];

/** Removes marks with the rule, place and keyword of an earlier one: shared responses repeat them. */
function eachOnce(marks: Mark[]): Mark[] {
  const byKey = new Map<string, Mark>();
  for (const mark of marks) {
    const key = `${mark.rule} ${mark.place} ${'keyword' in mark ? mark.keyword : ''}`;
    if (!byKey.has(key)) byKey.set(key, mark);
  }
  return [...byKey.values()];
}
