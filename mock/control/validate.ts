import {Ajv2020, type ErrorObject, type ValidateFunction} from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {Problem} from './problem.ts';

export type Schema = Record<string, any>;

/**
 * Judges values by the schemas of the control plane's document; compiles each when it is first
 * needed.
 */
export class Validator {
  readonly #ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    strictTypes: false,
    verbose: true,
  });
  readonly #compiled = new Map<Schema, ValidateFunction>();

  constructor() {
    addFormats.default(this.#ajv, ['date-time']);
  }

  /**
   * @param where `body` or `query`
   * @throws Problem 422 that names the place and what would be right
   */
  check(schema: Schema, value: unknown, where: string): void {
    let validate = this.#compiled.get(schema);
    if (!validate) this.#compiled.set(schema, (validate = this.#ajv.compile(schema)));
    if (validate(value)) return;
    const error = validate.errors![0]!;
    throw new Problem(422, `${where}${error.instancePath}: ${said(error)}`, toDo(error));
  }
}

function said({keyword, params, message}: ErrorObject): string {
  if (keyword === 'additionalProperties')
    return `unknown member \`${params['additionalProperty']}\``;
  if (keyword === 'enum')
    return `must be one of ${(params['allowedValues'] as unknown[]).map((each) => JSON.stringify(each)).join(', ')}`;
  return message ?? 'is not as documented';
}

function toDo({parentSchema}: ErrorObject): string {
  const names = Object.keys((parentSchema as Schema | undefined)?.['properties'] ?? {});
  return names.length
    ? `there are ${names.map((name) => `\`${name}\``).join(', ')}; see GET /openapi.json`
    : 'see GET /openapi.json';
}
