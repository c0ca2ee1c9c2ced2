import type {Contract, Operation} from '../../../spec/contract.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Role} from '../../../spec/step.ts';
import type {Provocation, Visit} from '../../provocation.ts';
import type {Args, Handle, Script} from '../../script.ts';

/**
 * The conditions under which every operation answers the same (`x-conditions` of the contracts),
 * each brought about by the operation's own visit with another credential. The control is the same
 * call with the right credential, and succeeds.
 */
const CONDITIONS: Record<string, Args> = {
  'no-key': {as: 'nobody'},
  'unknown-key': {as: 'unknown-credential'},
  'key-with-another-end': {present: 'another-end'},
  'longer-key': {present: 'longer'},
  'shorter-key': {present: 'one-shorter'},
  'key-in-other-case': {present: 'other-case'},
  'other-scheme': {present: 'other-scheme'},
  'bare-key': {present: 'without-scheme'},
  'key-in-query': {present: 'in-query'},
  'store-token': {present: 'as-store-token'},
  'oauth-token': {as: 'agent'},
  'bearer-only': {present: 'as-bearer'},
};

/** A credential without a character. */
const EMPTY: Record<Api, Args> = {
  workspace: {as: 'nobody', headers: {authorization: 'Bearer '}},
  store: {as: 'nobody', headers: {'x-user-token': ''}},
};

const MAIN: Record<Api, Role> = {workspace: 'full', store: 'admin'};
const OTHER_TENANT: Record<Api, Role> = {workspace: 'second-workspace', store: 'second-store'};

/**
 * Conditions that are about the ability of an operation, with the role that brings each about by
 * ability. Every narrow key that lacks an ability is a condition of its own, so that each needs its
 * own key only.
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
 * @returns how the condition is brought about at the operation, or undefined when it is not one of
 * the general ones
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
    // It succeeds itself: there is nothing that a control could show.
    if (condition === 'ability-alone') return {subject: s.call(id, {...args, ...changed})};
    // The control comes first: what it does to the visited resource may have been done for another
    // scene.
    const control = s.call(id, {as: MAIN[api], ...args});
    return {control, subject: s.call(id, {...args, ...changed})};
  };
  return {api, op: id, condition, act};
}

/** What a general condition changes in a valid call; undefined for another condition. */
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
