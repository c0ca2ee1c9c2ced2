import {isObject} from '../../../spec/json.ts';
import type {RuleId} from '../../../spec/rule.ts';
import type {Role} from '../../../spec/step.ts';
import {belongsToSecondTenant} from '../../../spec/tenant.ts';
import type {Credential} from '../../target/target.ts';
import {NOT_OF_ITS_ROLE, type RoleDoubt} from '../judge/role-doubt.ts';

/** The workspaces that accounts have shown for the credentials. */
export class ShownWorkspaces {
  /** The first name that was shown for each role. */
  readonly names = new Map<Role, string>();
  /** Whether upload keys have contradicted an account. Then accounts say nothing about credentials. */
  areContradicted = false;
}

/** The name of the workspace that an account shows. */
export function nameOf(account: unknown): string | undefined {
  const name = isObject(account) ? account.workspace : undefined;
  return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined;
}

/**
 * The rule that a deployment breaks where a credential of another workspace is served from the first one
 * (Authentication 3; Rule 4).
 */
const TENANCY_RULES: Partial<Record<Role, RuleId>> = {
  'second-workspace': 'workspace.access.key-names-one-workspace',
  'second-agent': 'workspace.mcp.foreign-is-not-found',
};

/**
 * The doubt that an account leaves: `second-workspace` and `second-agent` have to belong to a second workspace,
 * and all other roles to the first one.
 * @param workspace the name that the account showed for this credential
 * @param known the workspaces that earlier credentials have shown, by role
 * @returns undefined for a credential of the right workspace
 */
export function wrongWorkspace(
  role: Role,
  {name}: Credential,
  workspace: string,
  known: ReadonlyMap<Role, string>,
): RoleDoubt | undefined {
  const own = known.get('full');
  const second = known.get('second-workspace');
  const isSecondTenant = belongsToSecondTenant(role);
  const rule = TENANCY_RULES[role];
  const another = (what: string): RoleDoubt => ({
    kind: 'another',
    reason: `the account of the credential ${name} shows ${what}: the account is wrong, ${NOT_OF_ITS_ROLE}`,
  });
  if (isSecondTenant && workspace === own)
    return {
      kind: 'more',
      ...(rule !== undefined && {rule}),
      reason:
        `the credential ${name} is served from the workspace of credentials.full: ` +
        `the deployment does not tell workspaces apart, ${NOT_OF_ITS_ROLE}`,
    };
  if (!isSecondTenant && own !== undefined && workspace !== own)
    return another('another workspace than that of credentials.full');
  if (role === 'second-agent' && second !== undefined && workspace !== second)
    return another('another workspace than that of credentials.second-workspace');
  return undefined;
}
