import type {ErrorObject} from 'ajv/dist/2020.js';
import {likeliest} from '../../../spec/likeliest.ts';
import {valueProblem} from './value-problem.ts';
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
  const misspelt = unknownFieldIn(error);
  if (misspelt !== undefined) return unknownField(source, error, misspelt);
  const {instancePath} = error;
  const hint = instancePath.startsWith('/credentials') ? SECRETS_HINT : '';
  const field = fieldName(instancePath) || 'the file';
  return source.mistakeOnLine(instancePath, `${field} ${valueProblem(error)}${hint}`);
}

/** Where a field is missing: another one in its place that the schema does not have. */
function unknownFieldIn({keyword, data, parentSchema, params}: ErrorObject): string | undefined {
  if (keyword !== 'required') return undefined;
  const {missingProperty} = params as {missingProperty: string};
  const {properties = {}} = parentSchema as {properties?: object};
  const unknown = Object.keys(data as object).filter((name) => !Object.hasOwn(properties, name));
  return unknown.find((name) => likeliest(name, Object.keys(properties)) === missingProperty);
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
