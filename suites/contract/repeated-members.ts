import type {Operation} from '../../spec/contract.ts';
import {at, canonicalText} from '../../spec/json.ts';
import type {RepeatedMember} from '../../spec/openapi.ts';
import type {Exchange} from '../../spec/step.ts';
import {brief} from '../judge.ts';
import {isSameText} from '../values/normalized.ts';
import type {PassingViolation} from './in-passing.ts';

/**
 * The members of a request that its success repeats, and repeats with another value. A member that
 * the response does not have, or has in another type, is no business of this: other rules say so.
 * @param operation undefined for what is no operation of the contract
 */
export function changedMembers(
  operation: Operation | undefined,
  exchange: Exchange,
): PassingViolation[] {
  const {repeats = [], success} = operation ?? {};
  if (success === undefined || !exchange.situations.includes(success)) return [];
  return repeats.flatMap((member) => changed(member, exchange) ?? []);
}

function changed(
  {member, at: pointer, rule}: RepeatedMember,
  exchange: Exchange,
): PassingViolation | undefined {
  const given = at(exchange.requestBody, member);
  const got = at(exchange.body, pointer);
  if (given === undefined || typeof got !== typeof given || isSame(given, got)) return undefined;
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

const isSame = (given: unknown, got: unknown): boolean =>
  typeof given === 'string' && typeof got === 'string'
    ? isSameText(given, got)
    : canonicalText(given) === canonicalText(got);
