import type {ErrorObject} from 'ajv/dist/2020.js';
import {likeliest} from '../../../spec/likeliest.ts';

/**
 * What is wrong with a value of a configuration, without the name of its field: `has to be a whole
 * number; got 2m`. A value that may contain a secret is not shown.
 * @param error of a validator that is `verbose`
 */
export function valueProblem(error: ErrorObject): string {
  const {instancePath, keyword, message, params, data} = error;
  const {description, pattern} = error.parentSchema as Described;
  const {allowedValues, missingProperty} = params as Params;
  if (allowedValues) return unknownChoice(allowedValues, data);
  if (missingProperty !== undefined) return missing(missingProperty);
  if (description && (keyword === 'pattern' || pattern !== undefined))
    return `${description}${shown(error)}`;
  if (TOO_SHORT.has(keyword)) return tooShort(keyword, params as Params);
  if (keyword === 'minimum') return `has to be ${(params as Params).limit} or more${shown(error)}`;
  if (keyword !== 'type') return `${message}`;
  if (instancePath === '')
    return data === null ? 'is empty' : 'has to consist of fields, such as `name: staging`';
  return `${wantedType(error)}${spaceMissing(data) ?? shown(error)}`;
}

/** Examples of fields that a file needs. */
const EXAMPLES: Readonly<Record<string, string>> = {
  name: 'name: staging',
  base_url: 'base_url: https://host',
  credentials:
    'credentials: {full: {env: WORKSPACE_KEY}}` or `credentials: {admin: {env: STORE_TOKEN}}',
};

function missing(field: string): string {
  const example = EXAMPLES[field];
  return `lacks the field \`${field}\`${example === undefined ? '' : `; for example \`${example}\``}`;
}

interface Params {
  allowedValues?: string[];
  missingProperty?: string;
  limit?: number;
}

interface Described {
  properties?: object;
  description?: string;
  pattern?: string;
}

const TOO_SHORT: ReadonlySet<string> = new Set(['minLength', 'minItems', 'minProperties']);

function tooShort(keyword: string, {limit = 1}: Params): string {
  if (limit < 2) return 'may not be empty';
  return `needs at least ${limit} ${keyword === 'minLength' ? 'characters' : 'entries'}`;
}

/** Types of JSON Schema in words. */
const TYPES: Record<string, string> = {
  array: 'a list in brackets, such as [a, b]',
  boolean: 'true or false',
  integer: 'a whole number, without a unit',
  'integer,string': 'a text or a number',
  number: 'a number, without a unit',
  'object,array': 'an object or a list of objects',
  string: 'a text',
};

function wantedType({schema, parentSchema}: ErrorObject): string {
  const type = String(schema).replace(/,null$/, '');
  if (type !== 'object') return `has to be ${TYPES[type] ?? `of the type ${type}`}`;
  const {properties = {}, description} = parentSchema as Described;
  if (description !== undefined) return description;
  return `has to have fields on lines of their own (${Object.keys(properties).join(', ')})`;
}

/** A text such as `base_url:http://...`: without a space YAML takes it for one text. */
function spaceMissing(data: unknown): string | undefined {
  const name = typeof data === 'string' ? /^([a-z_-]+):\S/.exec(data)?.[1] : undefined;
  if (name === undefined || /^https?$/.test(name)) return undefined;
  return `; put a space behind the colon of \`${name}:\``;
}

function unknownChoice(choices: readonly string[], data: unknown): string {
  const nearest = likeliest(String(data), [...choices]);
  return `has no such choice; did you mean ${nearest}? There are ${choices.join(', ')}`;
}

/** What stands there; nothing when it may contain a secret. */
function shown({instancePath, data}: ErrorObject): string {
  const text = typeof data === 'object' ? '' : String(data);
  const mayBeSecret = /^\/(credentials|hooks)\b/.test(instancePath) || /[@?]/.test(text);
  return text === '' || mayBeSecret ? '' : `; got ${text}`;
}
