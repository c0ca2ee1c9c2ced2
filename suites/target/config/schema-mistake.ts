import type {ErrorObject} from 'ajv/dist/2020.js';
import {likeliest} from '../../../spec/likeliest.ts';
import {PROFILE_SECTIONS} from '../../../spec/read-profile.ts';
import {asOneError} from '../../../spec/read-all.ts';
import type {UsageError} from '../../../spec/usage-error.ts';
import {valueProblem} from './value-problem.ts';
import {fieldName, type ConfigSource} from './source.ts';

const SECRETS_HINT = '; secrets are written as {env: NAME} or {file: PATH}, never plainly';

/** The most violations of the schema that are turned into messages. */
const MAX_VIOLATIONS = 100;

/**
 * The violations of the configuration's schema as complaints: `FILE:LINE: FIELD MESSAGE`.
 * @param errors of a validator that is `verbose`: the messages need the values and their schemas
 */
export function schemaError(source: ConfigSource, errors: readonly ErrorObject[]): UsageError {
  const first = firstOfEachUnion(errors.slice(0, MAX_VIOLATIONS));
  return asOneError(first.map((error) => schemaMistake(source, error)));
}

/**
 * The violations, without those that follow from another one: a value that fits none of several schemas violates
 * every one of them, and the first complaint is the best.
 */
function firstOfEachUnion(errors: readonly ErrorObject[]): ErrorObject[] {
  const unions = errors
    .filter(({keyword}) => keyword === 'anyOf')
    .map(({instancePath}) => instancePath);
  const unionAround = ({instancePath}: ErrorObject): string | undefined =>
    unions.find((union) => `${instancePath}/`.startsWith(`${union}/`));
  const seen = new Set<string>();
  return errors.filter((error) => {
    const union = unionAround(error);
    if (union === undefined) return true;
    if (seen.has(union)) return false;
    seen.add(union);
    return true;
  });
}

/** One violation as a complaint. */
function schemaMistake(source: ConfigSource, error: ErrorObject): UsageError {
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

/** The most names that a complaint lists; of the many hooks and samples, only the most similar is named. */
const MAX_NAMES = 15;

/** The complaint about a field that the schema does not have, with the fields that it has. */
function unknownField(source: ConfigSource, error: ErrorObject, name: string): UsageError {
  const {instancePath, data} = error;
  const pointer = `${instancePath}/${name}`;
  const field = fieldName(pointer);
  const {properties = {}} = error.parentSchema as {properties?: object};
  const names = Object.keys(properties);
  const elsewhere = instancePath === '' ? placesOf(name, properties) : [];
  const suggestion = elsewhere.length
    ? `it stands in ${elsewhere.join(' or ')}`
    : `did you mean ${likeliest(name, names)}?`;
  if (instancePath === '/credentials') {
    const roles = `the roles are ${names.join(', ')}`;
    return source.mistakeOnLine(pointer, `${field}: unknown role ${name}; ${suggestion} ${roles}`);
  }
  const {env, file} = data as {env?: unknown; file?: unknown};
  if (isSecret(names) && env !== undefined && file !== undefined)
    return source.mistake(instancePath, 'give `env` or `file`, not both');
  const others =
    names.length > MAX_NAMES || elsewhere.length ? '' : ` The fields here are ${names.join(', ')}`;
  const known = isSecret(names) ? '' : `; ${suggestion}${others}`;
  const hint = instancePath.startsWith('/credentials') ? SECRETS_HINT : '';
  return source.mistakeOnLine(pointer, `${field} is not a field here${known}${hint}`);
}

/** The sections that have a field which stands at the top of a file. */
function placesOf(name: string, sections: object): string[] {
  if (PROFILE_SECTIONS.includes(name)) return ['`profile` of `workspace` or `store`'];
  return Object.entries(sections as Record<string, {properties?: object}>)
    .filter(([, {properties = {}}]) => Object.hasOwn(properties, name))
    .map(([section]) => `\`${section}\``);
}

/** Whether a schema with these properties is one of the two forms of a secret. */
const isSecret = ([first, ...others]: string[]): boolean =>
  others.length === 0 && (first === 'env' || first === 'file');
