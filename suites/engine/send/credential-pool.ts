import type {Ref} from '../../../spec/value.ts';
import type {Role} from '../../../spec/step.ts';
import type {Credential} from '../../target/target.ts';
import type {Bindings} from './bindings.ts';
import {Blocked} from './blocked.ts';
import type {Position, AttemptContext} from './attempt-context.ts';
import {toText} from '../../../spec/json.ts';

/**
 * The number of requests with one of several credentials before the next one is used. It is below every
 * documented limit per minute.
 */
const MAX_REQUESTS_EACH = 50;

/** The role of the key with whose requests those of an agent may be counted. */
const KEY_OF: Partial<Record<Role, Role>> = {
  agent: 'full',
  'scopeless-agent': 'full',
  'second-agent': 'second-workspace',
};

/** The credentials with which the steps of one script are sent. */
export class CredentialPool {
  readonly #context: AttemptContext;
  readonly #bindings: Bindings;
  readonly #hasBurst: boolean;
  readonly #used = new Map<string, number>();

  /** @param hasBurst whether the script has a burst, which uses the first credential of its role only */
  constructor(context: AttemptContext, bindings: Bindings, hasBurst: boolean) {
    this.#context = context;
    this.#bindings = bindings;
    this.#hasBurst = hasBurst;
  }

  /**
   * Takes the credential with which a step is sent.
   * @returns undefined for the role `nobody`
   * @throws Blocked when the target has none for the role
   */
  async take(as: Role | Ref, {lastByStep, unpaced}: Position): Promise<Credential | undefined> {
    if (typeof as !== 'string')
      return this.withSecretNoted({
        name: `given ${as.$from}`,
        secret: toText(this.#bindings.fill(as, {lastByStep, iterationPath: []})),
      });
    if (as === 'nobody') return undefined;
    const credentials = await this.#context.environment.credentials(as);
    const credential = unpaced ? credentials[0] : this.#next(credentials);
    if (!credential) throw new Blocked(`the target has no credential for the role ${as}`);
    this.#used.set(credential.name, (this.#used.get(credential.name) ?? 0) + 1);
    return this.withSecretNoted(credential);
  }

  /**
   * The name of the key with whose requests an agent's may be counted (NS-WS-41); undefined for a
   * role that is no agent.
   */
  async countedWith(as: Role | Ref): Promise<string | undefined> {
    const role = typeof as === 'string' ? KEY_OF[as] : undefined;
    return role && (await this.#context.environment.credentials(role))[0]?.name;
  }

  /**
   * Waits until the first credential of a role has not been used for a minute, so that only the requests
   * of the burst cause its refusals.
   */
  async quiet(as: Role): Promise<void> {
    const [credential] = await this.#context.environment.credentials(as);
    if (credential && !this.#used.has(credential.name))
      await this.#context.pacer?.quiet(credential.name);
  }

  /** Keeps the secret of a credential out of every report. */
  withSecretNoted(credential: Credential): Credential {
    this.#context.ledger.noteSecret(credential.secret, credential.variable);
    return credential;
  }

  /** The next credential: one that no burst uses, if there are several. */
  #next(credentials: Credential[]): Credential | undefined {
    const pool = this.#hasBurst && credentials.length > 1 ? credentials.slice(1) : credentials;
    if (this.#context.pacer) return pool[0];
    return pool.find(({name}) => (this.#used.get(name) ?? 0) < MAX_REQUESTS_EACH) ?? pool.at(-1);
  }
}
