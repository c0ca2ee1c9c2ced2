import type {Represented} from '../../../spec/contract.ts';
import {at, idText, isObject, isSameJson, tokens, toText} from '../../../spec/json.ts';
import type {RuleId} from '../../../spec/rule.ts';
import type {Resource} from '../../../spec/schema.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {locatedAt} from '../../../spec/values-at.ts';
import {areTwoInstants} from '../../values/datetimes.ts';
import {brief} from '../../language/judge.ts';
import type {PassiveViolation} from './passive-result.ts';
import {
  isWrittenBefore,
  changesBetween,
  type PossibleChange,
  type ShownResource,
} from './changes-between.ts';
import {areRaced, recordedBefore, isSameTenant, type SceneHistory} from './scene-history.ts';

/** A resource as one response shows it. */
interface Representation extends ShownResource {
  /** JSON Pointer into the body. */
  pointer: string;
}

/**
 * The members of a resource that differ from those in an earlier response of the scene: immutable
 * members, and other members if nothing can have changed them in between.
 */
export function changedSinceShown(exchange: Exchange, history: SceneHistory): PassiveViolation[] {
  const earlier = recordedBefore(exchange, history.exchanges);
  return representationsIn(exchange, history.operations).flatMap((now) => {
    const before = lastOf(now, exchange, earlier, history.operations);
    return before ? differences(before, {now, exchange}, history) : [];
  });
}

/** The resources that responses show: each is compared with many later ones. */
const SHOWN = new WeakMap<Exchange, {operations: object; shown: Representation[]}>();

/** The resources that a successful response shows. */
function representationsIn(
  exchange: Exchange,
  operations: SceneHistory['operations'],
): Representation[] {
  const known = SHOWN.get(exchange);
  if (known?.operations === operations) return known.shown;
  const shown = readFrom(exchange, operations);
  SHOWN.set(exchange, {operations, shown});
  return shown;
}

function readFrom(exchange: Exchange, operations: SceneHistory['operations']): Representation[] {
  const operation = operations[exchange.op];
  if (!operation || !exchange.situations.includes(operation.success)) return [];
  return operation.represents.flatMap((one) => rowsAt(exchange.body, one));
}

/** The objects with an id at a pointer of a body. */
function rowsAt(body: unknown, {pointer: pattern, resource}: Represented): Representation[] {
  return [...locatedAt(body, pattern)].flatMap(({pointer, value: row}) => {
    const id = idText(at(row, resource.id));
    return isObject(row) && id !== undefined ? [{resource, id, row, pointer}] : [];
  });
}

interface Before {
  exchange: Exchange;
  representation: Representation;
}

/** The last earlier response to the same tenant that shows the same resource. */
function lastOf(
  {resource, id}: Representation,
  {as}: Exchange,
  earlier: Exchange[],
  operations: SceneHistory['operations'],
): Before | undefined {
  for (const one of earlier.toReversed()) {
    if (!isSameTenant(one.as, as)) continue;
    const representation = representationsIn(one, operations).find(
      (other) => other.resource.kind === resource.kind && other.id === id,
    );
    if (representation) return {exchange: one, representation};
  }
  return undefined;
}

function differences(
  before: Before,
  {now, exchange}: {now: Representation; exchange: Exchange},
  history: SceneHistory,
): PassiveViolation[] {
  const {resource} = now;
  const change = changesBetween(before.exchange, exchange, now, history);
  const toolRule = [before.exchange, exchange].some((one) => one.interface)
    ? resource.byTool
    : undefined;
  const context: Context = {
    change,
    haveOneForm: before.representation.resource.component === resource.component,
    wasWritten: isWrittenBefore(now, exchange, history),
    toolRule,
    resource,
    exchange,
    pointer: now.pointer,
  };
  const rows: Rows = [before.representation.row, now.row];
  const wasOver =
    before.exchange.gotAt <= exchange.sentAt && !areRaced(before.exchange, exchange, history);
  const comparedWithSteps = [before.exchange.step, ...('by' in change ? [change.by] : [])];
  return [
    ...membersOf(rows, resource, context),
    ...entriesOf(rows, context),
    ...movedIn(rows, context),
    ...(wasOver ? finalIn(rows, context) : []),
  ].map((one): PassiveViolation => ({
    ...one,
    pointerBefore: `${before.representation.pointer}${(one.pointer ?? '').slice(now.pointer.length)}`,
    violation: {...one.violation, comparedWithSteps},
  }));
}

/** The member with a final state, if it has changed nevertheless. */
function finalIn(rows: Rows, context: Context): PassiveViolation[] {
  const {final} = context.resource;
  const rule = final?.values[toText(at(rows[0], final.at))];
  return final && rule !== undefined ? compared(rows, final.at, rule, context) : [];
}

/** The instants of an object that have changed. */
const movedIn = ([before, now]: Rows, context: Context): PassiveViolation[] =>
  Object.entries(context.resource.instants ?? {})
    .filter(([member]) => areTwoInstants(at(before, member), at(now, member)))
    .flatMap(([member, rule]) => compared([before, now], member, rule, context));

