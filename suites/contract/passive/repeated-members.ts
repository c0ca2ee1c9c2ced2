import type {Operation, RequestPart} from '../../../spec/contract.ts';
import {at, isSameJson} from '../../../spec/json.ts';
import type {RepeatedMember} from '../../../spec/openapi.ts';
import type {RuleId} from '../../../spec/rule.ts';
import type {Schema} from '../../../spec/schema.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {brief} from '../../language/judge.ts';
import {isSameAs} from '../../values/normalized.ts';
import {surelyBroken} from '../../values/surely-broken.ts';
import {isTakenAs} from '../../values/taken-as.ts';
import type {PassiveViolation} from './passive-result.ts';

/**
 * The members of a request that its successful response repeats with another value. Members that are
 * missing or have another type are ignored: they break other rules.
 * @param operation undefined for a request that is no operation of the contract
 */
export function changedMembers(
  operation: Operation | undefined,
  exchange: Exchange,
): PassiveViolation[] {
  const {repeats = [], success} = operation ?? {};
  if (success === undefined || !exchange.situations.includes(success)) return [];
  return repeats.flatMap((member) => changed(operation, member, exchange) ?? []);
}

function changed(
  operation: Operation | undefined,
  member: RepeatedMember,
  exchange: Exchange,
): PassiveViolation | undefined {
  const {at: pointer} = member;
  const given = at(exchange.requestBody, member.member);
  const got = pointer === undefined ? undefined : at(exchange.body, pointer);
  if (pointer === undefined || given === undefined) return undefined;
  const rule = ruleOfDifference(operation, member, given, got);
  if (rule === undefined) return undefined;
  const name = pointer.split('/').at(-1) ?? pointer;
  return {
    rule,
    place: '*',
    pointer,
    violation: {
      branch: `another ${name}`,
      expected: `\`${name}\` of ${exchange.op} to be ${brief(given)}, as it was given`,
      got: brief(got),
      step: exchange.step,
    },
  };
}

/**
 * The rule that is broken if a response shows another value than a request sent; undefined if it shows
 * the same. A value of a wrong type may be converted leniently (`"5"` to 5); any other result breaks the
 * rule about the type.
 * @param operation that the request called
 */
export function ruleOfDifference(
  operation: Operation | undefined,
  member: RepeatedMember,
  given: unknown,
  got: unknown,
): RuleId | undefined {
  const part = operation?.parts.find((one) => one.in === 'body' && one.pointer === member.member);
  // The mistake is that such a value was accepted; how it is stored is undefined.
  if (part && isToRefuse(part, given)) return undefined;
  if (!part || hasType(part.schema, given))
    return isRepeated(member, given, got) ? undefined : member.rule;
  const isTaken = got === undefined || isTakenAs(given, got, member.as);
  return isTaken ? undefined : (part.refusals['type'] ?? member.rule);
}

/** The rule that says that a value is refused, if there is one. */
function isToRefuse(part: RequestPart, value: unknown): boolean {
  const keyword = surelyBroken(part, value);
  return keyword !== undefined && part.refusals[keyword] !== undefined;
}

const hasType = ({type}: Schema, value: unknown): boolean =>
  [type ?? []]
    .flat()
    .map((one) => (one === 'integer' ? 'number' : one))
    .includes(typeof value);

/**
 * Whether a response shows the value of the request, apart from differences that the document permits.
 * Values of another type are ignored, except a flag that is shown as a number.
 */
export function isRepeated({as}: RepeatedMember, given: unknown, got: unknown): boolean {
  if (typeof given === 'string' && typeof got === 'string') return isSameAs(given, got, as);
  if (typeof given === 'boolean' && (got === 0 || got === 1)) return given === (got === 1);
  return typeof got !== typeof given || isSameJson(given, got);
}
