import type {Operation} from '../../spec/contract.ts';
import {isObject} from '../../spec/json.ts';
import {freshIn, samplesIn, stepsIn} from '../../spec/references.ts';
import type {Call, Role, Step, Upload} from '../../spec/step.ts';
import {isWrite} from '../map/pairs.ts';

/** The ids of the steps that another tenant sends beside those of a scene begin with this. */
const PREFIX = 'twin-';

/** Whether a step is one that another tenant sends beside a scene. */
export const isOfTwin = (step: string): boolean => step.startsWith(PREFIX);

/** The id of the step that another tenant sends beside a step. */
export const twinOf = (step: string): string => PREFIX + step;

/** Samples that belong to the first tenant. */
const OF_FIRST_TENANT: ReadonlySet<string> = new Set([
  'subscribable_plan',
  'unsubscribable_plan',
  'foreign_plan',
  'content_product',
  'other_content_product',
  'pushed_publication',
]);

/** The operations of the resource whose values the document calls unique within a tenant. */
const OF_USERS: ReadonlySet<string> = new Set(['createUser', 'updateUser']);

/** More than all numbers of fresh values in a scene. */
const FRESH_APART = 5_000;

type Repeatable = Call | Upload;

/** How a tenant repeats the steps of a scene. */
export interface Twin {
  role: Role;
  operations: Readonly<Record<string, Operation>>;
  /** Whether a call is one request, written as the document shows it. */
  isPlain(step: Step): step is Call;
  /** Whether the order of all requests has to be known, so that nothing is sent at the same moment. */
  isOrdered: boolean;
}

/** When the other tenant sends its step, in turn. */
const TURNS = ['before', 'after', 'together-first', 'together'] as const;

/** The same, where the order of all requests has to be known. */
const ORDERED = ['before', 'after'] as const;

/**
 * Steps with those of a tenant that does the same at the same time, by turns before, after and together with each. It
 * sends the same values, and what the responses to its own requests name. A step that lacks such a value is left out.
 * @param parts set-up and act
 * @param turn when the first step is repeated (`TURNS`)
 */
export function besideTwin(parts: readonly Step[][], turn: number, twin: Twin): Step[][] {
  const apart = valuesApart(parts.flat());
  const own = new Set<string>();
  const last = parts.flat().at(-1);
  const turns = twin.isOrdered ? ORDERED : TURNS;
  let index = turn;
  return parts.map((steps) =>
    steps.flatMap((step) => {
      if (!isRepeated(step, own, twin)) return [step];
      if (step.step === 'upload' || isWrite(operationOf(step, twin))) own.add(step.id);
      index += 1;
      const again = repeatedBy(twin.role, step, apart);
      const when = turns[index % turns.length];
      return when === 'after' && step === last ? [again, step] : inTurn(step, again, when);
    }),
  );
}

/** A step, and the same by the other tenant before, after or together with it. */
function inTurn(
  step: Repeatable,
  again: Repeatable,
  when: (typeof TURNS)[number] | undefined,
): Step[] {
  switch (when) {
    case 'after':
      return [step, again];
    case 'together':
      return [{...again, withNext: true}, step];
    case 'together-first':
      return [{...step, withNext: true}, again];
    default:
      return [again, step];
  }
}

const operationOf = ({op}: Call, {operations}: Twin): Operation => operations[op] as Operation;

/**
 * Whether the tenant repeats a step: a plain request that names nothing of the first tenant. It changes only what the
 * response to a change of its own has named.
 * @param own the repeated steps so far that change something
 */
function isRepeated(step: Step, own: ReadonlySet<string>, twin: Twin): step is Repeatable {
  if (step.step !== 'upload' && !twin.isPlain(step)) return false;
  if (samplesIn(step).some((name) => OF_FIRST_TENANT.has(name))) return false;
  if (step.step === 'upload') return true;
  const operation = twin.operations[step.op];
  if (!operation) return false;
  return !isWrite(operation) || stepsIn(step.path).every((id) => own.has(id));
}

/** A step as another tenant sends it: nothing is expected of its response. */
function repeatedBy(role: Role, step: Repeatable, apart: ReadonlySet<number>): Repeatable {
  const {expects: _expects, ...rest} = renamed(step, apart) as Repeatable;
  if (rest.step === 'upload') return {...rest, id: twinOf(step.id), optional: true};
  const {until: _until, ...call} = rest;
  return {...call, id: twinOf(step.id), as: role, optional: true};
}

/** A value that names what the responses to the requests of the other tenant name. */
function renamed(value: unknown, apart: ReadonlySet<number>): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, apart));
  if (!isObject(value)) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, renamed(one, apart)]),
  );
  if ('$from' in value) return {...copy, $from: twinOf(String(value['$from']))};
  const isApart = '$fresh' in value && apart.has(Number(value['n']));
  return isApart ? {...copy, n: Number(value['n']) + FRESH_APART} : copy;
}

/**
 * The numbers of the values that may have to differ between tenants: the document says that the `external_id` of content
 * is unique, and not whether within the store. A product that an order makes is content, too.
 */
const valuesApart = (steps: readonly Step[]): ReadonlySet<number> =>
  new Set(
    steps.flatMap((step) => {
      if (step.step !== 'call' || !isObject(step.body)) return [];
      const {products, external_id: id} = step.body as Record<string, unknown>;
      return freshIn(OF_USERS.has(step.op) ? products : [products, id]);
    }),
  );
