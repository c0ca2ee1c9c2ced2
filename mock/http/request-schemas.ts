import {createRequire} from 'node:module';
import type {Ajv2020, ErrorObject, ValidateFunction} from 'ajv/dist/2020.js';
import type {Contract, Operation, Parameter} from '../../spec/contract.ts';
import {tokens} from '../../spec/json.ts';
import {inlineSchema, type Schema} from '../../spec/schema.ts';
import type {Why} from '../operation.ts';
import {whyInvalid} from './why-invalid.ts';

/** Why a request is invalid: for the journal, and by field. */
export interface Invalid {
  why: Why;
  errors: Record<string, string[]>;
}

/** The schemas of an operation's request, without references. */
export interface SchemasOf {
  /** Undefined for an operation without a body. */
  body(operation: Operation): Schema | undefined;
  /** The schema of the query as an object; undefined for an operation without query parameters. */
  query(operation: Operation): Schema | undefined;
}

/** Returns the schemas of the contract. */
export const documentedSchemas = ({document}: Contract): SchemasOf => ({
  body: ({request}) => request && inlineSchema(document, request),
  query(operation) {
    const parameters = queryOf(operation);
    if (!parameters.length) return undefined;
    return inlineSchema(document, {
      type: 'object',
      properties: Object.fromEntries(parameters.map(({name, schema}) => [name, schema])),
      required: parameters.filter(({required}) => required).map(({name}) => name),
    });
  },
});

/** Validates requests. Each schema is compiled on first use. */
export class RequestSchemas {
  readonly #schemas: SchemasOf;
  readonly #compiled = {
    body: new Map<string, ValidateFunction | undefined>(),
    query: new Map<string, ValidateFunction | undefined>(),
  };
  #ajv: Ajv2020 | undefined;

  constructor(schemas: SchemasOf) {
    this.#schemas = schemas;
  }

  /** @returns undefined when the body is valid */
  body(operation: Operation, body: unknown): Invalid | undefined {
    const validate = this.#validator('body', operation);
    return !validate || validate(body) ? undefined : invalid('body', validate.errors ?? []);
  }

  /** @returns undefined when every declared query parameter is valid */
  query(operation: Operation, query: Record<string, string>): Invalid | undefined {
    const validate = this.#validator('query', operation);
    if (!validate) return undefined;
    const values: Record<string, unknown> = {};
    for (const {name, schema} of queryOf(operation)) {
      const value = Object.hasOwn(query, name) ? query[name] : undefined;
      if (value !== undefined) values[name] = typed(value, schema);
    }
    return validate(values) ? undefined : invalid('query', validate.errors ?? []);
  }

  #validator(part: 'body' | 'query', operation: Operation): ValidateFunction | undefined {
    const compiled = this.#compiled[part];
    if (compiled.has(operation.id)) return compiled.get(operation.id);
    const schema = this.#schemas[part](operation);
    const validate = schema && this.#compile(schema);
    compiled.set(operation.id, validate);
    return validate;
  }

  #compile(schema: Schema): ValidateFunction {
    if (!this.#ajv) {
      // It is loaded with the first request that needs it; most requests do not.
      const load = createRequire(import.meta.url);
      const {Ajv2020: Ajv} = load('ajv/dist/2020.js') as {Ajv2020: typeof Ajv2020};
      // The contract is valid: compiling the schema of schemas would take longer than everything else.
      this.#ajv = new Ajv({
        strict: false,
        allErrors: true,
        multipleOfPrecision: 6,
        // Errors include the value and the schema, which the journal shows.
        verbose: true,
        meta: false,
        validateSchema: false,
      });
      (load('ajv-formats') as (ajv: Ajv2020) => void)(this.#ajv);
    }
    return this.#ajv.compile(schema);
  }
}

const queryOf = ({parameters}: Operation): Parameter[] =>
  parameters.filter((parameter) => parameter.in === 'query');

/** Parses a query value as JSON when its schema describes another type than string. */
function typed(value: string, schema: Schema): unknown {
  const types = [schema.type ?? 'string'].flat();
  if ((types.includes('integer') || types.includes('number')) && /^-?\d+(\.\d+)?$/.test(value))
    return Number(value);
  if (types.includes('boolean') && /^(true|1|false|0)$/.test(value))
    return value === 'true' || value === '1';
  return value;
}

function invalid(where: 'body' | 'query', problems: ErrorObject[]): Invalid {
  const errors: Record<string, string[]> = {};
  for (const problem of problems) {
    const missing = problem.params['missingProperty'] as string | undefined;
    const path = [...tokens(problem.instancePath), ...(missing === undefined ? [] : [missing])];
    const field = path.join('.') || where;
    const message =
      missing === undefined
        ? `The ${field} field ${problem.message ?? 'is not valid'}.`
        : `The ${field} field is required.`;
    errors[field] = [...(errors[field] ?? []), message];
  }
  return {why: whyInvalid(where, problems), errors};
}
