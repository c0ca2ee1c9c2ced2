import {createRequire} from 'node:module';
import type {Ajv2020, ErrorObject, ValidateFunction} from 'ajv/dist/2020.js';
import type {Contract, Operation} from '../../spec/contract.ts';
import {tokens} from '../../spec/json.ts';
import {resolve, type Schema} from '../../spec/schema.ts';
import type {Defect} from '../defect.ts';
import type {Why} from '../operation.ts';

type SchemaDefect = Extract<Defect, {seam: 'schema'}>;

/** A request that is not valid: for the journal, and by field. */
export interface Invalid {
  why: Why;
  errors: Record<string, string[]>;
}

/** Judges requests by the contract's schemas; each is compiled when it is first needed. */
export class RequestSchemas {
  readonly #contract: Contract;
  readonly #defects: readonly SchemaDefect[];
  readonly #bodies = new Map<string, ValidateFunction>();
  readonly #queries = new Map<string, ValidateFunction>();
  #ajv: Ajv2020 | undefined;

  constructor(contract: Contract, defects: readonly SchemaDefect[] = []) {
    this.#contract = contract;
    this.#defects = defects;
  }

  /** @returns undefined when the body is valid */
  body(operation: Operation, body: unknown): Invalid | undefined {
    if (!operation.request) return undefined;
    let validate = this.#bodies.get(operation.id);
    if (!validate)
      this.#bodies.set(
        operation.id,
        (validate = this.#compile(this.#schema(operation, operation.request, ''))),
      );
    return validate(body) ? undefined : invalid('body', validate.errors ?? []);
  }

  /** @returns undefined when every declared query parameter is valid */
  query(operation: Operation, query: Record<string, string>): Invalid | undefined {
    if (!operation.parameters.some((parameter) => parameter.in === 'query')) return undefined;
    const declared = operation.parameters.filter((parameter) => parameter.in === 'query');
    let validate = this.#queries.get(operation.id);
    if (!validate) {
      const schema: Schema = {
        type: 'object',
        properties: Object.fromEntries(
          declared.map((parameter) => [parameter.name, parameter.schema]),
        ),
        required: declared
          .filter((parameter) => parameter.required)
          .map((parameter) => parameter.name),
      };
      this.#queries.set(
        operation.id,
        (validate = this.#compile(this.#schema(operation, schema, 'query'))),
      );
    }
    const read = Object.fromEntries(
      declared
        .filter(({name}) => Object.hasOwn(query, name))
        .map(({name, schema}) => [name, typed(query[name]!, schema)]),
    );
    return validate(read) ? undefined : invalid('query', validate.errors ?? []);
  }

  #schema(operation: Operation, schema: Schema, part: '' | 'query'): Schema {
    const whole = inlined(this.#contract.document, schema);
    for (const defect of this.#defects)
      if (defect.in === operation.id && defect.pointer.startsWith(`${part}/`))
        patch(whole, {...defect, pointer: defect.pointer.slice(part.length)});
    return whole;
  }

  #compile(schema: Schema): ValidateFunction {
    if (!this.#ajv) {
      // Loaded with the first request that needs it: most answers of a fresh mock do not.
      const load = createRequire(import.meta.url);
      const {Ajv2020: Ajv} = load('ajv/dist/2020.js') as {Ajv2020: typeof Ajv2020};
      // The contract was judged when it was written: to compile the schema of schemas takes longer
      // than all of it.
      this.#ajv = new Ajv({
        strict: false,
        allErrors: true,
        multipleOfPrecision: 6,
        meta: false,
        validateSchema: false,
      });
      (load('ajv-formats') as (ajv: Ajv2020) => void)(this.#ajv);
    }
    return this.#ajv.compile(schema);
  }
}

/** A query value as JSON, where its schema asks for something else than text. */
function typed(value: string, schema: Schema): unknown {
  const types = [schema.type ?? 'string'].flat();
  if ((types.includes('integer') || types.includes('number')) && /^-?\d+(\.\d+)?$/.test(value))
    return Number(value);
  if (types.includes('boolean') && /^(true|1|false|0)$/.test(value))
    return value === 'true' || value === '1';
  return value;
}

/** A schema without references. */
function inlined(document: object, schema: Schema): Schema {
  const node = resolve(document as any, schema as any) as Schema;
  const copy: Schema = {...node};
  if (node.properties)
    copy.properties = Object.fromEntries(
      Object.entries(node.properties).map(([name, member]) => [name, inlined(document, member)]),
    );
  if (node.items) copy.items = inlined(document, node.items);
  if (node.allOf) copy.allOf = node.allOf.map((part) => inlined(document, part));
  return copy;
}

function patch(schema: Schema, {pointer, keyword, as}: SchemaDefect): void {
  const path = tokens(pointer);
  const last = path.at(-1);
  let node: any = schema;
  for (const token of keyword === 'required' ? path.slice(0, -1) : path)
    node = token === '*' ? node.items : node.properties[token];
  if (keyword === 'required')
    node.required = [
      ...(node.required ?? []).filter((name: string) => name !== last),
      ...(as === true ? [last] : []),
    ];
  else if (as === undefined) delete node[keyword];
  else node[keyword] = as;
}

function invalid(where: string, problems: ErrorObject[]): Invalid {
  const errors: Record<string, string[]> = {};
  for (const problem of problems) {
    const missing = problem.params['missingProperty'] as string | undefined;
    const path = [...tokens(problem.instancePath), ...(missing === undefined ? [] : [missing])];
    const field = path.join('.') || where;
    const told =
      missing === undefined
        ? `The ${field} field ${problem.message ?? 'is not valid'}.`
        : `The ${field} field is required.`;
    (errors[field] ??= []).push(told);
  }
  const [field, [first] = []] = Object.entries(errors)[0] ?? [where];
  return {
    why: {
      expected: first ?? 'a valid request',
      got: `another ${where} at ${field}`,
      todo: `mend ${field}`,
    },
    errors,
  };
}
