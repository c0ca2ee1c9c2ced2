import {credentials} from '../mock/control/credentials.ts';
import {memoryObjects} from '../mock/objects/memory-objects.ts';
import {unservedWorlds} from '../mock/unserved-worlds.ts';
import {defined} from '../spec/defined.ts';

const {
  keys,
  tokens,
  access_tokens: agents,
} = credentials(unservedWorlds().draft({template: 'demo', credentials: 'demo'}, memoryObjects()));

const SECRETS: ReadonlyMap<string, string> = new Map([
  ...keys.map(({role, key}): [string, string] => [role, key]),
  ...[...tokens, ...agents].map(({role, token}): [string, string] => [role, token]),
]);

const secretOf = (role: string): string => defined(SECRETS.get(role), `the demo's role ${role}`);

/** The secrets of roles in the demo world, as its templates have them. */
export const demoSecrets = <Role extends string>(...roles: Role[]): Record<Role, string> =>
  Object.fromEntries(roles.map((role) => [role, secretOf(role)])) as Record<Role, string>;

/** The credentials of the demo world, by the environment variables that configurations name. */
export const DEMO_CREDENTIALS = {
  WORKSPACE_KEY: secretOf('full'),
  OTHER_KEY: secretOf('other-key'),
  READ_ONLY_KEY: secretOf('read-only'),
  WRITE_ONLY_KEY: secretOf('write-only'),
  TOOLS_ONLY_KEY: secretOf('tools-only'),
  SECOND_WORKSPACE_KEY: secretOf('second-workspace'),
  AGENT_TOKEN: secretOf('agent'),
  SECOND_AGENT_TOKEN: secretOf('second-agent'),
  SCOPELESS_TOKEN: secretOf('scopeless-agent'),
  STORE_TOKEN: secretOf('admin'),
  SECOND_STORE_TOKEN: secretOf('second-admin'),
  OTHER_STORE_TOKEN: secretOf('second-store'),
  LIMITED_STORE_TOKEN: secretOf('limited-admin'),
};
