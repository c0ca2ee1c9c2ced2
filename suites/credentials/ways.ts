import {isObject} from '../../spec/json.ts';
import type {Operation} from '../../spec/contract.ts';
import type {Api} from '../../spec/rule.ts';
import type {Call, Role, Step} from '../../spec/step.ts';
import {isWrite} from '../map/pairs.ts';

/**
 * How the requests of a scene are divided between the credential that it was recorded with and another one of the same
 * tenant. One credential sends all reads: a cursor belongs to whom it was given, and who asks may see other members.
 */
export const CREDENTIAL_WAYS = ['by-another', 'seen-by-another', 'in-turns'] as const;
export type CredentialWay = (typeof CREDENTIAL_WAYS)[number];

/** The credential that sends the requests of an API, another one of the same tenant that can do the same, and one of another. */
export interface CredentialPair {
  own: Role;
  another: Role;
  ofOtherTenant: Role;
}

export const CREDENTIALS_OF: Readonly<Record<Api, CredentialPair>> = {
  workspace: {own: 'full', another: 'other-key', ofOtherTenant: 'second-workspace'},
  store: {own: 'admin', another: 'second-admin', ofOtherTenant: 'second-store'},
};

type Operations = Readonly<Record<string, Operation>>;

/**
 * The steps as a way divides them. By turns, whoever did not send an earlier request changes what its response named.
 * @param operations those of the API of the steps
 */
export function dividedSteps(
  steps: Step[],
  way: CredentialWay,
  {own, another}: CredentialPair,
  operations: Operations,
): Step[] {
  /** Who made what the response to a step names: for a read, who changed something last. */
  const makers = new Map<string, Role>();
  let last: Role | undefined;
  const senderOf = (call: Call): Role => {
    const operation = operations[call.op];
    const changes = operation !== undefined && isWrite(operation);
    if (way === 'by-another') return another;
    if (way === 'seen-by-another') return changes ? own : another;
    if (changes) {
      const maker = namedIn(call).flatMap((step) => makers.get(step) ?? [])[0];
      last = maker === own ? another : own;
    }
    if (last) makers.set(call.id, last);
    return changes ? (last ?? own) : own;
  };
  return steps.map((step) => sentBy(step, (call) => (call.as === own ? senderOf(call) : call.as)));
}

/** A step with other senders of its calls, also inside of repetitions, walks and races. */
function sentBy(step: Step, senderOf: (call: Call) => Call['as']): Step {
  const within = (inner: Step[]): Step[] => inner.map((one) => sentBy(one, senderOf));
  switch (step.step) {
    case 'call':
      return {...step, as: senderOf(step)};
    case 'walk': {
      const {page, between} = step;
      const turned = {...step, page: {...page, as: senderOf(page)}};
      return between ? {...turned, between: {...between, body: within(between.body)}} : turned;
    }
    case 'repeat':
      return {...step, body: within(step.body)};
    case 'parallel':
      return {...step, branches: step.branches.map(within)};
    default:
      return step;
  }
}

/** The steps to whose responses a call refers. */
function namedIn(call: Call): string[] {
  const found: string[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look);
    if (!isObject(value)) return;
    if (typeof value.$from === 'string') found.push(value.$from);
    Object.values(value).forEach(look);
  };
  look([call.path, call.query, call.body]);
  return found;
}
