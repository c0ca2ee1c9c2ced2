import {createServer, type RequestListener} from 'node:http';
import type {AddressInfo} from 'node:net';
import {openProfile} from '../../spec/profile.ts';
import type {Capability, Environment, Target} from '../target/target.ts';
import {realClock} from '../engine/facts/ports.ts';

/** Roles without which every scene is sent as it was recorded. */
const OTHER_ROLES: readonly Capability[] = [
  'role:other-key',
  'role:second-admin',
  'role:second-store',
  'role:second-workspace',
];

/** What a target lacks that has one tenant, with one credential: then every scene is sent as it was recorded. */
export const lackingAnother = (capability: Capability): string | undefined =>
  OTHER_ROLES.includes(capability) ? 'another credential' : undefined;

/** A target of a test: a deployment with both APIs at an address. It has every capability. */
export function testTarget(base: string, differences: Partial<Target> = {}): Target {
  return {
    name: 't',
    kind: 'deployment',
    urls: {},
    shared: true,
    apis: ['workspace', 'store'],
    profile: () => openProfile(),
    lacks: lackingAnother,
    onlyDocumentedForms: true,
    open: async () => testEnvironment(base),
    close: async () => undefined,
    ...differences,
  };
}

/** An environment of such a target: hooks do nothing there, and no wait takes time. */
export const testEnvironment = (
  base: string,
  differences: Partial<Environment> = {},
): Environment => ({
  base: () => base,
  credentials: (role) => [{name: role, secret: `key-of-${role}`}],
  sample: () => undefined,
  control: async () => ({}),
  advance: async () => undefined,
  wait: async () => undefined,
  now: () => realClock.now(),
  close: async () => undefined,
  ...differences,
});

/** Serves requests on this machine while something is done with the address of the server. */
export async function whileServing<T>(
  respond: RequestListener,
  work: (base: string) => Promise<T>,
): Promise<T> {
  const server = createServer(respond);
  await new Promise<void>((fulfil) => server.listen(0, '127.0.0.1', fulfil));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
