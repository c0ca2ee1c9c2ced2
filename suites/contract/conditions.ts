import type {Contract, Operation} from '../../spec/contract.ts';
import type {Api} from '../../spec/rule.ts';
import type {Role} from '../../spec/step.ts';
import type {Provocation, Visit} from '../check.ts';
import type {Args, Handle, Script} from '../script.ts';

/**
 * The conditions under which every operation answers the same (`x-conditions` of the contracts),
 * each brought about by the operation's own visit in another name. The control is the same call in
 * the right name, and succeeds.
 */
const CONDITIONS: Record<string, Args & {needs?: 'ability'}> = {
  'no-key': {as: 'nobody'},
  'empty-key': {as: 'nobody', headers: {authorization: 'Bearer '}},
  'unknown-key': {as: 'unknown-credential'},
  'key-with-another-end': {present: 'another-end'},
  'longer-key': {present: 'longer'},
  'shorter-key': {present: 'one-shorter'},
  'other-scheme': {present: 'other-scheme'},
  'key-in-query': {present: 'in-query'},
  'store-token': {present: 'as-store-token'},
  'oauth-token': {as: 'agent'},
  'bearer-only': {present: 'as-bearer'},
};

const MAIN: Record<Api, Role> = {workspace: 'full', store: 'admin'};
const OTHER_TENANT: Record<Api, Role> = {workspace: 'second-workspace', store: 'second-store'};
const LACKING: Record<string, Role> = {
  'library:read': 'write-only',
  'library:write': 'read-only',
  'tools:run': 'read-only',
};
/**
 * Every narrow key that lacks an ability: a condition each, so that each needs its own key only.
 */
const LACKING_TOO: Record<string, Role> = {
  'library:read': 'tools-only',
  'library:write': 'tools-only',
  'tools:run': 'write-only',
};
const ALONE: Record<string, Role> = {
  'library:read': 'read-only',
  'library:write': 'write-only',
  'tools:run': 'tools-only',
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
  const provoked = (
    act: (s: Script, args: Args) => {subject: Handle; control?: Handle},
  ): Provocation => ({
    api: contract.api,
    op: operation.id,
    condition,
    act: (s) => act(s, visit.args(s)),
  });
  const asMain = (s: Script, args: Args): Handle =>
    s.call(operation.id, {as: MAIN[contract.api], ...args});
  // The control comes first: what it does to the visited resource may have been done for another
  // scene.
  const beside = (more: Args): Provocation =>
    provoked((s, args) => {
      const control = asMain(s, args);
      return {control, subject: s.call(operation.id, {...args, ...more})};
    });
  if (condition === 'foreign') return beside({as: OTHER_TENANT[contract.api]});
  if (condition === 'lacking-ability') return beside({as: LACKING[operation.ability!]!});
  if (condition === 'lacking-ability-too') return beside({as: LACKING_TOO[operation.ability!]!});
  if (condition === 'ability-alone')
    return provoked((s, args) => ({
      subject: s.call(operation.id, {...args, as: ALONE[operation.ability!]!}),
    }));
  const way = CONDITIONS[condition];
  return way && beside({as: MAIN[contract.api], ...way});
}
