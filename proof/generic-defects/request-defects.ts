import type {Defect} from '../../mock/defect.ts';
import type {Contract, RequestMark} from '../../spec/contract.ts';
import {defined} from '../../spec/defined.ts';
import {schemaAt, type Schema} from '../../spec/schema.ts';
import {namedDefect} from './named-defect.ts';

/** Keywords whose value is a bound. */
const BOUNDS = ['maxLength', 'minLength', 'maximum', 'minimum'] as const;

/**
 * Disables a keyword of the request schema, shifts its bound by one in either direction, or adds a word to its list that
 * the document has elsewhere.
 */
export function requestDefects(contract: Contract, mark: RequestMark): Defect[] {
  const {keyword} = mark;
  const seam = {
    seam: 'schema' as const,
    in: mark.op,
    pointer: mark.in === 'query' ? `query${mark.pointer}` : mark.pointer,
    keyword,
  };
  const unchecked: Defect = {...namedDefect(mark, `${keyword} not checked`), ...seam};
  const {enum: words = [], 'x-not': others = []} = schemaOf(contract, mark);
  if (keyword === 'enum')
    return [
      unchecked,
      ...others.map((word): Defect => ({
        ...namedDefect(mark, `enum with ${word}`),
        ...seam,
        as: [...words, word],
      })),
    ];
  const name = BOUNDS.find((one) => one === keyword);
  const bound = name && schemaOf(contract, mark)[name];
  if (bound === undefined) return [unchecked];
  const offByOne = [1, -1].map((off): Defect => ({
    ...namedDefect(mark, `${keyword} off by ${off}`),
    ...seam,
    as: bound + off,
  }));
  return [unchecked, ...offByOne];
}

/** The schema of a mark: of a query parameter, or of a member of the request's body. */
function schemaOf({document, operations}: Contract, mark: RequestMark): Schema {
  const {parameters = [], request} = operations[mark.op] ?? {};
  const parameter = parameters.find(({name}) => `/${name}` === mark.pointer);
  const member = request && schemaAt(document, request, mark.pointer);
  const schema = mark.in === 'query' ? parameter?.schema : member;
  return defined(schema, `the schema of ${mark.place}`);
}
