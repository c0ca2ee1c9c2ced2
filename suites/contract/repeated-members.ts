import type {Operation, RequestPart} from '../../spec/contract.ts';
import {at, isSameJson} from '../../spec/json.ts';
import type {RepeatedMember} from '../../spec/openapi.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {Schema} from '../../spec/schema.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {brief} from '../judge.ts';
import {isSameAs} from '../values/normalized.ts';
import {surelyBroken} from '../values/surely-broken.ts';
import {isTakenAs} from '../values/taken-as.ts';
import type {PassiveViolation} from './passive-result.ts';

/**
 * The members of a request that its success repeats, and repeats with another value. A member that
 * the response does not have, or has in another type, is no business of this: other rules say so.
 * @param operation undefined for what is no operation of the contract
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
 * The rule that is broken where a response shows another value than a request gave; undefined where
 * it shows the same. A value of another type than the document names may be taken for what it says;
 * where it is taken for something else, it breaks the rule about the type.
 * @param operation that the request called
 */
export function ruleOfDifference(
  operation: Operation | undefined,
  member: RepeatedMember,
  given: unknown,
  got: unknown,
): RuleId | undefined {
  const part = operation?.parts.find((one) => one.in === 'body' && one.pointer === member.member);
  // That such a value was accepted is what is wrong: nobody can say as what it is kept.
  if (part && isToRefuse(part, given)) return undefined;
  if (!part || isOfType(part.schema, given))
    return isRepeated(member, given, got) ? undefined : member.rule;
  const isTaken = got === undefined || isTakenAs(given, got, member.as);
  return isTaken ? undefined : (part.refusals['type'] ?? member.rule);
}

/** A value that the document says is refused, and the rule that says so. */
function isToRefuse(part: RequestPart, value: unknown): boolean {
  const keyword = surelyBroken(part, value);
  return keyword !== undefined && part.refusals[keyword] !== undefined;
}

const isOfType = ({type}: Schema, value: unknown): boolean =>
  [type ?? []]
    .flat()
    .map((one) => (one === 'integer' ? 'number' : one))
    .includes(typeof value);

/**
 * Whether what a response shows is the value of the request, but for what the document does not
 * forbid. A value of another type is no business of this, but for a flag that is shown as a number.
 */
export function isRepeated({as}: RepeatedMember, given: unknown, got: unknown): boolean {
  if (typeof given === 'string' && typeof got === 'string') return isSameAs(given, got, as);
  if (typeof given === 'boolean' && (got === 0 || got === 1)) return given === (got === 1);
  return typeof got !== typeof given || isSameJson(given, got);
}
