import {Ajv2020, type ErrorObject} from 'ajv/dist/2020.js';
import type {Contract} from '../../spec/contract.ts';
import type {Schema} from '../../spec/schema.ts';
import {giveFormats} from '../../suites/values/formats.ts';

/** A list that is longer than any maximum of the documents. */
const LONG_LIST = Array.from({length: 60}, () => ({}));

/** Values that violate some keyword, the simplest first. */
const VALUES: unknown[] = [
  0,
  -1,
  'none of these',
  '',
  true,
  7.5,
  [],
  {a: 1},
  {a: {}},
  LONG_LIST,
  ['x'],
  null,
  'error',
  1000000,
];

/**
 * Finds a value that violates the keyword of a schema and, if possible, no other keyword.
 * @returns undefined when none is known
 */
export function breakingValue(contract: Contract, schema: Schema, keyword: string): unknown {
  const validate = validatorOf(contract).compile(referring(schema) as Schema);
  const excluded = schema.not?.enum ?? [];
  const broken: {value: unknown; isAlone: boolean}[] = [];
  for (const value of [...excluded, ...VALUES]) {
    if (validate(value)) continue;
    const errors = validate.errors ?? [];
    if (!errors.some((error) => isNear(error, keyword))) continue;
    broken.push({value, isAlone: errors.every((error) => error.keyword === keyword)});
  }
  return (broken.find(({isAlone}) => isAlone) ?? broken[0])?.value;
}

/** The validator of each contract: compiling its components for every mark would take seconds. */
const VALIDATORS = new WeakMap<Contract, Ajv2020>();

/** The name under which a validator knows its contract. */
const CONTRACT = 'contract';

function validatorOf(contract: Contract): Ajv2020 {
  const known = VALIDATORS.get(contract);
  if (known) return known;
  const ajv = new Ajv2020({strict: false, allErrors: true, meta: false, validateSchema: false});
  giveFormats(ajv);
  ajv.addSchema({components: contract.document.components}, CONTRACT);
  VALIDATORS.set(contract, ajv);
  return ajv;
}

/** A schema whose references are to the contract that the validator knows. */
const referring = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, inner: unknown) =>
      name === '$ref' && typeof inner === 'string' ? CONTRACT + inner : inner,
    ),
  );

/** Whether an error is about the keyword, at the value or one level below it. */
const isNear = (error: ErrorObject, keyword: string): boolean =>
  error.keyword === keyword && error.instancePath.split('/').length <= 2;
