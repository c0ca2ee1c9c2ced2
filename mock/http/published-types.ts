import {isObject} from '../../spec/json.ts';
import type {Schema} from '../../spec/schema.ts';

/** Keywords that only say something about values of these types. */
const OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  pattern: ['string'],
  format: ['string'],
  minLength: ['string'],
  maxLength: ['string'],
  minimum: ['integer', 'number'],
  maximum: ['integer', 'number'],
  items: ['array'],
  minItems: ['array'],
  maxItems: ['array'],
  properties: ['object'],
  required: ['object'],
  additionalProperties: ['object'],
};

/**
 * Returns a schema in which every value has one type, or one and null: of several that the contract allows, the first
 * is the mock's. Lists have `items`, and enumerations and constants a type. Client generators refuse the rest.
 * @param isRequest whether values are sent to the mock: it accepts all types, so the description names the others
 */
export function withOneType(schema: Schema, isRequest: boolean): Schema {
  const {not: _not, ...rest} = schema;
  const [type, ...others] = typesOf(schema).filter((one) => one !== 'null');
  const isNullable = typesOf(schema).includes('null');
  const entries = Object.entries(rest)
    .filter(([key]) => type === undefined || (OF_TYPE[key]?.includes(type) ?? true))
    .map(([key, value]): [string, unknown] => [key, within(key, value, isRequest)]);
  return {
    ...Object.fromEntries(entries),
    ...(type !== undefined && {type: isNullable ? [type, 'null'] : type}),
    ...(type === 'array' && !schema.items && {items: {}}),
    ...(isRequest && others.length && {description: withOthers(schema, others)}),
  };
}

/** The types that a schema names, or that its values have. */
function typesOf({type, enum: values, const: only}: Schema): string[] {
  if (type !== undefined) return [type].flat();
  const listed = values ?? (only === undefined ? [] : [only]);
  return [...new Set(listed.map(typeOf))];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

const withOthers = ({description, pattern}: Schema, others: string[]): string =>
  [
    ...(description === undefined ? [] : [`${description}.`.replace(/\.\.$/, '.')]),
    `Also accepted: ${others.join(', ')}${pattern === undefined ? '' : ` (${pattern})`}.`,
  ].join(' ');

function within(key: string, value: unknown, isRequest: boolean): unknown {
  const narrowed = (schema: unknown): unknown =>
    isObject(schema) ? withOneType(schema as Schema, isRequest) : schema;
  if (key === 'properties' && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, narrowed(one)]));
  if (key === 'items' || key === 'additionalProperties') return narrowed(value);
  return key === 'allOf' || key === 'anyOf' ? (value as unknown[]).map(narrowed) : value;
}
