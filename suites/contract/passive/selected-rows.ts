import type {Contract, Operation, RequestPart} from '../../../spec/contract.ts';
import {at, isObject, toText} from '../../../spec/json.ts';
import type {RuleId} from '../../../spec/rule.ts';
import type {Schema} from '../../../spec/schema.ts';
import type {Selection} from '../../../spec/selection.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {valuesAt} from '../../../spec/values-at.ts';
import {isDay, zonedInstant} from '../../values/datetimes.ts';
import {brief} from '../../language/judge.ts';
import {memberKey} from '../../target/codec/member-key.ts';
import type {PassiveViolation} from './passive-result.ts';
import {mayStand} from './row-relations.ts';
import {begunBefore, idOf, rowsBefore, type SceneHistory} from './scene-history.ts';

/** A filter of a request, with its value and what it says about the rows. */
interface Filter {
  name: string;
  value: string;
  /** The value that members are compared with: the filter's own, or one of the resource that it names. */
  wanted: string;
  selection: Selection;
  /** The rule that a row breaks if it does not match. */
  rule: RuleId;
}

/**
 * The rows of a list that do not match the filters of its request. Ignored are filter values that the
 * document does not describe, and rows that matched in an earlier response: a list may show a change
 * late.
 */
export function rowsNotMatchingFilter(
  {operations, document}: Contract,
  exchange: Exchange,
  history: SceneHistory,
): PassiveViolation[] {
  const operation = operations[exchange.op];
  if (!operation?.pager || !exchange.situations.includes(operation.success)) return [];
  const rows = at(exchange.body, operation.pager.rows);
  if (!Array.isArray(rows)) return [];
  const schema = operation.outcomes.find(({situation}) => situation === operation.success)?.schema;
  return filtersOf(operation, exchange, history).flatMap((filter) => {
    const index = rows.findIndex((row: unknown) => isUnfit(row, filter, exchange, history));
    if (index < 0 || isShownInOtherWords(rows, filter)) return [];
    const [member = ''] = filter.selection.at;
    const pointer = `${operation.pager?.rows}/${index}${member.split('/*')[0]}`;
    const key = schema && memberKey(document, schema, pointer);
    return [{...violationOf(filter, pointer, exchange), ...(key && {line: `members.${key}`})}];
  });
}

/** Whether no row has any word of the search: it may show the texts of matching rows differently. */
const isShownInOtherWords = (rows: unknown[], {wanted, selection}: Filter): boolean =>
  selection.is === 'words' && !rows.some((row) => mayStand(row, wanted, selection));

/** The documented filters of a request, each with the rule that a row breaks if it does not match. */
function filtersOf(operation: Operation, exchange: Exchange, history: SceneHistory): Filter[] {
  const given = new URL(exchange.sent.url).searchParams;
  const filters = operation.parts.flatMap((part) => filterOf(part, operation, given));
  if (isReversed(filters)) return [];
  const {selectedTogether: together} = operation;
  const isOneOfSeveral = new Set(filters.map(({rule}) => rule)).size > 1;
  return filters
    .map((one) => ({...one, ...(together && isOneOfSeveral && {rule: together})}))
    .filter(({selection}) => !isMoved(selection, exchange, history))
    .flatMap((one) => comparable(one, exchange, history));
}

/** The filter of a parameter, if the document describes its value. */
function filterOf(
  {in: location, pointer, schema}: RequestPart,
  {parameters}: Operation,
  given: URLSearchParams,
): Filter[] {
  const name = pointer.slice(1);
  const {selects = []} = parameters.find((one) => one.in === location && one.name === name) ?? {};
  const value = given.get(name);
  const partner = schema['x-with'];
  if (value === null || !isPlain(value, schema)) return [];
  if (partner !== undefined && !given.get(partner)) return [];
  const selection =
    selects.find(({where}) => where?.includes(value)) ?? selects.find(({where}) => !where);
  if (!selection) return [];
  const [other] = Object.keys(selection.beside ?? {}).filter((one) => given.has(one));
  const rule = other === undefined ? selection.rule : selection.beside?.[other];
  return rule ? [{name, value, wanted: value, selection, rule}] : [];
}

