import {execFile} from 'node:child_process';
import type {ControlVerb} from '../../spec/control.ts';
import type {Profile} from '../../spec/profile.ts';
import type {Api} from '../../spec/rule.ts';
import type {Role} from '../../spec/step.ts';
import type {WaitingClock} from '../engine/pacer.ts';
import type {Config, Hook} from './config.ts';
import {AccessTokens} from './access-tokens.ts';
import {withFile} from './mock-target.ts';
import {LOOPBACK} from './loopback.ts';
import {secretsOf, type OauthClient} from './oauth-client.ts';
import type {Capability, Credential, Spending, Target, Environment} from './target.ts';

/** True when every address of the target is this machine's own. */
export const isLoopback = (config: Config): boolean =>
  Object.values(config.bases).every((base) => LOOPBACK.test(new URL(base).hostname));

/** True when a run leaves this machine for nothing, tokens included. */
export const staysHere = (config: Config): boolean =>
  isLoopback(config) &&
  clientsOf(config).every(
    ({tokenUrl}) => tokenUrl === undefined || LOOPBACK.test(new URL(tokenUrl).hostname),
  );

const clientsOf = ({credentials}: Config): OauthClient[] =>
  Object.values(credentials)
    .flat()
    .filter((one) => typeof one !== 'string');

/** A deployment by URL: shared between all scenes, paced, fenced. */
export class Deployment implements Target {
  readonly kind = 'deployment';
  readonly shared = true;
  readonly name: string;
  readonly apis: Api[];
  readonly urls: Record<string, string>;
  readonly #config: Config;
  readonly #clock: WaitingClock;
  readonly fetchedRoles: readonly Role[];
  readonly secrets: readonly string[];
  readonly #spend: Set<Spending>;
  readonly #tokens: AccessTokens;

  /** @param clock what pacing and `advance` wait on */
  constructor(config: Config, clock: WaitingClock) {
    this.#config = config;
    this.#clock = clock;
    this.name = config.name;
    this.apis = Object.keys(config.bases) as Api[];
    this.urls = {...config.bases};
    const clients = clientsOf(config);
    this.fetchedRoles = [...new Set(clients.map(({role}) => role))];
    this.secrets = clients.flatMap(secretsOf);
    this.#tokens = new AccessTokens(config, clock);
    this.#spend = new Set(
      isLoopback(config) ? ['reads', 'adds', 'changes', 'exhausts'] : ['reads', ...config.spend],
    );
  }

  profile(api: Api): Profile {
    return this.#config.profiles[api];
  }

  lacks(capability: Capability): string | undefined {
    const cut = capability.indexOf(':');
    const [kind, name] = [capability.slice(0, cut), capability.slice(cut + 1)];
    const {bases, credentials, hooks, samples, maxWait} = this.#config;
    if (kind === 'api')
      return bases[name as Api] ? undefined : `name the deployment's \`${name}.base_url\``;
    if (kind === 'role')
      return credentials[name as Role]
        ? undefined
        : `give a credential for the role \`${name}\` (credentials.${name})`;
    if (kind === 'control')
      return hooks[name as ControlVerb] ? undefined : `give a hook for \`${name}\` (hooks.${name})`;
    if (kind === 'sample')
      return name in samples ? undefined : `give the sample \`${name}\` (samples.${name})`;
    if (kind === 'spend')
      return this.#spend.has(name as Spending)
        ? undefined
        : `allow \`${name}\` in \`spend\` (this check ${SPENT[name as Spending]})`;
    if (kind === 'unique-ids')
      return this.#config.uniqueIds.includes(name as Api) || isLoopback(this.#config)
        ? undefined
        : `say \`${name}.unique_ids: true\` if no two stores give the same id: without that it might touch somebody's user`;
    if (kind === 'path') {
      const [api, op, point] = name.split('.') as [Api, string, string];
      const {paths, choices} = this.profile(api);
      return op in paths || point in choices
        ? undefined
        : `say where it is read: \`paths.${op}: {template: /path/{id}}\` in the ${api} profile`;
    }
    const seconds = Number(name) / 1000;
    return seconds <= maxWait
      ? undefined
      : `it has to wait ${Math.ceil(seconds)} s; raise \`max_wait\` or run it on a target with a clock`;
  }

  async open(): Promise<Environment> {
    return new Shared(this.#config, this.#clock, this.#tokens);
  }

  async close(): Promise<void> {}
}

const SPENT: Record<Spending, string> = {
  reads: 'reads',
  adds: 'adds resources that stay',
  changes: 'changes what it made',
  exhausts: 'uses up a minute window or an allowance',
};

class Shared implements Environment {
  readonly #config: Config;
  readonly #clock: WaitingClock;
  readonly #tokens: AccessTokens;

  constructor(config: Config, clock: WaitingClock, tokens: AccessTokens) {
    this.#config = config;
    this.#clock = clock;
    this.#tokens = tokens;
  }

  base(api: Api): string {
    const base = this.#config.bases[api];
    if (!base) throw new Error(`the target has no ${api} API`);
    return base;
  }

  async credentials(role: Role): Promise<Credential[]> {
    if (role === 'unknown-credential')
      return [{name: 'unknown-credential', secret: 'presscheck-never-issued-this-0000'}];
    const said = this.#config.credentials[role] ?? [];
    return Promise.all(
      said.map(async (one, index) => ({
        name: `${role} ${index + 1}`,
        secret: typeof one === 'string' ? one : await this.#tokens.of(one),
      })),
    );
  }

  sample(name: string): unknown {
    return withFile(this.#config.samples[name]);
  }

  async control(verb: ControlVerb, args: Record<string, unknown>): Promise<unknown> {
    const hook = this.#config.hooks[verb];
    if (!hook) throw new Error(`no hook for ${verb}`);
    return 'command' in hook
      ? runCommand(hook.command, {verb, ...args})
      : callHook(hook, {verb, ...args});
  }

  async advance(ms: number): Promise<void> {
    await this.#clock.sleep(ms);
  }

  now(): number {
    return this.#clock.now();
  }

  async close(): Promise<void> {}
}

const runCommand = ([command, ...args]: string[], input: object): Promise<unknown> =>
  new Promise((fulfil, reject) => {
    const child = execFile(command!, args, {timeout: 60_000}, (error, stdout) => {
      if (error) return reject(new Error(`the hook ${command} failed: ${error.message}`));
      try {
        fulfil(stdout.trim() === '' ? undefined : JSON.parse(stdout));
      } catch {
        reject(new Error(`the hook ${command} printed no JSON`));
      }
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(JSON.stringify(input));
  });

async function callHook(hook: Extract<Hook, {url: string}>, input: object): Promise<unknown> {
  const reply = await fetch(hook.url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(60_000),
    body: JSON.stringify(input),
    headers: {
      'content-type': 'application/json',
      ...(hook.token && {authorization: `Bearer ${hook.token}`}),
    },
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`the hook ${hook.url} answered ${reply.status}`);
  return text === '' ? undefined : JSON.parse(text);
}
