import {isObject} from '../../spec/json.ts';
import {likeliest} from '../../spec/likeliest.ts';
import type {Specification} from '../../spec/specification.ts';
import type {Api} from '../../spec/rule.ts';
import type {Call, Step} from '../../spec/step.ts';
import {VALUE_CLASSES, type ValueKind} from '../values/value-classes.ts';
import {ROLES} from './fixture-schema.ts';

/** Which members stand beside the name of a computed value (see `Val`), and what its kinds are. */
const COMPUTED: Record<string, {beside: string[]; kinds?: string[]}> = {
  $from: {beside: ['at']},
  $sample: {beside: ['at', 'valueClass', 'stem']},
  $sum: {beside: []},
  $day: {beside: []},
  $text: {beside: []},
  $link: {beside: []},
  $lacking: {beside: []},
  $row: {beside: []},
  $fresh: {
    beside: ['n', 'depth', 'length', 'valueClass'],
    kinds: [
      'email',
      'external-id',
      'file-name',
      'plan-name',
      'title',
      'content-id',
      'text',
      'password',
      'idempotency-key',
    ],
  },
};

/** What the steps of a fixture are checked with. */
export interface Judging {
  specifications: Record<Api, Specification>;
  /** @throws UsageError that names file, line and field, and what would be right */
  refuse(pointer: string, right: string): never;
  /** Ids of the steps so far. */
  known: Set<string>;
}

/**
 * Checks steps in their order against the contracts: operations and situations in the contract's
 * words, computed values, and references to earlier steps.
 * @param under JSON Pointer of the list of steps in the fixture
 * @throws UsageError for the first that is not right
 */
export function judgeSteps(steps: Step[], under: string, judging: Judging): void {
  steps.forEach((step, index) => {
    const pointer = `${under}/${index}`;
    const inner = step.step === 'call' ? [] : ['body', 'branches', 'between'];
    for (const [name, value] of Object.entries(step))
      if (!inner.includes(name)) judgeValue(value, `${pointer}/${name}`, judging);
    judgeInside(step, pointer, judging);
    if (judging.known.has(step.id))
      judging.refuse(
        `${pointer}/id`,
        `another step is called \`${step.id}\`; give each its own id`,
      );
    judging.known.add(step.id);
  });
}

/** Judges the call that a step is, and the steps inside it. */
function judgeInside(step: Step, pointer: string, judging: Judging): void {
  switch (step.step) {
    case 'call':
      judgeCall(step, pointer, judging);
      return;
    case 'upload':
    case 'download':
      judgeLink(step.url, `${pointer}/url`, judging);
      return;
    case 'repeat':
      judgeSteps(step.body, `${pointer}/body`, judging);
      return;
    case 'parallel':
      step.branches.forEach((branch, index) =>
        judgeSteps(branch, `${pointer}/branches/${index}`, judging),
      );
      return;
    case 'walk':
      judgeCall(step.page, `${pointer}/page`, judging);
      judgeSteps(step.between?.body ?? [], `${pointer}/between/body`, judging);
      return;
    default:
  }
}

function judgeCall(call: Call, pointer: string, {specifications, refuse}: Judging): void {
  const {operations} = specifications[call.api].contract;
  if (typeof call.as === 'string' && !ROLES.includes(call.as))
    refuse(`${pointer}/as`, oneOf(ROLES));
  const operation =
    (Object.hasOwn(operations, call.op) ? operations[call.op] : undefined) ??
    refuse(`${pointer}/op`, noOperation(call.op, Object.keys(operations)));
  const situations = operation.outcomes.map((outcome) => outcome.situation);
  if (call.expects !== undefined && !situations.includes(call.expects))
    refuse(`${pointer}/expects`, oneOf(situations));
  if (call.elsewhere !== undefined) return;
  for (const {name} of operation.parameters.filter((parameter) => parameter.in === 'path'))
    if (call.path?.[name] === undefined) refuse(`${pointer}/path`, `${call.op} needs \`${name}\``);
}

/** Where a file is sent to or fetched from is never the fixture's choice: a response has said it. */
function judgeLink(url: unknown, pointer: string, {refuse}: Judging): void {
  const place = isObject(url) && isObject(url.$link) ? url.$link.place : url;
  if (!isObject(place) || place.$from === undefined)
    refuse(pointer, 'is a link that a step before it got: {$from: STEP, at: /upload_url}');
}

function judgeValue(value: unknown, pointer: string, judging: Judging): void {
  if (typeof value !== 'object' || value === null) return;
  if (isObject(value)) {
    const name = Object.keys(value).find((one) => one.startsWith('$'));
    if (name !== undefined) judgeComputed(value, name, pointer, judging);
  }
  for (const [name, member] of Object.entries(value))
    judgeValue(member, `${pointer}/${name}`, judging);
}

function judgeComputed(
  value: Record<string, unknown>,
  name: string,
  pointer: string,
  {refuse, known}: Judging,
): void {
  const {beside, kinds} =
    COMPUTED[name] ??
    refuse(`${pointer}/${name}`, `a computed value is ${oneOf(Object.keys(COMPUTED))}`);
  const other = Object.keys(value).find((one) => one !== name && !beside.includes(one));
  if (other)
    refuse(`${pointer}/${other}`, `beside ${name} there is ${beside.join(', ') || 'nothing'}`);
  if (kinds && !kinds.includes(String(value[name]))) refuse(`${pointer}/${name}`, oneOf(kinds));
  judgeValueClass(value, pointer, refuse);
  if (beside.includes('at') && typeof value.at !== 'string')
    refuse(pointer, '`at` is a JSON Pointer into it, such as /id');
  const step = String(value.$from);
  if (name !== '$from' || known.has(step)) return;
  const steps = [...known].join(', ') || 'none';
  refuse(pointer, `no step before it is called \`${step}\`; there are ${steps}`);
}

/** A value of a class is of one that its kind has; a sample with a class is a file name. */
function judgeValueClass(
  {valueClass, $fresh: kind = 'file-name'}: Record<string, unknown>,
  pointer: string,
  refuse: Judging['refuse'],
): void {
  if (valueClass === undefined) return;
  const classes = VALUE_CLASSES[kind as ValueKind] ?? {};
  if (!Object.hasOwn(classes, String(valueClass)))
    refuse(`${pointer}/valueClass`, oneOf(Object.keys(classes)));
}

const oneOf = (names: readonly string[]): string => `one of ${names.join(', ')}`;

const noOperation = (name: string, names: readonly string[]): string =>
  `there is no operation \`${name}\`; did you mean \`${likeliest(name, [...names])}\`? ` +
  `There are ${names.join(', ')}`;
