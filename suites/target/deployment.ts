import type {ControlVerb} from '../../spec/control.ts';
import {isSameJson} from '../../spec/json.ts';
import type {Profile} from '../../spec/profile.ts';
import type {Api} from '../../spec/rule.ts';
import type {Role} from '../../spec/step.ts';
import type {WaitingClock} from '../../spec/clock.ts';
import {AccessTokens} from './access-tokens.ts';
import {absenceOf, missingFor, type Offer} from './capabilities.ts';
import type {Config} from './config.ts';
import {CreationFiles} from './creation-files.ts';
import {DeploymentClock} from './deployment-clock.ts';
import {HookAnswers} from './hook-answer.ts';
import {HookUnknown, runHook} from './hook.ts';
import {LOOPBACK} from './loopback.ts';
import type {Proxies} from './proxies.ts';
import {secretsOf, type OauthClient} from './oauth-client.ts';
import {withFile} from './sample-file.ts';
import {
  SPENDINGS,
  UNKNOWN_CREDENTIAL,
  type Capability,
  type Credential,
  type Environment,
  type Spending,
  type Target,
} from './target.ts';
import {UndoFile} from './undo-file.ts';
import {VerbUnknown} from './verb-unknown.ts';

/** True when every base address of the target is on this machine. */
export const isLoopback = (config: Config): boolean =>
  Object.values(config.bases).every(isOnThisMachine);

/**
 * What a run may do to the deployment: reads, and what the configuration allows. A deployment on this machine is
 * somebody's own: everything is allowed there unless the configuration says what is.
 */
export function allowedBy(config: Config): Spending[] {
  const {spend = isLoopback(config) ? SPENDINGS : []} = config;
  return [...new Set<Spending>(['reads', ...spend])];
}

/**
 * The origins on other machines to which a run sends requests, in words. Origins of requests for
 * access tokens are included, for example `https://login.example (access tokens)`.
 */
export function remoteOrigins(config: Config): string[] {
  const remote = (urls: string[]): string[] =>
    urls.filter((url) => !isOnThisMachine(url)).map((url) => new URL(url).origin);
  const tokenUrls = clientsOf(config).flatMap(({tokenUrl}) => tokenUrl ?? []);
  const issuers = remote(tokenUrls).map((origin) => `${origin} (access tokens)`);
  return [...new Set([...remote(Object.values(config.bases)), ...issuers])];
}

const isOnThisMachine = (address: string): boolean => LOOPBACK.test(new URL(address).hostname);

const clientsOf = ({credentials}: Config): OauthClient[] =>
  Object.values(credentials)
    .flat()
    .filter((credential) => typeof credential !== 'string');

/** Every secret of a configuration: credentials, client secrets, and tokens of hooks. */
function secretsIn({credentials, hooks}: Config, clients: OauthClient[]): string[] {
  const own = Object.values(credentials)
    .flat()
    .filter((credential) => typeof credential === 'string');
  const ofHooks = Object.values(hooks).flatMap((hook) => ('url' in hook ? (hook.token ?? []) : []));
  return [...new Set([...own, ...clients.flatMap(secretsOf), ...ofHooks])];
}

/** Samples with their files. */
const withFiles = (samples: Config['samples']): Config['samples'] =>
  Object.fromEntries(Object.entries(samples).map(([name, sample]) => [name, withFile(sample)]));

/** A deployment by URL: shared between all scenes, with rate limits and foreign data. */
export class Deployment implements Target {
  readonly kind = 'deployment';
  readonly shared = true;
  readonly name: string;
  readonly apis: Api[];
  readonly urls: Record<string, string>;
  readonly fetchedRoles: readonly Role[];
  readonly secrets: readonly string[];
  readonly clock: DeploymentClock;
  readonly undos?: UndoFile;
  readonly creations?: CreationFiles;
  readonly absentFeatures: readonly string[];
  readonly absenceLines: Readonly<Record<string, string>>;
  readonly lineOf?: (pointer: string) => string;
  readonly proxies?: Proxies;
  readonly onlyDocumentedForms: boolean;
  readonly #config: Config;
  readonly #offer: Offer;
  readonly #tokens: AccessTokens;
  /** Verbs whose hooks have worked. */
  readonly #working = new Set<ControlVerb>();
  readonly #answers = new HookAnswers();
  readonly #hardStop: AbortSignal | undefined;

