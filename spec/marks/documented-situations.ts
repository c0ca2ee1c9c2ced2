import type {OpenApiDocument, OperationNode, ResponseNode, SituationNode} from '../openapi.ts';
import {resolve} from '../schema.ts';

/** A situation of an operation, as the document writes it. */
export interface DocumentedSituation {
  op: string;
  situation: string;
  declaration: SituationNode;
  /** The response of this situation (and perhaps of others), with its reference resolved. */
  response: ResponseNode;
  /** Whether the response is a refusal that several operations share. */
  isSharedRefusal: boolean;
}

/** Every situation of one operation, in the order of the document. */
export function documentedSituations(
  document: OpenApiDocument,
  node: OperationNode,
): DocumentedSituation[] {
  return Object.entries(node.responses).flatMap(([status, raw]) => {
    const response = resolve(document, raw);
    const isSharedRefusal = raw.$ref !== undefined && /^[45]/.test(status);
    return Object.entries(response['x-situations'] ?? {}).map(([situation, declaration]) => ({
      op: node.operationId,
      situation,
      declaration,
      response,
      isSharedRefusal,
    }));
  });
}
