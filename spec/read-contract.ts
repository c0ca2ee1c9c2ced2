import type {AnyResponse, Contract, Operation} from './contract.ts';
import {marksOf} from './marks/marks.ts';
import {operationNodes, type OpenApiDocument} from './openapi.ts';
import {readOperation} from './read-operation.ts';

/**
 * Reads an OpenAPI document with presscheck's marks.
 * @param document the parsed `contract.yaml`
 * @throws Error that names the operation or the node that is not usable
 */
export function readContract(document: OpenApiDocument): Contract {
  const operations: Record<string, Operation> = {};
  for (const placed of operationNodes(document)) {
    const operation = readOperation(document, placed);
    operations[operation.id] = operation;
  }
  const [server] = document.servers;
  if (!server) throw new Error('/servers names no server: its URL is the prefix of every path');
  return {
    api: document.info['x-api'],
    prefix: server.url,
    document,
    operations,
    marks: marksOf(document, Object.values(operations)),
    anyResponse: anyResponseOf(document),
  };
}

function anyResponseOf(document: OpenApiDocument): AnyResponse {
  const {
    'x-statuses': statuses,
    'x-absent-headers': absent = {},
    'x-errors-by-field': byField,
  } = document;
  return {
    ...(statuses && {
      statuses: {rule: statuses['x-rule'], listed: statuses.listed, open: statuses.open},
    }),
    absent: Object.entries(absent).map(([header, declaration]) => ({
      rule: declaration['x-rule'],
      header,
      while: declaration.while,
    })),
    ...(byField && {errorsByField: {rule: byField['x-rule'], at: byField.at}}),
  };
}
