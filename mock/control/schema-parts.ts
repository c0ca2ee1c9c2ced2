import type {Schema} from './validate.ts';

/** A short text. */
export const text: Schema = {type: 'string', minLength: 1, maxLength: 200};
/** A number of things to create. */
export const count = (maximum: number): Schema => ({type: 'integer', minimum: 1, maximum});
/** The content that a world is made with. */
export const template: Schema = {type: 'string', enum: ['suite', 'demo', 'empty']};
/** The number from which the ids of a world are derived. */
export const seed: Schema = {type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER};
/** An instant. */
export const instant: Schema = {
  type: 'string',
  format: 'date-time',
  description: 'ISO 8601 with zone, years 1970 to 2999',
};
/** An object without other members. */
export const object = (
  properties: Record<string, Schema>,
  required: string[] = [],
  more: Schema = {},
): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
  ...more,
});
/** A list. */
export const list = (items: Schema): Schema => ({type: 'array', items});
/** A schema in `components`, by name. */
export const ref = (name: string): Schema => ({$ref: `#/components/schemas/${name}`});
/** A response. Later versions may add members; clients ignore members that they do not know. */
export const responseOf = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
