import {createRequire} from 'node:module';
import type {Ajv2020, ErrorObject, ValidateFunction} from 'ajv/dist/2020.js';
import type {FormatsPlugin} from 'ajv-formats';
import {isObject} from '../../spec/json.ts';
import {nearest} from '../http/nearest.ts';
import {Problem} from './problem.ts';

/** A JSON Schema. */
export type Schema = Record<string, unknown>;

/** Where the schemas are. */
export const SEE_DOCUMENT = 'see GET /openapi.json';

/** A member of a value that is not as the schema says. */
export interface WrongMember {
  /** JSON pointer to the member. */
  pointer: string;
  message: string;
  todo: string;
  /** The name of an unknown member. */
  member?: string;
}

/** Validates requests by the schemas of the control plane's OpenAPI document, which are compiled on first use. */
export class Validator {
  #ajv: Ajv2020 | undefined;
  readonly #compiled = new Map<Schema, ValidateFunction>();
  /** Schemas of objects, by their members. */
  readonly #closed = new Map<Record<string, Schema>, Schema>();
  readonly #seeDocument: string;

  /** @param seeDocument where the schemas can be read, for messages */
  constructor(seeDocument = SEE_DOCUMENT) {
    this.#seeDocument = seeDocument;
  }

  /**
   * @param part of the request: `body` or `query`
   * @throws Problem 422 that names the wrong member and its allowed values
   */
  check(schema: Schema, value: unknown, part: string): void {
    const wrong = this.firstError(schema, value);
    if (wrong) throw new Problem(422, `${part}${wrong.pointer}: ${wrong.message}`, wrong.todo);
  }

  /**
   * Checks an object that may have these members and no others.
   * @param members the same object each time, for which the schema is compiled once
   * @throws as `check`
   */
  checkMembers(members: Record<string, Schema>, value: unknown, part: string): void {
    const schema = this.#closed.get(members) ?? {
      type: 'object',
      properties: members,
      additionalProperties: false,
    };
    this.#closed.set(members, schema);
    this.check(schema, value, part);
  }

  /** The first member that is not as a schema says; undefined for a valid value. */
  firstError(schema: Schema, value: unknown): WrongMember | undefined {
    const validate = this.#validatorOf(schema);
    if (validate(value)) return undefined;
    const error = tellingMost(validate.errors ?? []);
    if (!error) return {pointer: '', message: 'is not as documented', todo: this.#seeDocument};
    const unknown: unknown = error.params['additionalProperty'];
    return {
      pointer: error.instancePath,
      message: messageOf(error),
      todo: toDo(error, this.#seeDocument),
      ...(typeof unknown === 'string' && {member: unknown}),
    };
  }

  #validatorOf(schema: Schema): ValidateFunction {
    const validate = this.#compiled.get(schema) ?? this.#compiler().compile(schema);
    this.#compiled.set(schema, validate);
    return validate;
  }

  /** The library, which is loaded with the first request that needs it. */
  #compiler(): Ajv2020 {
    if (this.#ajv) return this.#ajv;
    const load = createRequire(import.meta.url);
    const {Ajv2020: Ajv} = load('ajv/dist/2020.js') as {Ajv2020: typeof Ajv2020};
    const addFormats = load('ajv-formats') as FormatsPlugin;
    this.#ajv = new Ajv({strict: true, strictRequired: false, strictTypes: false, verbose: true});
    addFormats(this.#ajv, ['date-time']);
    return this.#ajv;
  }
}

function messageOf({keyword, params, message, data, schema, parentSchema}: ErrorObject): string {
  if (keyword === 'additionalProperties') {
    const name = String(params['additionalProperty']);
    return `unknown member \`${name}\`${question(name, membersOf(parentSchema))}`;
  }
  if (keyword === 'enum') {
    const allowed = params['allowedValues'] as unknown[];
    const meant = typeof data === 'string' ? question(data, allowed.map(String)) : '';
    const listed = `must be one of ${allowed.map((value) => JSON.stringify(value)).join(', ')}`;
    return meant ? `unknown value \`${String(data)}\`${meant} It ${listed}` : listed;
  }
  if (isForm(keyword, parentSchema)) return `must be ${inSentence(parentSchema?.['description'])}`;
  return together(keyword, schema) ?? message ?? 'is not as documented';
}

/** A description in the middle of a sentence: `A path ...` begins with a small letter, `ISO 8601` does not. */
const inSentence = (description: unknown): string =>
  String(description).replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase());

/** Whether the description of a schema says of a text which form it has. */
const isForm = (keyword: string, schema: ErrorObject['parentSchema']): boolean =>
  keyword === 'pattern' && typeof schema?.['description'] === 'string';

/** The first error, or that of the choice of required members which it is a part of. */
const tellingMost = (errors: ErrorObject[]): ErrorObject | undefined =>
  errors.find(
    ({keyword, schema, instancePath}) =>
      instancePath === errors[0]?.instancePath && together(keyword, schema) !== undefined,
  ) ?? errors[0];

/** Which members go together, for a schema that is a choice of required ones. */
function together(keyword: string, schema: unknown): string | undefined {
  if (keyword !== 'oneOf') return undefined;
  const choices = (schema as Schema[]).map(({required}) => required as string[] | undefined);
  if (choices.includes(undefined)) return undefined;
  const named = choices.map((names) => names?.map((name) => `\`${name}\``).join(' and '));
  return `must have either ${named.join(', or ')}`;
}

/** Asks whether a similar name was meant: one that has more than half of its characters in common. */
function question(given: string, known: string[]): string {
  const near = nearest(given, known);
  return near && 2 * near.distance < given.length ? `: did you mean \`${near.text}\`?` : '';
}

const membersOf = (schema: ErrorObject['parentSchema']): string[] => {
  const properties: unknown = schema?.['properties'];
  return isObject(properties) ? Object.keys(properties) : [];
};

/** What the document says of a value, which tells more than its bounds alone. */
const descriptionOf = (
  schema: ErrorObject['parentSchema'],
  seeDocument: string,
): string | undefined => {
  const description: unknown = schema?.['description'];
  return typeof description === 'string' ? `${description}; ${seeDocument}` : undefined;
};

/** Lists the allowed members of the object in which the error occurred. */
function toDo({keyword, parentSchema}: ErrorObject, seeDocument: string): string {
  // The message has the description already.
  if (isForm(keyword, parentSchema)) return seeDocument;
  const names = membersOf(parentSchema);
  if (!names.length) return descriptionOf(parentSchema, seeDocument) ?? seeDocument;
  return `there are ${names.map((name) => `\`${name}\``).join(', ')}; ${seeDocument}`;
}
