import type {Operation} from '../../../spec/contract.ts';
import {tokens} from '../../../spec/json.ts';
import type {Schema} from '../../../spec/schema.ts';
import type {Defect} from '../../defect.ts';
import type {SchemasOf} from '../../http/request-schemas.ts';
import {ofSeam, type DefectOf} from './select.ts';

/** Removes or changes keywords of request schemas (seam `schema`). */
export function schemasWith(defects: readonly Defect[], plain: SchemasOf): SchemasOf {
  const all = ofSeam(defects, 'schema');
  const changed = (
    {id}: Operation,
    schema: Schema | undefined,
    part: '' | 'query',
  ): Schema | undefined => {
    const here = all.filter((defect) => defect.in === id && defect.pointer.startsWith(`${part}/`));
    for (const defect of here)
      if (schema) change(schema, tokens(defect.pointer.slice(part.length)), defect);
    return schema;
  };
  return {
    body: (operation) => changed(operation, plain.body(operation), ''),
    query: (operation) => changed(operation, plain.query(operation), 'query'),
  };
}

/** Changes the keyword of the schema at a path. */
function change(schema: Schema, path: string[], {keyword, as}: DefectOf<'schema'>): void {
  const last = path.at(-1);
  const isRequired = keyword === 'required' && last !== undefined;
  const node = nodeAt(schema, isRequired ? path.slice(0, -1) : path);
  if (!isRequired) return setKeyword(node, keyword, as);
  const others = (node.required ?? []).filter((name) => name !== last);
  node.required = as === true ? [...others, last] : others;
}

function nodeAt(schema: Schema, path: readonly string[]): Schema {
  let node = schema;
  for (const token of path) {
    const child = token === '*' ? node.items : node.properties?.[token];
    if (!child) throw new Error(`the schema has nothing at \`${path.join('/')}\``);
    node = child;
  }
  return node;
}

function setKeyword(node: object, keyword: string, value: unknown): void {
  if (value === undefined) Reflect.deleteProperty(node, keyword);
  else Reflect.set(node, keyword, value);
}
