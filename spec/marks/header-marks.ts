import type {HeaderMark} from '../contract.ts';
import {RESPONSE_GROUPS, type OpenApiDocument} from '../openapi.ts';
import type {Schema} from '../schema.ts';
import type {DocumentedSituation} from './documented-situations.ts';
import {keywordRules} from './keyword-rules.ts';

/** The marks of headers of a group of responses, for example `* failure content-type`. */
export function groupHeaderMarks(document: OpenApiDocument): HeaderMark[] {
  return RESPONSE_GROUPS.flatMap((group) =>
    Object.entries(document['x-headers']?.[group] ?? {}).flatMap(([header, schema]) =>
      headerMarksOf('*', group, header, schema),
    ),
  );
}

/** The marks of a response's own headers, for example `createPublication registered location`. */
export function headerMarks({op, situation, response}: DocumentedSituation): HeaderMark[] {
  return Object.entries(response.headers ?? {}).flatMap(([name, {schema}]) =>
    headerMarksOf(op, situation, name.toLowerCase(), schema),
  );
}

const headerMarksOf = (
  op: string,
  situation: string,
  header: string,
  schema: Schema,
): HeaderMark[] =>
  keywordRules(schema, true).map(({keyword, rule}) => ({
    kind: 'header',
    rule,
    place: `${op} ${situation} ${header}`,
    op,
    situation,
    header,
    keyword,
  }));
