import {isObject} from '../../../spec/json.ts';
import {UsageError} from '../../../spec/usage-error.ts';
import type {Role} from '../../../spec/step.ts';
import {belongsToSecondTenant} from '../../../spec/tenant.ts';
import type {Credential} from '../../target/target.ts';

/** The name of the workspace that an account shows. */
export function nameOf(account: unknown): string | undefined {
  const name = isObject(account) ? account.workspace : undefined;
  return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined;
}

/**
 * Requires that a credential belongs to the workspace of its role: `second-workspace` and `second-agent`
 * belong to a second workspace, and all other roles to the first one.
 * @param workspace the name that the account showed for this credential
 * @param known the workspaces that earlier credentials have shown, by role
 * @throws UsageError for a credential of the wrong workspace
 */
export function requireWorkspace(
  role: Role,
  {name}: Credential,
  workspace: string,
  known: ReadonlyMap<Role, string>,
): void {
  const own = known.get('full');
  const second = known.get('second-workspace');
  const isSecondTenant = belongsToSecondTenant(role);
  if (isSecondTenant && workspace === own)
    throw new UsageError(
      `the credential ${name} belongs to the workspace of credentials.full; ` +
        `credentials.${role} has to be of another`,
    );
  if (!isSecondTenant && own !== undefined && workspace !== own)
    throw new UsageError(
      `the credential ${name} belongs to another workspace than credentials.full; ` +
        `credentials.${role} has to be of the same`,
    );
  if (role === 'second-agent' && second !== undefined && workspace !== second)
    throw new UsageError(
      `the credential ${name} belongs to another workspace than credentials.second-workspace; ` +
        `credentials.${role} has to be of the same`,
    );
}
