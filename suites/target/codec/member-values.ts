import {Ajv2020, type ValidateFunction} from 'ajv/dist/2020.js';
import {resolve, type Schema} from '../../../spec/schema.ts';
import {giveFormats} from '../../values/formats.ts';

/** Judges values of single members by their schemas. A schema is compiled when first needed. */
export class MemberValues {
  readonly #document: object;
  readonly #compiled = new Map<Schema, ValidateFunction>();
  #ajv: Ajv2020 | undefined;

  constructor(document: object) {
    this.#document = document;
  }

  /** Whether a member can have a value. Members and items of the value are ignored. */
  fits(member: Schema, value: unknown): boolean {
    const schema = resolve(this.#document, member);
    const known = this.#compiled.get(schema) ?? this.#validator().compile(shallow(schema));
    this.#compiled.set(schema, known);
    return known(value);
  }

  #validator(): Ajv2020 {
    if (this.#ajv) return this.#ajv;
    const options = {strict: false, meta: false, validateSchema: false} as const;
    this.#ajv = new Ajv2020(options);
    giveFormats(this.#ajv);
    return this.#ajv;
  }
}

/** A schema without its keywords about members and items. */
function shallow({
  items: _items,
  properties,
  required: _required,
  allOf,
  ...schema
}: Schema): Schema {
  const isObject = properties !== undefined || allOf !== undefined;
  return isObject ? {type: 'object', ...schema} : schema;
}
