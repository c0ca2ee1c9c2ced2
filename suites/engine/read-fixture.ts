import {Ajv2020, type ErrorObject} from 'ajv/dist/2020.js';
import {CONTROL_VERBS} from '../../spec/control.ts';
import {isObject} from '../../spec/json.ts';
import type {Specification} from '../../spec/specification.ts';
import {UsageError} from '../../spec/usage-error.ts';
import type {Api} from '../../spec/rule.ts';
import type {Call, Step} from '../../spec/step.ts';
import {readYaml} from '../target/yaml-file.ts';
import type {Fixture} from './fixture.ts';

const ROLES = [
  'full',
  'other-key',
  'read-only',
  'write-only',
  'tools-only',
  'second-workspace',
  'agent',
  'second-agent',
  'scopeless-agent',
  'admin',
  'second-admin',
  'second-store',
  'nobody',
  'unknown-credential',
];
const text = {type: 'string'};
const id = {type: 'string', minLength: 1};
const whole = {type: 'integer', minimum: 0};
const yes = {const: true};
const values = {type: 'object'};
const steps = {type: 'array', minItems: 1, items: {$ref: '#/$defs/step'}};
const until = {
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  properties: {
    status: {type: 'array', items: {type: 'integer'}},
    situation: text,
    rows: text,
    at: text,
    in: {type: 'array'},
    has: {},
    other: {type: 'integer'},
    not: {},
  },
};
const sequence = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    required: ['id', 'does'],
    additionalProperties: false,
    properties: {id: whole, does: text, on: whole},
  },
};
const kind = (step: string, required: string[], properties: object) => ({
  type: 'object',
  required: ['step', 'id', ...required],
  additionalProperties: false,
  properties: {step: {const: step}, id, ...properties},
});

const SCHEMA = {
  type: 'object',
  required: ['fixture', 'steps'],
  additionalProperties: false,
  properties: {
    fixture: id,
    rule: text,
    place: text,
    handles: {type: 'object', additionalProperties: {type: 'array', items: text}},
    sequence,
    steps,
  },
  $defs: {
    step: {
      type: 'object',
      required: ['step'],
      discriminator: {propertyName: 'step'},
      oneOf: [
        kind('call', ['api', 'op', 'as'], {
          api: {enum: ['workspace', 'store']},
          op: text,
          interface: {const: 'mcp'},
          as: {type: ['string', 'object']},
          present: {
            enum: [
              'other-scheme',
              'in-query',
              'as-store-token',
              'as-bearer',
              'in-an-agents-session',
              'another-end',
              'longer',
              'one-shorter',
            ],
          },
          path: values,
          query: values,
          headers: values,
          body: {},
          raw: text,
          tail: text,
          elsewhere: {},
          method: text,
          expects: text,
          until,
          optional: yes,
        }),
        kind('tools', ['as'], {as: {type: ['string', 'object']}}),
        kind('upload', ['url', 'headers', 'sample'], {
          url: {},
          headers: values,
          sample: text,
          resize: {type: 'integer'},
          omitHeaders: yes,
          expects: {enum: ['stored', 'storage-refused']},
          optional: yes,
        }),
        kind('download', ['url'], {
          url: {},
          expects: {enum: ['fetched', 'storage-refused']},
          optional: yes,
        }),
        kind('parallel', ['branches'], {branches: {type: 'array', minItems: 1, items: steps}}),
        kind('repeat', ['times', 'body'], {
          times: whole,
          until,
          first: whole,
          every: whole,
          unpaced: yes,
          body: steps,
        }),
        kind('walk', ['page', 'atMost'], {
          page: {$ref: '#/$defs/step'},
          atMost: {type: 'integer', minimum: 1},
          until,
          optional: yes,
          between: {
            type: 'object',
            required: ['after', 'body'],
            additionalProperties: false,
            properties: {after: whole, body: steps},
          },
        }),
        kind('advance', ['ms'], {ms: whole}),
        kind('control', ['verb', 'args'], {verb: {enum: Object.keys(CONTROL_VERBS)}, args: values}),
      ],
    },
  },
};

/** What a computed value has besides its name: see Val. */
const COMPUTED: Record<string, {with: string[]; of?: string[]}> = {
  $from: {with: ['at']},
  $sample: {with: ['at']},
  $sum: {with: []},
  $text: {with: []},
  $fresh: {
    with: ['n', 'depth', 'length'],
    of: ['email', 'external-id', 'file-name', 'text', 'password'],
  },
};

/**
 * Gives a reader of fixture files. What it reads is judged before anything is sent.
 * @throws UsageError (the reader) that names file, line and field and what would be right
 */
