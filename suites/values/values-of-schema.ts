import * as fc from 'fast-check';
import type {Contract} from '../../spec/contract.ts';
import {resolve, type Schema} from '../../spec/schema.ts';
import type {Val} from '../../spec/step.ts';
import {booleans, days, freshValues, integers, oneOf, texts, type Values} from './values.ts';

/** Numbers that services keep in too small a type. */
const LARGE = 2 ** 31;

/**
 * The surely valid values of a member of a request's body, by its schema.
 * @param member its name, for example `sessions_limit`
 * @throws Error for a member that the request does not have, and for a schema without known values
 */
export function valuesOfMember(contract: Contract, op: string, member: string): Values {
  const request = contract.operations[op]?.request;
  const schema = request && resolve(contract.document, request).properties?.[member];
  if (!schema) throw new Error(`${op} takes no member ${member}`);
  const values = valuesOfSchema(resolve(contract.document, schema));
  if (!values) throw new Error(`${op} ${member}: no values are known for its schema`);
  return values;
}

/** The surely valid values of a schema; undefined where nothing is known about them. */
export function valuesOfSchema(schema: Schema): Values | undefined {
  const {enum: listed, minimum, maximum, format} = schema;
  if (listed) return oneOf(...(listed as [Val, ...Val[]]));
  switch ([schema.type].flat()[0]) {
    case 'boolean':
      return booleans;
    case 'integer':
      return integers(minimum ?? 1, maximum ?? LARGE);
    case 'string':
      if (format === 'date') return days;
      return format === 'email' ? freshValues('email') : textsWithin(schema);
    default:
      return undefined;
  }
}

/** Texts of the dictionary that a schema allows, and those that fill its bounds. */
function textsWithin({minLength = 0, maxLength}: Schema): Values<string> {
  const fits = (text: string): boolean =>
    text.length >= minLength && (maxLength === undefined || text.length <= maxLength);
  const fitting = Object.entries(texts.classes).filter(([, values]) =>
    fc.sample(values, {seed: 1, numRuns: 1}).every(fits),
  );
  const bounds: Record<string, fc.Arbitrary<string>> = {
    ...(minLength > 1 && {'the least length': fc.constant('x'.repeat(minLength))}),
    ...(maxLength !== undefined && {'the greatest length': fc.constant('x'.repeat(maxLength))}),
  };
  return {plain: texts.plain, classes: {...Object.fromEntries(fitting), ...bounds}};
}