interface Context {
  change: PossibleChange;
  /** Whether both responses have the same schema; otherwise their forms may differ. */
  haveOneForm: boolean;
  wasWritten: boolean;
  /** The rule about the results of tools, if a tool gave one of the responses. */
  toolRule: RuleId | undefined;
  resource: Resource;
  exchange: Exchange;
  /** JSON Pointer of the row in the body. */
  pointer: string;
}

type Rows = readonly [before: unknown, now: unknown];

/** The members of one object that differ. */
function membersOf(
  rows: Rows,
  of: Pick<Resource, 'lasting' | 'kept' | 'untouched' | 'own'>,
  context: Context,
): PassiveViolation[] {
  const {change} = context;
  const lasting = Object.entries(of.lasting ?? {});
  const kept = change.kind === 'possibly-changed' ? [] : Object.entries(of.kept ?? {});
  const leftAlone = 'rule' in change ? change.rule : undefined;
  return [
    ...lasting.flatMap(([member, rule]) => compared(rows, member, rule, context)),
    ...kept.flatMap(([member, rule]) => compared(rows, member, leftAlone ?? rule, context)),
    ...leftAsTheyWere(of, context).flatMap((member) =>
      leftAlone === undefined ? [] : compared(rows, member, leftAlone, context),
    ),
  ];
}

/** The members that a refused request, or a write to other resources, must not change. */
function leftAsTheyWere(
  {untouched = [], own = []}: Pick<Resource, 'untouched' | 'own'>,
  {change: {kind}, haveOneForm, wasWritten}: Context,
): string[] {
  if (!haveOneForm || wasWritten) return [];
  if (kind === 'only-refused-writes') return [...untouched, ...own];
  return kind === 'only-writes-to-others' ? own : [];
}

/** A member that both objects have, with the same type and different values. */
function compared(
  [before, now]: Rows,
  member: string,
  rule: RuleId,
  {toolRule, exchange, pointer, resource}: Context,
): PassiveViolation[] {
  const [wanted, got] = [at(before, member), at(now, member)];
  // Null may mean that the value is not known yet.
  if ((wanted ?? null) === null || got === undefined || isAlike(wanted, got)) return [];
  const name = tokens(member).join('.');
  return [
    {
      rule: toolRule ?? rule,
      place: '*',
      pointer: `${pointer}${member}`,
      line: `members.${resource.component}#${member}`,
      violation: {
        branch: `${name} shown otherwise`,
        expected: `\`${name}\` of the ${resource.kind} in ${exchange.op} to be ${brief(wanted)}, as an earlier response showed it`,
        got: brief(got),
        step: exchange.step,
        op: exchange.op,
      },
    },
  ];
}

/** Whether values are equal; a value of another type, except null, is the subject of other rules. */
const isAlike = (wanted: unknown, got: unknown): boolean =>
  isSameJson(wanted, got) || (got !== null && typeof wanted !== typeof got);

/** The entries of a list within a resource that differ, and a list with other kinds of entries. */
function entriesOf([before, now]: Rows, context: Context): PassiveViolation[] {
  const {entries} = context.resource;
  if (!entries) return [];
  const [wanted, got] = [at(before, entries.at), at(now, entries.at)];
  if (!Array.isArray(wanted) || !Array.isArray(got)) return [];
  const here = {...context, pointer: `${context.pointer}${entries.at}`};
  return [...otherKinds(wanted, got, entries, here), ...otherEntries(wanted, got, entries, here)];
}

type Entries = NonNullable<Resource['entries']>;

/** A list with other kinds of entries than before. */
function otherKinds(
  wanted: unknown[],
  got: unknown[],
  {kind, rule}: Entries,
  context: Context,
): PassiveViolation[] {
  const kindsIn = (list: unknown[]): string[] =>
    list.map((one) => toText(at(one, kind))).toSorted();
  const lists: Rows = [{list: kindsIn(wanted)}, {list: kindsIn(got)}];
  return compared(lists, '/list', rule, context).map((one) => ({...one, pointer: context.pointer}));
}

/** The members of entries that differ from those of the same entries before. */
function otherEntries(
  wanted: unknown[],
  got: unknown[],
  entries: Entries,
  context: Context,
): PassiveViolation[] {
  const entriesNow = entriesBy(got, entries.by);
  return [...entriesBy(wanted, entries.by)].flatMap(([key, before]) => {
    const now = entriesNow.get(key);
    if (!now) return [];
    const here = {...context, pointer: `${context.pointer}/${now.index}`};
    return membersOf([before.value, now.value], entries, here);
  });
}

/** An entry of a list, and its position. */
interface Entry {
  index: number;
  value: unknown;
}

/** The entries by their identifying members; entries that are equal in these are left out. */
function entriesBy(list: unknown[], by: readonly string[]): Map<string, Entry> {
  const keyOf = (value: unknown): string => by.map((member) => toText(at(value, member))).join(' ');
  const keys = list.map(keyOf);
  const isOnly = (key: string): boolean => keys.filter((one) => one === key).length === 1;
  return new Map(
    list.flatMap((value, index): [string, Entry][] => {
      const key = keyOf(value);
      return isOnly(key) ? [[key, {index, value}]] : [];
    }),
  );
}
