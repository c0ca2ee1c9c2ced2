import type {Operation, RequestMark} from '../contract.ts';
import type {OpenApiDocument} from '../openapi.ts';
import {walkSchema} from '../schema.ts';
import {keywordRules} from './keyword-rules.ts';

/** The marks of an operation's request: members of its body, then parameters of its query. */
export const requestMarks = (document: OpenApiDocument, operation: Operation): RequestMark[] => [
  ...requestBodyMarks(document, operation),
  ...queryMarks(operation),
];

/** For example `createUser request /email`. */
function requestBodyMarks(document: OpenApiDocument, {id, request}: Operation): RequestMark[] {
  if (!request) return [];
  return [...walkSchema(document, request)].flatMap(({pointer, schema, required}) =>
    keywordRules(schema, required).map(({keyword, rule}) => ({
      kind: 'request',
      rule,
      place: `${id} request ${pointer}`,
      op: id,
      in: 'body',
      pointer,
      keyword,
    })),
  );
}

/** For example `deactivateUser query anonymize`. */
function queryMarks({id, parameters}: Operation): RequestMark[] {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return inQuery.flatMap(({name, schema, required}) =>
    keywordRules(schema, required).map(({keyword, rule}) => ({
      kind: 'request',
      rule,
      place: `${id} query ${name}`,
      op: id,
      in: 'query',
      pointer: `/${name}`,
      keyword,
    })),
  );
}
