import {Ajv2020, type ErrorObject, type ValidateFunction} from 'ajv/dist/2020.js';
import type {Contract, Outcome} from '../../../spec/contract.ts';
import {at, toText} from '../../../spec/json.ts';
import {schemaAt, type Schema} from '../../../spec/schema.ts';
import {giveFormats} from '../../values/formats.ts';

/** An outcome for which the document shows a body. */
export type OutcomeWithBody = Outcome & {schema: Schema; schemaAt: string};

/** Validates bodies of responses by the schemas of a contract. A schema is compiled when first needed. */
export class BodyValidator {
  readonly #contract: Contract;
  readonly #ajv: Ajv2020;
  /** By JSON Pointer of the schema in the document. */
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(contract: Contract) {
    this.#contract = contract;
    // The schemas are not validated here: compiling the meta-schema would take longer than all else.
    this.#ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      multipleOfPrecision: 6,
      meta: false,
      validateSchema: false,
    });
    giveFormats(this.#ajv);
    this.#ajv.addSchema(contract.document, contract.api);
  }

  /** What is wrong with a body by the schema of an outcome. */
  errors(outcome: OutcomeWithBody, body: unknown): ErrorObject[] {
    const validate = this.#validatorOf(outcome);
    if (validate(body)) return [];
    return (validate.errors ?? []).filter((error) => !this.#mayBeAbsent(error, outcome, body));
  }

  /** Whether an error is about a missing member of an object whose list is empty (`x-absent-while-empty`). */
  #mayBeAbsent(error: ErrorObject, {schema}: OutcomeWithBody, body: unknown): boolean {
    if (error.keyword !== 'required') return false;
    const member = schemaAt(this.#contract.document, schema, pointerOf(error));
    const list = member?.['x-absent-while-empty'];
    if (list === undefined) return false;
    const rows = at(body, `${error.instancePath}/${list}`);
    return Array.isArray(rows) && rows.length === 0;
  }

  #validatorOf({schemaAt: pointer}: OutcomeWithBody): ValidateFunction {
    const known = this.#compiled.get(pointer);
    if (known) return known;
    const fragment = pointer.split('/').map(encodeURIComponent).join('/');
    const validate = this.#ajv.compile({$ref: `${this.#contract.api}#${fragment}`});
    this.#compiled.set(pointer, validate);
    return validate;
  }
}

/** The pointer of an error in the body; for a missing member, its own pointer. */
export function pointerOf({keyword, instancePath, params}: ErrorObject): string {
  if (keyword !== 'required') return instancePath;
  return `${instancePath}/${toText(params['missingProperty'])}`;
}
