import type {Server} from 'node:http';
import type {Api} from '../../spec/rule.ts';
import type {WaitingClock} from '../../spec/clock.ts';
import type {Config, Hook} from '../../suites/target/config.ts';
import {Deployment} from '../../suites/target/deployment.ts';
import {projectFile} from '../root.ts';
import {configOfVariants, type ReadConfig, type Words} from './vendor-words.ts';

/** A running independent server. */
export interface IndependentServer {
  api: Api;
  url: string;
  /** What listens there. */
  server: Server;
  /** The bearer token of its hooks. */
  hookToken: string;
  /** A credential for each role. */
  credentials: Record<string, string>;
  close(): Promise<unknown>;
}

/** What a vendor hands out: `minimal` is one credential of one role, and no hooks are a stranger's view. */
export interface Access {
  credentials: 'all' | 'minimal';
  hooks: boolean;
  /** The variants of the server, and what the vendor says of them. */
  variants?: string[];
  words?: Words;
}

/** The one role of a minimal configuration. */
const MINIMAL: Record<Api, 'full' | 'admin'> = {workspace: 'full', store: 'admin'};

/**
 * Starts an independent server on a free port.
 * @param faults names of the faults that it has
 * @param clock its time, in milliseconds since 1970, and how it waits in that time
 * @param variants names of the variants that it has
 */
export async function startServer(
  api: Api,
  faults: string[],
  clock: Pick<WaitingClock, 'now' | 'sleep'>,
  variants: string[] = [],
): Promise<IndependentServer> {
  const {start} =
    api === 'store' ? await import('./store/server.ts') : await import('./workspace/server.ts');
  const now = (): number => clock.now();
  const wait = (ms: number): Promise<void> => clock.sleep(ms);
  return {api, ...(await start({faults, variants, now, wait}))};
}

/**
 * The server as its vendor describes it: `presscheck.yaml` and `profile.yaml` beside it, with the
 * address and the secrets of the moment.
 * @param clock what pacing and waiting wait on
 */
export function deploymentOf(
  server: IndependentServer,
  read: ReadConfig,
  {credentials, hooks, variants, words = 'named'}: Access,
  clock: WaitingClock,
): Deployment {
  const file = projectFile(`proof/independent/${server.api}/presscheck.yaml`);
  // Several processes use the same file: none keeps there what it has to undo.
  const env = environmentOf(server);
  const {
    undoFile: _undoFile,
    creationsFolder: _folder,
    ...config
  } = variants === undefined
    ? read(file, env)
    : configOfVariants(server.api, variants, words, read, env);
  const role = MINIMAL[server.api];
  const {[role]: only = []} = config.credentials;
  return new Deployment(
    {
      ...config,
      bases: {[server.api]: server.url},
      credentials: credentials === 'all' ? config.credentials : {[role]: only},
      hooks: hooks ? hooksAt(server.url, config.hooks) : {},
    },
    clock,
  );
}

/** The secrets as environment variables: `SECOND_STORE` for the role `second-store`. */
function environmentOf({credentials, hookToken}: IndependentServer): Record<string, string> {
  const variables = Object.entries(credentials).map(([role, secret]) => [
    role.toUpperCase().replaceAll('-', '_'),
    secret,
  ]);
  return {...Object.fromEntries(variables), HOOK_TOKEN: hookToken};
}

/** The hooks of a configuration at another address; without `reset`, so that a second run meets what the first left. */
function hooksAt(url: string, {reset: _reset, ...hooks}: Config['hooks']): Config['hooks'] {
  const moved = (hook: Hook): Hook =>
    'url' in hook ? {...hook, url: url + new URL(hook.url).pathname} : hook;
  return Object.fromEntries(Object.entries(hooks).map(([verb, hook]) => [verb, moved(hook)]));
}
