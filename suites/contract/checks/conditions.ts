import type {Contract, Operation} from '../../../spec/contract.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Role} from '../../../spec/step.ts';
import type {Provocation, Visit} from '../../language/provocation.ts';
import type {Args, Handle, Script} from '../../language/script.ts';

/**
 * The conditions under which every operation sends the same response (`x-conditions` of the contracts).
 * The visit of an operation meets each of them if its credential is replaced like this. The control is
 * the same call with the right credential, which succeeds.
 */
const CONDITIONS: Record<string, Args> = {
  'no-key': {as: 'nobody'},
  'unknown-key': {as: 'unknown-credential'},
  'key-with-another-end': {present: 'another-end'},
  'longer-key': {present: 'longer'},
  'shorter-key': {present: 'one-shorter'},
  'key-in-other-case': {present: 'other-case'},
  'other-scheme': {present: 'other-scheme'},
  'token-scheme': {present: 'token-scheme'},
  'bare-key': {present: 'without-scheme'},
  'key-in-other-header': {present: 'in-other-header'},
  'key-in-query': {present: 'in-query'},
  'store-token': {present: 'as-store-token'},
  'oauth-token': {as: 'agent'},
  'bearer-only': {present: 'as-bearer'},
};

/** The conditions of an empty credential. */
const EMPTY: Record<Api, Args> = {
  workspace: {as: 'nobody', headers: {authorization: 'Bearer '}},
  store: {as: 'nobody', headers: {'x-user-token': ''}},
};

const MAIN: Record<Api, Role> = {workspace: 'full', store: 'admin'};
const OTHER_TENANT: Record<Api, Role> = {workspace: 'second-workspace', store: 'second-store'};

/**
 * The conditions about the ability that an operation needs: by condition and ability, the role whose key
 * is used. Every narrow key that lacks an ability has a condition of its own, so that each condition
 * needs only one key.
 */
const BY_ABILITY: Record<string, Record<string, Role>> = {
  'lacking-ability': {
    'library:read': 'write-only',
    'library:write': 'read-only',
    'tools:run': 'read-only',
  },
  'lacking-ability-too': {
    'library:read': 'tools-only',
    'library:write': 'tools-only',
    'tools:run': 'write-only',
  },
  'ability-alone': {
    'library:read': 'read-only',
    'library:write': 'write-only',
    'tools:run': 'tools-only',
  },
};

/**
 * The provocation of a general condition at an operation.
 * @param visit the visit of the operation
 * @returns undefined for a condition that is not general
 */
export function generalCondition(
  contract: Contract,
  operation: Operation,
  condition: string,
  visit: Visit,
): Provocation | undefined {
  const changed = changedArgs(contract, operation, condition);
  if (!changed) return undefined;
  const {api} = contract;
  const {id} = operation;
  const act = (s: Script): {subject: Handle; control?: Handle} => {
    const args = visit.args(s);
    // The subject itself succeeds, so that a control would show nothing more.
    if (condition === 'ability-alone') return {subject: s.call(id, {...args, ...changed})};
    // The control comes first, because it can reuse a request of another scene then.
    const control = s.call(id, {as: MAIN[api], ...args});
    return {control, subject: s.call(id, {...args, ...changed})};
  };
  return {api, op: id, condition, act};
}

/** The changed arguments of a valid call under a general condition; undefined for another condition. */
function changedArgs(
  {api}: Contract,
  {ability = ''}: Operation,
  condition: string,
): Args | undefined {
  if (condition === 'foreign') return {as: OTHER_TENANT[api]};
  if (condition === 'empty-key') return EMPTY[api];
  const role = BY_ABILITY[condition]?.[ability];
  if (role) return {as: role};
  const changed = CONDITIONS[condition];
  return changed && {as: MAIN[api], ...changed};
}
