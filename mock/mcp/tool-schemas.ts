import type {Operation} from '../../spec/contract.ts';
import {isObject} from '../../spec/json.ts';
import {resolve} from '../../spec/schema.ts';
import type {ObjectSchema} from './object-schema.ts';

/** The result of an operation that only redirects: `result.ts` hands out its link. */
const LINK_SCHEMA: ObjectSchema = {
  type: 'object',
  properties: {location: {type: 'string', format: 'uri'}},
  required: ['location'],
};

/** The schema of what a tool's successes hand out: one of the operation's success bodies. */
export function outputSchemaOf(document: object, {outcomes}: Operation): ObjectSchema {
  const successes = outcomes.filter(({statuses}) => statuses.every((status) => status < 400));
  const distinct = new Map<string, object>();
  for (const {schema} of successes) if (schema) distinct.set(JSON.stringify(schema), schema);
  if (distinct.size === 0 && successes.some(({statuses}) => statuses.includes(302)))
    return LINK_SCHEMA;
  const definitions = new Definitions(document);
  const schemas = [...distinct.values()].map((schema) => definitions.bundle(schema));
  const root = schemas.length === 1 ? schemas[0] : {anyOf: schemas};
  const $defs = definitions.all;
  return {
    type: 'object',
    ...(isObject(root) && root),
    ...(Object.keys($defs).length && {$defs}),
  };
}

/** A JSON value without specification extensions (`x-rule`, ...), which only presscheck reads. */
export function withoutExtensions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExtensions);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !name.startsWith('x-'))
      .map(([name, member]) => [name, withoutExtensions(member)]),
  );
}

/** Collects the schemas that a schema refers to, so that it can stand alone with its `$defs`. */
class Definitions {
  readonly all: Record<string, unknown> = {};
  readonly #document: object;

  constructor(document: object) {
    this.#document = document;
  }

  /** A copy of a schema whose references lead to `$defs`, without specification extensions. */
  bundle(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((item) => this.bundle(item));
    if (!isObject(schema)) return schema;
    const copy: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(schema)) {
      if (name.startsWith('x-')) continue;
      copy[name] = name === '$ref' ? this.#define(String(value)) : this.bundle(value);
    }
    return copy;
  }

  /** Defines what a reference leads to, once; returns the reference to the definition. */
  #define(reference: string): string {
    const name = reference.slice(reference.lastIndexOf('/') + 1);
    if (!Object.hasOwn(this.all, name)) {
      // Noted before it is made: a schema may refer to itself.
      this.all[name] = true;
      this.all[name] = this.bundle(resolve(this.#document, {$ref: reference}));
    }
    return `#/$defs/${name}`;
  }
}
