import type {Operation, RequestPart} from '../../spec/contract.ts';
import {at, isObject} from '../../spec/json.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {brief} from '../judge.ts';
import {surelyBroken} from '../values/surely-broken.ts';
import type {PassiveViolation} from './passive-result.ts';

/**
 * The members of a request that was accepted, though the document says that their values are
 * refused: whichever scene sent it, such a success breaks the rule about the value.
 * @param operation undefined for what is no operation of the contract
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
const placeOf = ({op, pointer}: RequestPart): string => `${op} request ${pointer}`;

const shown = (value: unknown): string => (value === undefined ? 'left out' : brief(value));
