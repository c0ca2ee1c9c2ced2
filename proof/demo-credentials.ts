import {credentials} from '../mock/control/credentials.ts';
import {memoryObjects} from '../mock/objects/memory-objects.ts';
import {unservedWorlds} from '../mock/unserved-worlds.ts';
import {defined} from '../spec/defined.ts';
import type {Api} from '../spec/rule.ts';

const {
  keys,
  tokens,
  access_tokens: agents,
  oauth_clients: clients,
} = credentials(unservedWorlds().draft({template: 'demo', credentials: 'demo'}, memoryObjects()));

/** The secrets of the demo world's roles, as its templates have them. */
export const DEMO_SECRETS: Record<Api, Record<string, string>> = {
  workspace: Object.fromEntries([
    ...keys.map(({role, key}) => [role, key]),
    ...agents.map(({role, token}) => [role, token]),
  ]) as Record<string, string>,
  store: Object.fromEntries(tokens.map(({role, token}) => [role, token])) as Record<string, string>,
};

/** The secret of a role in the demo world. */
export const demoSecret = (role: string): string =>
  defined(DEMO_SECRETS.workspace[role] ?? DEMO_SECRETS.store[role], `the demo's role ${role}`);

/** The secret of an OAuth client of the demo world. */
export const demoClientSecret = (id: string): string =>
  defined(
    clients.find(({client_id: one}) => one === id),
    `the demo's client ${id}`,
  ).client_secret;

/** The credentials of the demo world, by the environment variables that configurations name. */
export const DEMO_CREDENTIALS = {
  WORKSPACE_KEY: demoSecret('full'),
  OTHER_KEY: demoSecret('other-key'),
  READ_ONLY_KEY: demoSecret('read-only'),
  WRITE_ONLY_KEY: demoSecret('write-only'),
  TOOLS_ONLY_KEY: demoSecret('tools-only'),
  SECOND_WORKSPACE_KEY: demoSecret('second-workspace'),
  AGENT_TOKEN: demoSecret('agent'),
  SECOND_AGENT_TOKEN: demoSecret('second-agent'),
  SCOPELESS_TOKEN: demoSecret('scopeless-agent'),
  STORE_TOKEN: demoSecret('admin'),
  SECOND_STORE_TOKEN: demoSecret('second-admin'),
  OTHER_STORE_TOKEN: demoSecret('second-store'),
  LIMITED_STORE_TOKEN: demoSecret('limited-admin'),
};