/** Adds to a filter the value that members are compared with; empty if that is not known. */
function comparable(filter: Filter, exchange: Exchange, history: SceneHistory): Filter[] {
  if (filter.selection.by === undefined) return [filter];
  const wanted = knownAs(filter, exchange, history);
  return wanted === undefined ? [] : [{...filter, wanted}];
}

/** Whether the document describes a value; the effect of any other value is open. */
function isPlain(value: string, {type, enum: values, format}: Schema): boolean {
  if (value.trim() === '' || (values && !values.includes(value))) return false;
  if (format === 'date') return isDay(value);
  return type !== 'integer' || /^(0|[1-9]\d*)$/.test(value);
}

/** Whether a range ends before it begins; its result is open. */
function isReversed(filters: Filter[]): boolean {
  const valueOf = (relation: string): string | undefined =>
    filters.find(({selection}) => selection.is === relation)?.value;
  const [since, until] = [valueOf('since'), valueOf('until')];
  return since !== undefined && until !== undefined && until < since;
}

/** Whether an earlier request of the scene may have changed the members that a filter concerns. */
const isMoved = ({unmoved = []}: Selection, exchange: Exchange, history: SceneHistory): boolean =>
  begunBefore(exchange, history).some(({op}) => unmoved.includes(op));

/** The value that earlier responses showed for the resource that a filter names; undefined if none did. */
function knownAs(
  {
    value,
    selection: {
      by = '',
      at: [member = ''],
    },
  }: Filter,
  exchange: Exchange,
  history: SceneHistory,
): string | undefined {
  const known = rowsBefore(exchange, history)
    .filter((row) => toText(at(row, by)) === value)
    .flatMap((row) => valuesAt(row, member));
  const [first, ...others] = new Set(known.filter((one) => typeof one === 'string'));
  return others.length ? undefined : first;
}

/** Whether a row certainly does not match the filter, and did not match before either. */
function isUnfit(
  row: unknown,
  {wanted, selection}: Filter,
  exchange: Exchange,
  history: SceneHistory,
): boolean {
  if (!isObject(row) || mayStand(row, wanted, selection)) return false;
  const id = idOf(row);
  return !rowsBefore(exchange, history).some(
    (before) => id !== undefined && idOf(before) === id && mayStand(before, wanted, selection),
  );
}

function violationOf(
  {name, value, rule}: Filter,
  pointer: string,
  exchange: Exchange,
): PassiveViolation {
  return {
    rule,
    place: '*',
    pointer,
    violation: {
      branch: `a row that does not fit ${name}`,
      expected: `every row of ${exchange.op} to fit \`${name}\` ${brief(value)}`,
      got: brief(at(exchange.body, pointer)),
      step: exchange.step,
      op: exchange.op,
    },
  };
}

/**
 * Finds a row that is newer than the one above it, in a list that is sorted newest first.
 * @param operation of the exchange
 */
export function rowsOutOfOrder(
  operation: Operation | undefined,
  exchange: Exchange,
): PassiveViolation[] {
  const {newestFirst, pager, success = ''} = operation ?? {};
  if (!newestFirst || !pager || !exchange.situations.includes(success)) return [];
  const times = valuesAt(exchange.body, `${pager.rows}/*${newestFirst.at}`).map(zonedInstant);
  if (!times.some((time, index) => time > (times[index - 1] ?? Number.NaN))) return [];
  return [
    {
      rule: newestFirst.rule,
      place: '*',
      violation: {
        branch: 'times-rise',
        expected: `\`${newestFirst.at.slice(1)}\` never to rise down the list`,
        got: 'a later row below an earlier one',
        step: exchange.step,
        op: exchange.op,
      },
    },
  ];
}
