import type {Role} from '../../spec/step.ts';

/** The roles for which a configuration gives a credential. */
export const CREDENTIAL_ROLES: readonly Role[] = [
  'full',
  'other-key',
  'read-only',
  'write-only',
  'tools-only',
  'second-workspace',
  'agent',
  'second-agent',
  'scopeless-agent',
  'admin',
  'second-admin',
  'second-store',
  'limited-admin',
];
