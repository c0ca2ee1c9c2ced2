import type {ErrorObject} from 'ajv/dist/2020.js';
import {likeliest} from '../../../spec/likeliest.ts';
import {fieldName, type ConfigSource} from './source.ts';

const SECRETS_HINT = '; secrets are written as {env: NAME} or {file: PATH}, never plainly';

/**
 * A violation of the configuration's schema as a complaint: `FILE:LINE: FIELD MESSAGE`.
 * @param error of a validator that is `verbose`: the message needs the value and its schema
 */
export function schemaMistake(source: ConfigSource, error: ErrorObject | undefined): Error {
  if (!error) return source.mistakeOnLine('', 'the file is not valid');
  const {additionalProperty} = error.params as {additionalProperty?: string};
  if (additionalProperty !== undefined) return unknownField(source, error, additionalProperty);
  const {instancePath} = error;
  const hint = instancePath.startsWith('/credentials') ? SECRETS_HINT : '';
  const field = fieldName(instancePath) || 'the file';
  return source.mistakeOnLine(instancePath, `${field} ${problemOf(error)}${hint}`);
}

/** What is wrong with a value, without the name of its field. */
function problemOf(error: ErrorObject): string {
  const {instancePath, keyword, message, params, data} = error;
  const {allowedValues} = params as {allowedValues?: string[]};
  if (allowedValues) return `${message}: ${allowedValues.join(', ')}`;
  const {description} = error.parentSchema as {description?: string};
  if (keyword === 'pattern' && description) return `${description}${shownValue(data)}`;
  if (keyword !== 'type') return `${message}`;
  if (instancePath === '')
    return data === null ? 'is empty' : 'has to consist of fields, such as `name: staging`';
  return `${message}`.replace('must be object,array', 'has to be an object or a list of objects');
}

/** What stands where an address is expected; nothing when it may contain a secret. */
function shownValue(value: unknown): string {
  const text = String(value);
  return /[@?]/.test(text) ? '' : `; got ${text}`;
}

/** The complaint about a field that the schema does not have, with the fields that it has. */
function unknownField(source: ConfigSource, error: ErrorObject, name: string): Error {
  const {instancePath, data} = error;
  const pointer = `${instancePath}/${name}`;
  const field = fieldName(pointer);
  const {properties = {}} = error.parentSchema as {properties?: object};
  const names = Object.keys(properties);
  const suggestion = `did you mean ${likeliest(name, names)}?`;
  if (instancePath === '/credentials') {
    const roles = `the roles are ${names.join(', ')}`;
    return source.mistakeOnLine(pointer, `${field}: unknown role ${name}; ${suggestion} ${roles}`);
  }
  const {env, file} = data as {env?: unknown; file?: unknown};
  if (isSecret(names) && env !== undefined && file !== undefined)
    return source.mistake(instancePath, 'give `env` or `file`, not both');
  const known = isSecret(names) ? '' : `; ${suggestion} The fields here are ${names.join(', ')}`;
  const hint = instancePath.startsWith('/credentials') ? SECRETS_HINT : '';
  return source.mistakeOnLine(pointer, `${field} is not a field here${known}${hint}`);
}

/** Whether a schema with these properties is one of the two forms of a secret. */
const isSecret = ([first, ...others]: string[]): boolean =>
  others.length === 0 && (first === 'env' || first === 'file');