export function fixtureReader(
  specifications: Record<Api, Specification>,
): (file: string) => Fixture {
  const validate = new Ajv2020({discriminator: true, strict: false}).compile<Fixture>(SCHEMA);
  return (file) => {
    const {value: said, at} = readYaml(file);
    if (!validate(said)) throw complaint(validate.errors![0]!, at);
    const refuse = (pointer: string, right: string): never => {
      throw new UsageError(`${at(pointer)}: ${nameOf(pointer)}: ${right}`);
    };
    if (
      said.rule !== undefined &&
      !Object.values(specifications).some((specification) =>
        specification.rules.some((rule) => rule.id === said.rule),
      )
    )
      refuse('/rule', `\`${said.rule}\` is none of the catalogue (presscheck rules)`);
    const known = new Set<string>();
    judgeSteps(said.steps, '/steps', {specifications, refuse, known});
    for (const [name, [step]] of Object.entries(said.handles ?? {}))
      if (!known.has(String(step))) refuse(`/handles/${name}`, `no step is called \`${step}\``);
    said.sequence?.forEach(({id: command}, index) => {
      if (!said.handles?.[`c${command}`])
        refuse(`/sequence/${index}`, `no handle \`c${command}\` names its answer`);
    });
    return said;
  };
}

type Refuse = (pointer: string, right: string) => never;

const nameOf = (pointer: string): string => pointer.slice(1).replaceAll('/', '.') || 'the file';

function complaint(
  {instancePath, message, params}: ErrorObject,
  at: (pointer: string) => string,
): UsageError {
  const {additionalProperty, allowedValues, tag, tagValue} = params as Record<string, any>;
  const pointer = additionalProperty
    ? `${instancePath}/${additionalProperty}`
    : tag
      ? `${instancePath}/${tag}`
      : instancePath;
  const right = additionalProperty
    ? 'is no field here'
    : tag
      ? `${tagValue === undefined ? 'is needed' : `\`${tagValue}\` is no kind of step`}: one of call, tools, upload, download, parallel, repeat, walk, advance, control`
      : `${message}${allowedValues ? `: ${allowedValues.join(', ')}` : ''}`;
  return new UsageError(`${at(pointer)}: ${nameOf(pointer)} ${right}`);
}

interface Judging {
  specifications: Record<Api, Specification>;
  refuse: Refuse;
  /** Ids of the steps so far. */
  known: Set<string>;
}

/**
 * Steps in their order: operations and answers in the contract's words, values, and references to
 * what came before.
 */
function judgeSteps(steps: Step[], under: string, judging: Judging): void {
  steps.forEach((step, index) => {
    const pointer = `${under}/${index}`;
    const inner = step.step === 'call' ? [] : ['body', 'branches', 'between'];
    for (const [name, value] of Object.entries(step))
      if (!inner.includes(name)) judgeValue(value, `${pointer}/${name}`, judging);
    if (step.step === 'call') judgeCall(step, pointer, judging);
    if (step.step === 'walk') judgeCall(step.page, `${pointer}/page`, judging);
    if (step.step === 'repeat') judgeSteps(step.body, `${pointer}/body`, judging);
    if (step.step === 'parallel')
      step.branches.forEach((branch, at) =>
        judgeSteps(branch, `${pointer}/branches/${at}`, judging),
      );
    if (step.step === 'walk' && step.between)
      judgeSteps(step.between.body, `${pointer}/between/body`, judging);
    judging.known.add(step.id);
  });
}

function judgeCall(call: Call, pointer: string, {specifications, refuse}: Judging): void {
  const {operations} = specifications[call.api].contract;
  if (typeof call.as === 'string' && !ROLES.includes(call.as))
    refuse(`${pointer}/as`, `one of ${ROLES.join(', ')}`);
  const operation =
    operations[call.op] ?? refuse(`${pointer}/op`, `one of ${Object.keys(operations).join(', ')}`);
  const situations = operation.outcomes.map((outcome) => outcome.situation);
  if (call.expects !== undefined && !situations.includes(call.expects))
    refuse(`${pointer}/expects`, `one of ${situations.join(', ')}`);
  for (const {name} of operation.parameters.filter((parameter) => parameter.in === 'path'))
    if (call.path?.[name] === undefined && call.elsewhere === undefined)
      refuse(`${pointer}/path`, `${call.op} needs \`${name}\``);
}

function judgeValue(value: unknown, pointer: string, judging: Judging): void {
  if (typeof value !== 'object' || value === null) return;
  const names = isObject(value) ? Object.keys(value) : [];
  const dollar = names.find((name) => name.startsWith('$'));
  if (dollar !== undefined && isObject(value)) judgeComputed(value, dollar, pointer, judging);
  for (const [name, member] of Object.entries(value))
    judgeValue(member, `${pointer}/${name}`, judging);
}

function judgeComputed(
  value: Record<string, unknown>,
  name: string,
  pointer: string,
  {refuse, known}: Judging,
): void {
  const {with: beside, of} =
    COMPUTED[name] ??
    refuse(`${pointer}/${name}`, `a computed value is one of ${Object.keys(COMPUTED).join(', ')}`);
  const other = Object.keys(value).find((one) => one !== name && !beside.includes(one));
  if (other)
    refuse(`${pointer}/${other}`, `beside ${name} there is ${beside.join(', ') || 'nothing'}`);
  if (of && !of.includes(String(value[name])))
    refuse(`${pointer}/${name}`, `one of ${of.join(', ')}`);
  if (beside[0] === 'at' && typeof value.at !== 'string')
    refuse(pointer, '`at` is a JSON Pointer into it, such as /id');
  if (name === '$from' && !known.has(String(value.$from)))
    refuse(
      pointer,
      `no step before it is called \`${String(value.$from)}\`; there are ${[...known].join(', ') || 'none'}`,
    );
}
