import {Ajv2020, type ErrorObject} from 'ajv/dist/2020.js';
import type {Specification} from '../../spec/specification.ts';
import {UsageError} from '../../spec/usage-error.ts';
import type {Api} from '../../spec/rule.ts';
import {readYaml} from '../target/yaml-file.ts';
import type {Fixture} from './fixture.ts';
import {FIXTURE_SCHEMA} from './fixture-schema.ts';
import {judgeSteps, type Judging} from './fixture-steps.ts';

/**
 * Gives a reader of fixture files. It judges what it reads, before anything is sent.
 * @returns the reader; it throws a UsageError that names file, line and field and what would be
 * right
 */
export function fixtureReader(
  specifications: Record<Api, Specification>,
): (file: string) => Fixture {
  const ajv = new Ajv2020({discriminator: true, strict: false});
  const validate = ajv.compile<Fixture>(FIXTURE_SCHEMA);
  return (file) => {
    const {value: fixture, at} = readYaml(file);
    if (!validate(fixture)) throw complaint(validate.errors, at);
    const refuse = (pointer: string, right: string): never => {
      throw new UsageError(`${at(pointer)}: ${nameOf(pointer)}: ${right}`);
    };
    judgeFixture(fixture, {specifications, refuse, known: new Set()});
    return fixture;
  };
}

function judgeFixture({rule, steps, handles = {}, sequence = []}: Fixture, judging: Judging): void {
  const {specifications, refuse, known} = judging;
  const catalogue = Object.values(specifications).flatMap(({rules}) => rules);
  if (rule !== undefined && !catalogue.some(({id}) => id === rule))
    refuse('/rule', `\`${rule}\` is none of the catalogue (presscheck rules)`);
  judgeSteps(steps, '/steps', judging);
  for (const [name, [step]] of Object.entries(handles))
    if (!known.has(String(step))) refuse(`/handles/${name}`, `no step is called \`${step}\``);
  sequence.forEach(({id, atOnce}, index) => {
    // Of commands given at the same moment the first has the handle of all.
    if (!atOnce && !handles[`c${id}`])
      refuse(`/sequence/${index}`, `no handle \`c${id}\` names its response`);
  });
}

const nameOf = (pointer: string): string => pointer.slice(1).replaceAll('/', '.') || 'the file';

/** The first error of a schema as a sentence that names file, line and field. */
function complaint(
  errors: ErrorObject[] | null | undefined,
  at: (pointer: string) => string,
): UsageError {
  const {field, right} = errors?.[0] ? complaintOf(errors[0]) : {field: '', right: 'is not valid'};
  return new UsageError(`${at(field)}: ${nameOf(field)} ${right}`);
}

const KINDS_OF_STEP =
  'one of call, tools, upload, download, parallel, repeat, walk, advance, control';

/** The field that is wrong, and what would be right. */
function complaintOf({instancePath, message, params}: ErrorObject): {
  field: string;
  right: string;
} {
  const {additionalProperty, allowedValues, tag, tagValue} = params as {
    additionalProperty?: string;
    allowedValues?: unknown[];
    tag?: string;
    tagValue?: unknown;
  };
  if (additionalProperty !== undefined)
    return {field: `${instancePath}/${additionalProperty}`, right: 'is no field here'};
  if (tag !== undefined) {
    const wrong =
      tagValue === undefined ? 'is needed' : `\`${String(tagValue)}\` is no kind of step`;
    return {field: `${instancePath}/${tag}`, right: `${wrong}: ${KINDS_OF_STEP}`};
  }
  const allowed = allowedValues ? `: ${allowedValues.join(', ')}` : '';
  return {field: instancePath, right: `${message}${allowed}`};
}