  /**
   * @param clock what pacing and `advance` wait on
   * @param hardStop breaks off hooks that are under way
   */
  constructor(described: Config, clock: WaitingClock, hardStop?: AbortSignal) {
    const config = {...described, samples: withFiles(described.samples)};
    this.#config = config;
    this.#hardStop = hardStop;
    const {proxies} = config;
    if (proxies) this.proxies = proxies;
    const {advance} = config.hooks;
    this.clock = new DeploymentClock(
      clock,
      advance && ((ms) => runHook(advance, {verb: 'advance', ms}, hardStop, proxies)),
    );
    this.name = config.name;
    this.absentFeatures = config.absentFeatures ?? [];
    this.absenceLines = config.absenceLines ?? {};
    if (config.lineOf) this.lineOf = config.lineOf;
    this.onlyDocumentedForms = config.onlyDocumentedForms === true;
    this.apis = Object.keys(config.bases) as Api[];
    this.urls = {...config.bases};
    const clients = clientsOf(config);
    this.fetchedRoles = [...new Set(clients.map(({role}) => role))];
    this.secrets = secretsIn(config, clients);
    this.#tokens = new AccessTokens(config, this.clock, hardStop);
    const loopback = isLoopback(config);
    this.#offer = {config, spend: new Set(allowedBy(config)), loopback};
    const bases = Object.values(config.bases).join(' ');
    if (config.undoFile !== undefined) this.undos = new UndoFile(config.undoFile, bases);
    if (config.creationsFolder !== undefined)
      this.creations = new CreationFiles(config.creationsFolder, bases);
  }

  profile(api: Api): Profile {
    return this.#config.profiles[api];
  }

  lacks(capability: Capability): string | undefined {
    return missingFor(capability, this.#offer);
  }

  absence(capability: Capability): string | undefined {
    return absenceOf(capability, this.#offer);
  }

  isSameSample(one: string, other: string): boolean {
    const {samples} = this.#config;
    return one === other || (one in samples && isSameJson(samples[one], samples[other]));
  }

  async open(): Promise<Environment> {
    const parts = {
      config: this.#config,
      clock: this.clock,
      tokens: this.#tokens,
      answers: this.#answers,
    };
    return new SharedEnvironment(parts, this.#working, this.#hardStop);
  }

  async close(): Promise<void> {}
}

/** What the environments of all scenes share. */
interface SharedParts {
  config: Config;
  clock: DeploymentClock;
  tokens: AccessTokens;
  answers: HookAnswers;
}

/** The deployment as every scene gets it. */
class SharedEnvironment implements Environment {
  readonly #config: Config;
  readonly #clock: DeploymentClock;
  readonly #tokens: AccessTokens;
  readonly #working: Set<ControlVerb>;
  readonly #hardStop: AbortSignal | undefined;
  readonly #answers: HookAnswers;

  constructor(
    {config, clock, tokens, answers}: SharedParts,
    working: Set<ControlVerb>,
    hardStop: AbortSignal | undefined,
  ) {
    this.#config = config;
    this.#clock = clock;
    this.#tokens = tokens;
    this.#answers = answers;
    this.#working = working;
    this.#hardStop = hardStop;
  }

  base(api: Api): string {
    const base = this.#config.bases[api];
    if (!base) throw new Error(`the target has no ${api} API`);
    return base;
  }

  async credentials(role: Role): Promise<Credential[]> {
    if (role === UNKNOWN_CREDENTIAL.name) return [UNKNOWN_CREDENTIAL];
    const configured = this.#config.credentials[role] ?? [];
    return Promise.all(
      configured.map(async (credential, index) => {
        const isSecret = typeof credential === 'string';
        const secret = isSecret ? credential : await this.#tokens.of(credential);
        const variable = this.#config.variables?.get(secret);
        return {name: `${role} ${index + 1}`, secret, ...(variable && {variable})};
      }),
    );
  }

  renewRefused(role: Role): boolean {
    const clients = (this.#config.credentials[role] ?? []).filter((one) => typeof one !== 'string');
    const renewed = clients.filter((client) => this.#tokens.renewRefused(client));
    return renewed.length > 0;
  }

  sample(name: string): unknown {
    return this.#config.samples[name];
  }

  async control(verb: ControlVerb, args: Record<string, unknown>): Promise<unknown> {
    const hook = this.#config.hooks[verb];
    if (!hook) throw new Error(`no hook for ${verb}`);
    const answered = await this.#calling(verb, () =>
      runHook(hook, {verb, ...args}, this.#hardStop, this.#config.proxies),
    );
    this.#answers.check(verb, answered);
    if (verb === 'reset') this.#tokens.renew();
    return answered;
  }

  /**
   * Calls a hook, and notes that it works.
   * @throws VerbUnknown for a hook that does not know its verb, else Error as the hook failed
   */
  async #calling<T>(verb: ControlVerb, call: () => Promise<T>): Promise<T> {
    try {
      const answered = await call();
      this.#working.add(verb);
      return answered;
    } catch (error) {
      // A verb that has worked is known: then something else is unknown, for example an id.
      if (!(error instanceof HookUnknown) || this.#working.has(verb)) throw error;
      throw new VerbUnknown(verb, error.message);
    }
  }

  /** @throws Error when the hook `advance` fails */
  async advance(ms: number): Promise<void> {
    if (!this.#clock.movable) return this.wait(ms);
    try {
      await this.#calling('advance', () => this.#clock.move(ms));
    } catch (error) {
      const mayWait = ms <= this.#config.maxWait * 1000;
      if (error instanceof VerbUnknown && mayWait) return this.wait(ms);
      throw error;
    }
  }

  async wait(ms: number): Promise<void> {
    await this.#clock.sleep(ms);
  }

  now(): number {
    return this.#clock.now();
  }

  async close(): Promise<void> {}
}
