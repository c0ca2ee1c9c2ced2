import {Ajv2020} from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import {isObject} from '../../spec/json.ts';
import {mapValues} from '../../spec/map-values.ts';

/** An OpenAPI document, as far as responses are judged by it. */
interface Document {
  paths: Record<string, Record<string, {operationId: string; responses: Responses}>>;
  components: object;
}

type Responses = Record<string, {content?: {'application/json': {schema: object}}}>;

/** Judges responses by a published document, in which objects have no members but the described ones. */
export class StrictJudge {
  readonly #ajv = formats.default(new Ajv2020({strict: false, allErrors: true}));
  readonly #operations: Map<string, Responses>;

  constructor(document: unknown) {
    const {paths, components} = document as Document;
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    this.#operations = new Map(operations.map((one) => [one.operationId, one.responses]));
    this.#ajv.addSchema({$id: ROOT, components: closed(components)});
  }

  /** The ids of the described operations. */
  get operations(): string[] {
    return [...this.#operations.keys()];
  }

  /** What a response has that the document does not describe; empty when it fits. */
  problems(operation: string, status: number, body: unknown): string[] {
    const response = this.#operations.get(operation)?.[String(status)];
    if (!response) return [`${operation} describes no ${status}`];
    const schema = response.content?.['application/json'].schema;
    if (!schema) return body === undefined ? [] : [`${operation} ${status} describes no body`];
    const text = JSON.stringify(closed(schema)).replaceAll('"#/', `"${ROOT}#/`);
    if (this.#ajv.validate(JSON.parse(text), body)) return [];
    return (this.#ajv.errors ?? []).map(
      ({instancePath, message, params}) =>
        `${operation} ${status} ${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }
}

const ROOT = 'http://published.example/';

/** Keywords that hold no schemas. */
const VALUES = new Set(['examples', 'required', 'enum']);

/** A schema whose objects have no other members. Parts of an `allOf` stay open: together they describe one object. */
function closed(schema: unknown, isName = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => closed(one));
  if (!isObject(schema)) return schema;
  const parts = mapValues(schema, (value, key) =>
    (!isName && VALUES.has(key)) || (!isName && key === 'allOf')
      ? value
      : closed(value, !isName && key === 'properties'),
  );
  const isObjectSchema = !isName && isObject(schema['properties']);
  return isObjectSchema ? {additionalProperties: false, ...parts} : parts;
}
