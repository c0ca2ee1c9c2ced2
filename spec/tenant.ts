import type {Role} from './step.ts';

/** The workspaces and stores of a deployment under test. Each has ids of its own, which may be equal. */
export type Tenant = 'workspace' | 'second-workspace' | 'store' | 'second-store';

/** The tenant in whose name a role calls; undefined for a role without a valid credential. */
const TENANT_OF: Readonly<Record<Role, Tenant | undefined>> = {
  full: 'workspace',
  'other-key': 'workspace',
  'read-only': 'workspace',
  'write-only': 'workspace',
  'tools-only': 'workspace',
  agent: 'workspace',
  'scopeless-agent': 'workspace',
  'second-workspace': 'second-workspace',
  'second-agent': 'second-workspace',
  admin: 'store',
  'limited-admin': 'store',
  // A second administrator of the first store.
  'second-admin': 'store',
  'second-store': 'second-store',
  nobody: undefined,
  'unknown-credential': undefined,
};

const SECOND: ReadonlySet<string> = new Set(
  Object.entries(TENANT_OF).flatMap(([role, tenant]) =>
    tenant?.startsWith('second-') ? [role] : [],
  ),
);

/**
 * Whether a role belongs to the second tenant of its API.
 * @param role a role, or `given` for a credential that the run has created: such ones belong to the first
 */
export const belongsToSecondTenant = (role: string): boolean => SECOND.has(role);
