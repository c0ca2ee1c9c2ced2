import type {Schema} from './schema.ts';

/** A schema in `components`, by name. */
export const ref = (name: string): Schema => ({$ref: `#/components/schemas/${name}`});

/** An object that has all of these members. */
export const object = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

export const list = (items: Schema): Schema => ({type: 'array', items});

/** Values by names that are data, for example by currency. */
export const mapOf = (additionalProperties: Schema): Schema => ({
  type: 'object',
  additionalProperties,
});

export const text: Schema = {type: 'string'};
export const flag: Schema = {type: 'boolean'};
export const integer: Schema = {type: 'integer'};
export const number: Schema = {type: 'number'};

/** A schema, or null. */
export const orNull = ({type = 'object', ...rest}: Schema): Schema => ({
  type: [type, 'null'].flat(),
  ...rest,
});

/** An instant in the form of the store: epoch seconds, local time and zone. */
export const dateObject: Schema = object({timestamp: integer, date: text, timezone: text});
