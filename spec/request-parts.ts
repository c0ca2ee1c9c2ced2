import type {Operation, RequestLocation, RequestPart} from './contract.ts';
import {keywordRules} from './marks/keyword-rules.ts';
import {schemaAt, walkSchema, type Schema} from './schema.ts';

const PLACES = {path: 'path', query: 'query', header: 'headers'} as const;

/**
 * Every member of the body and every parameter that a document describes for an operation. Members of the items of a
 * list are left out: the list is one part.
 */
export function requestParts(
  document: object,
  operation: Pick<Operation, 'id' | 'request' | 'parameters'>,
): RequestPart[] {
  const {id, request, parameters} = operation;
  const partOf = (
    place: RequestLocation,
    pointer: string,
    {schema, required}: {schema: Schema; required: boolean},
  ): RequestPart => ({
    op: id,
    in: place,
    pointer,
    schema,
    required,
    refusals: Object.fromEntries(
      keywordRules(schema, required).map(({keyword, rule}) => [keyword, rule]),
    ),
  });
  const members = request ? [...walkSchema(document, request)] : [];
  return [
    ...members
      .filter(({pointer}) => pointer !== '' && !pointer.includes('/*'))
      .map((node) => partOf('body', node.pointer, node)),
    ...parameters.map((parameter) =>
      partOf(PLACES[parameter.in], `/${parameter.name}`, {
        ...parameter,
        schema: schemaAt(document, parameter.schema, '') ?? parameter.schema,
      }),
    ),
  ];
}
