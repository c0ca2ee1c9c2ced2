import type {BodyMark} from '../contract.ts';
import type {OpenApiDocument} from '../openapi.ts';
import {walkSchema} from '../schema.ts';
import type {DocumentedSituation} from './documented-situations.ts';
import {keywordRules} from './keyword-rules.ts';

/**
 * The marks of the members of a response's body, for example `getAccount account /plan`. A refusal that several
 * operations share is one place: `* unauthenticated /error`.
 */
export function bodyMarks(
  document: OpenApiDocument,
  {op, situation, declaration, response, isSharedRefusal}: DocumentedSituation,
): BodyMark[] {
  const body = response.content?.['application/json'].schema;
  const isOnePlace = isSharedRefusal && !declaration.reason;
  // A situation that exists only because the document leaves it open is tolerated. No test can bring it about, so it
  // is no place.
  const isTolerated = declaration['x-open'] !== undefined && !declaration['x-rule'];
  if (!body || (isTolerated && !isOnePlace)) return [];
  const owner = isOnePlace ? '*' : op;
  return [...walkSchema(document, body)].flatMap(({pointer, schema, required}) =>
    keywordRules(schema, required).map(({keyword, rule}) => ({
      kind: 'body',
      rule,
      place: `${owner} ${situation} ${pointer}`,
      op,
      situation,
      pointer,
      keyword,
    })),
  );
}
