import type {Contract, HeaderMark} from '../../../spec/contract.ts';
import type {ResponseGroup} from '../../../spec/openapi.ts';
import type {Violation} from '../../../spec/run-record.ts';
import type {Schema} from '../../../spec/schema.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {isSuccessStatus} from '../../../spec/status.ts';
import type {PassiveResult} from './passive-result.ts';
import {toText} from '../../../spec/json.ts';

/** Judges the headers of a response by the marks that concern it. */
export function judgeHeaders(contract: Contract, exchange: Exchange): PassiveResult {
  const seen: PassiveResult = {violations: [], witnesses: []};
  const {op, status, headers} = exchange;
  for (const mark of contract.marks) {
    if (mark.kind !== 'header' || !isConcerned(contract, mark, exchange)) continue;
    if (mark.keyword === 'const' && hasLowerLimit(contract, mark, exchange)) continue;
    const {rule, place, header} = mark;
    const violation = headerViolation(contract, mark, exchange);
    if (violation) seen.violations.push({rule, place, violation});
    else if (headers[header] !== undefined)
      seen.witnesses.push({rule, place, saw: `${op} ${status} ${header}: ${headers[header]}`});
  }
  return seen;
}

/**
 * Judges headers that are present only when a limit is exhausted (`x-absent-headers`): they must be
 * absent while another header still counts more than 0.
 */
export function judgeAbsentHeaders(
  {anyResponse}: Contract,
  {headers, status, op, step}: Exchange,
): PassiveResult {
  const seen: PassiveResult = {violations: [], witnesses: []};
  for (const {rule, header, while: counter} of anyResponse.absent) {
    const isLeft = status !== 429 && Number(headers[counter]) > 0;
    if (!isLeft) continue;
    const saw = `${counter}: ${headers[counter]}`;
    const got = headers[header];
    if (got === undefined) {
      seen.witnesses.push({rule, place: '*', saw: `${op} ${status} ${saw}`});
      continue;
    }
    const expected = `no ${header} beside ${saw}`;
    const violation = {branch: 'there-before', expected, got, step};
    seen.violations.push({rule, place: '*', violation});
  }
  return seen;
}

/** Whether a response is certainly one that a header mark is about. */
function isConcerned({document}: Contract, mark: HeaderMark, exchange: Exchange): boolean {
  const {'x-bodies-not-shown': unshown = []} = document;
  if (mark.situation === 'failure' && unshown.includes(exchange.status)) return false;
  if (mark.op === '*') return IS_IN_GROUP[mark.situation as ResponseGroup](exchange);
  return mark.op === exchange.op && isSurely(mark.situation, exchange);
}

/** Whether a response can be a situation and no other. */
export const isSurely = (situation: string, {situations}: Exchange): boolean =>
  situations.length === 1 && situations[0] === situation;

const hasBody = ({wire, problem}: Exchange): boolean => wire !== undefined || problem !== undefined;

/**
 * Whether a request had a credential that is certainly valid. An invalid one has to be refused with 401;
 * another status breaks that rule, not those about the headers.
 */
const hasCredential = ({as, present}: Exchange): boolean =>
  present === undefined && !['nobody', 'unknown-credential', 'given'].includes(as);

const IS_IN_GROUP: Record<ResponseGroup, (exchange: Exchange) => boolean> = {
  every: () => true,
  success: (exchange) => isSuccessStatus(exchange.status) && hasBody(exchange),
  failure: (exchange) => exchange.status >= 400 && hasBody(exchange),
  authenticated: (exchange) =>
    hasCredential(exchange) && exchange.status !== 401 && exchange.situations.length > 0,
  limited: (exchange) => isSurely('rate-limited', exchange),
};

/**
 * The violation of a header mark by a response. A response whose situation is ambiguous is judged only
 * in the scene that brought the situation about.
 */
export function headerViolation(
  contract: Contract,
  mark: HeaderMark,
  exchange: Exchange,
): Violation | undefined {
  const schema = schemaOfHeader(contract, mark);
  const value = exchange.headers[mark.header];
  const expected = schema && expectedInstead(schema, mark.keyword, value, exchange);
  if (!expected) return undefined;
  return {
    branch: `${mark.header} ${mark.keyword}`,
    expected: `the header ${mark.header} ${expected}`,
    got: value ?? 'no such header',
    step: exchange.step,
  };
}

/** Whether an operation that may have a lower limit than the documented one (`x-lower-at`) tells one. */
function hasLowerLimit(contract: Contract, mark: HeaderMark, {op, headers}: Exchange): boolean {
  const {const: limit, 'x-lower-at': operations = []} = schemaOfHeader(contract, mark) ?? {};
  const told = headers[mark.header] ?? '';
  return operations.includes(op) && /^[1-9]\d*$/.test(told) && Number(told) < Number(limit);
}

function schemaOfHeader(
  {document, operations}: Contract,
  {op, situation, header}: HeaderMark,
): Schema | undefined {
  if (op === '*') return document['x-headers']?.[situation as ResponseGroup]?.[header];
  const outcome = operations[op]?.outcomes.find((one) => one.situation === situation);
  return outcome?.headers[header];
}

/** The expected form of a header; undefined if it obeys the keyword. */
function expectedInstead(
  schema: Schema,
  keyword: string,
  value: string | undefined,
  {problem}: Exchange,
): string | undefined {
  // A body that does not parse is not JSON, whatever its content type claims.
  const promisesJson =
    (keyword === 'required' || keyword === 'pattern') && /json/.test(schema.pattern ?? '');
  if (promisesJson && problem?.kind === 'not-json') return 'to announce a body that parses as JSON';
  if (keyword === 'required') return value === undefined ? 'to be there' : undefined;
  return value === undefined ? undefined : EXPECTED[keyword]?.(schema, value);
}

/** The expected form of a value, for the keyword that it breaks. */
const EXPECTED: Record<string, (schema: Schema, value: string) => string | undefined> = {
  pattern: ({pattern = ''}, value) =>
    new RegExp(pattern, 'i').test(value) ? undefined : `to match ${pattern}`,
  const: ({const: constant}, value) =>
    flat(value) === flat(toText(constant)) ? undefined : `to be ${toText(constant)}`,
  type: ({type}, value) =>
    type === 'integer' && !/^-?\d+$/.test(value) ? 'to be an integer' : undefined,
  minimum: ({minimum = -Infinity}, value) =>
    Number(value) < minimum ? `to be at least ${minimum}` : undefined,
  maximum: ({maximum = Infinity}, value) =>
    Number(value) > maximum ? `to be at most ${maximum}` : undefined,
};

/**
 * A header's value without permitted differences: case, spaces and repetitions, since a gateway may add
 * a header that is already present.
 */
export function flat(value: string): string {
  const values = value.toLowerCase().replaceAll(/\s+/g, '').split(',');
  return [...new Set(values)].join(',');
}
