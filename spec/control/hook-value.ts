import type {Json} from '../json.ts';
import type {Schema} from '../schema.ts';

/** An argument of a hook or a member of its answer: its meaning, its type and an example. */
export interface HookValue {
  is: string;
  schema: Schema;
  example: Json;
  /** Whether it may be left out. */
  optional?: true;
}

/** A text that is not empty. */
export const text = (is: string, example: string): HookValue => ({
  is,
  schema: {type: 'string', minLength: 1},
  example,
});

/** An id, as the API shows it. */
export const id = (is: string, example: string | number): HookValue => ({
  is,
  schema: {type: ['string', 'integer'], minLength: 1},
  example,
});

/** A whole number. */
export const count = (is: string, example: number, minimum = 0): HookValue => ({
  is,
  schema: {type: 'integer', minimum},
  example,
});

/** True or false. */
export const flag = (is: string, example: boolean): HookValue => ({
  is,
  schema: {type: 'boolean'},
  example,
});

/** One of several words. */
export const word = (is: string, words: readonly string[]): HookValue => ({
  is,
  schema: {enum: [...words]},
  example: words[0] ?? '',
});

/** A list of values. */
export const listOf = (is: string, {schema, example}: HookValue): HookValue => ({
  is,
  schema: {type: 'array', items: schema},
  example: [example],
});

/** An object with these members. */
export const objectOf = (is: string, members: Readonly<Record<string, HookValue>>): HookValue => ({
  is,
  schema: answerSchema(members),
  example: exampleOf(members),
});

/** The same value, which may be null. */
export const orNull = (value: HookValue): HookValue => {
  const {type, enum: words} = value.schema;
  return {
    ...value,
    schema: {
      ...value.schema,
      ...(type !== undefined && {type: [type, 'null'].flat()}),
      ...(words && {enum: [...words, null]}),
    },
  };
};

/** The same value, which may be left out. */
export const optional = (value: HookValue): HookValue => ({...value, optional: true});

/** The JSON Schema of an object with these members; it may have others. */
export const answerSchema = (members: Readonly<Record<string, HookValue>>): Schema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(members).map(([name, {schema}]) => [name, schema])),
  required: Object.keys(members).filter((name) => !members[name]?.optional),
});

/** An example of an object with these members. */
export const exampleOf = (members: Readonly<Record<string, HookValue>>): Record<string, Json> =>
  Object.fromEntries(Object.entries(members).map(([name, {example}]) => [name, example]));
