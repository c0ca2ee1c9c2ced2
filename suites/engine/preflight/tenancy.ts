import {isObject} from '../../../spec/json.ts';
import type {Role} from '../../../spec/step.ts';
import {belongsToSecondTenant} from '../../../spec/tenant.ts';
import type {Credential} from '../../target/target.ts';

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
 * The mistake in the configuration that an account seems to show: `second-workspace` and `second-agent` have
 * to belong to a second workspace, and all other roles to the first one.
 * @param workspace the name that the account showed for this credential
 * @param known the workspaces that earlier credentials have shown, by role
 * @returns undefined for a credential of the right workspace
 */
export function wrongWorkspace(
  role: Role,
  {name}: Credential,
  workspace: string,
  known: ReadonlyMap<Role, string>,
): string | undefined {
  const own = known.get('full');
  const second = known.get('second-workspace');
  const isSecondTenant = belongsToSecondTenant(role);
  if (isSecondTenant && workspace === own)
    return (
      `the credential ${name} belongs to the workspace of credentials.full; ` +
      `credentials.${role} has to be of another`
    );
  if (!isSecondTenant && own !== undefined && workspace !== own)
    return (
      `the credential ${name} belongs to another workspace than credentials.full; ` +
      `credentials.${role} has to be of the same`
    );
  if (role === 'second-agent' && second !== undefined && workspace !== second)
    return (
      `the credential ${name} belongs to another workspace than credentials.second-workspace; ` +
      `credentials.${role} has to be of the same`
    );
  return undefined;
}
