/** A JSON Schema of an object. */
export interface ObjectSchema {
  type: 'object';
  [keyword: string]: unknown;
}
