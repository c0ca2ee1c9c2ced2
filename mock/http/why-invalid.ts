import type {ErrorObject} from 'ajv/dist/2020.js';
import {isObject, tokens} from '../../spec/json.ts';
import type {Why} from '../operation.ts';
import {meantName, nearest} from './nearest.ts';

/** The values of members with such a name are not shown. */
const CONFIDENTIAL = /password|secret|token/i;

/** The maximum number of members of a body that are compared with a missing one. */
const MAX_NAMES = 50;

/** The maximum number of characters of a value that are shown. */
const MAX_VALUE_CHARS = 60;

/** The maximum number of problems that are described; more are only counted. */
const MAX_PROBLEMS = 8;

/**
 * Explains for the journal why a request does not match its schema, for example `expected size_bytes to be an integer;
 * got the string "10"; correct size_bytes`. Several problems are combined.
 *
 * @param problems the errors of the validator, with value and schema (`verbose`)
 */
export function whyInvalid(part: 'body' | 'query', problems: readonly ErrorObject[]): Why {
  const told = problems.slice(0, MAX_PROBLEMS).map((problem) => whyOf(part, problem));
  const left = problems.length - told.length;
  const all = (name: keyof Why, between: string): string =>
    [...new Set(told.map((why) => why[name]))].join(between);
  if (!told.length)
    return {expected: `a valid ${part}`, got: 'another', todo: `correct the ${part}`};
  const more = left > 0 ? `; ${left} more problems are not shown` : '';
  return {
    expected: all('expected', ' and '),
    got: all('got', ' and '),
    todo: all('todo', '; ') + more,
  };
}

function whyOf(part: 'body' | 'query', problem: ErrorObject): Why {
  const path = tokens(problem.instancePath);
  const missing = problem.params['missingProperty'] as string | undefined;
  if (missing !== undefined)
    return whyMissing(part, problem, [...path, missing].join('.'), missing);
  const field = path.join('.') || `the ${part}`;
  return {
    expected: `${field} ${requirementOf(problem)}`,
    got: shown(field, problem.data),
    todo: `correct ${field}`,
  };
}

function whyMissing(part: string, problem: ErrorObject, field: string, missing: string): Why {
  const {data, parentSchema} = problem;
  const given = isObject(data) ? Object.keys(data).slice(0, MAX_NAMES) : [];
  const known = Object.keys((parentSchema?.['properties'] as object | undefined) ?? {});
  const unknown = given.filter((name) => !known.includes(name));
  const meant = unknown.find((name) => resembles(name, missing));
  const there = given.length ? `has ${cut(given.join(', '))}` : 'has no members';
  const question = meant === undefined ? '' : `: did you mean ${missing} instead of ${cut(meant)}?`;
  const owner = part === 'query' ? 'the query' : 'the body';
  return {
    expected: field,
    got: 'none',
    todo: question ? `${owner} ${there}${question}` : `send ${field}`,
  };
}

/** Whether a name was probably meant to be another, for example `filename` for `original_filename`. */
const resembles = (name: string, wanted: string): boolean =>
  meantName(name, [wanted]) !== undefined || (name.length > 3 && isNear(name, wanted));

const isNear = (name: string, wanted: string): boolean => {
  const near = nearest(name.slice(0, 100), [wanted]);
  return near !== undefined && 2 * near.distance < name.length;
};

/** Describes what a schema requires, for example `to be an integer` or `to match format "email"`. */
function requirementOf({keyword, params, message = 'must be valid'}: ErrorObject): string {
  if (keyword === 'type') return `to be ${[params['type']].flat().map(withArticle).join(' or ')}`;
  if (keyword === 'enum') {
    const values = params['allowedValues'] as unknown[];
    return `to be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  }
  if (keyword === 'additionalProperties')
    return `without the member ${cut(String(params['additionalProperty']))}`;
  return message.replace(/^must NOT /, 'not to ').replace(/^must /, 'to ');
}

const withArticle = (type: string): string => {
  if (type === 'null') return type;
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
};

/** Describes a value with its type, for example `the string "10"`. */
function shown(field: string, value: unknown): string {
  if (value === undefined) return 'none';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  if (CONFIDENTIAL.test(field)) return `a ${typeof value} that is not shown`;
  return `the ${typeof value} ${cut(JSON.stringify(value))}`;
}

const cut = (text: string): string =>
  text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}...` : text;
