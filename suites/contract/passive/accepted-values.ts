import type {Operation, RequestPart} from '../../../spec/contract.ts';
import {at, isObject} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {brief} from '../../language/judge.ts';
import {surelyBroken} from '../../values/surely-broken.ts';
import type {PassiveViolation} from './passive-result.ts';

/**
 * The members of an accepted request whose values the document says are refused. Whichever scene sent
 * the request, its success breaks the rule about the value.
 * @param operation undefined for a request that is no operation of the contract
 */
export function acceptedThoughInvalid(
  operation: Operation | undefined,
  {situations, requestBody, step, op}: Exchange,
): PassiveViolation[] {
  if (!operation || !situations.includes(operation.success) || !isObject(requestBody)) return [];
  return operation.parts.flatMap((part) => {
    if (part.in !== 'body') return [];
    const value = at(requestBody, part.pointer);
    const keyword = surelyBroken(part, value);
    const rule = keyword && part.refusals[keyword];
    if (!rule) return [];
    return {
      rule,
      place: placeOf(part),
      violation: {
        branch: `accepted ${keyword}`,
        expected: `${op} to be refused when \`${part.pointer.slice(1)}\` is ${shown(value)}`,
        got: 'a success',
        step,
        op,
      },
    };
  });
}

/** The place of the mark of a member. */
export const placeOf = ({op, pointer}: RequestPart): string => `${op} request ${pointer}`;

const shown = (value: unknown): string => (value === undefined ? 'left out' : brief(value));
