import type {Ref, Role} from '../../spec/step.ts';
import type {Credential} from '../target/target.ts';
import type {RunContext, Position} from './run-context.ts';
import type {Bindings} from './bindings.ts';
import {Blocked} from './blocked.ts';

/**
 * Requests of one pooled credential before the next is taken: below every documented limit a
 * minute.
 */
const POOLED = 50;

/** Whose requests an agent's may be counted with. */
const KEY_OF: Partial<Record<Role, Role>> = {
  agent: 'full',
  'scopeless-agent': 'full',
  'second-agent': 'second-workspace',
};

/** The credentials that one script is sent with. */
export class CredentialPool {
  readonly #bench: RunContext;
  readonly #bindings: Bindings;
  readonly #burst: boolean;
  readonly #used = new Map<string, number>();

  /** @param burst the script has a burst, which pins the first credential of its role */
  constructor(context: RunContext, bindings: Bindings, burst: boolean) {
    this.#bench = context;
    this.#bindings = bindings;
    this.#burst = burst;
  }

  /**
   * The credential that a step is sent with; undefined for nobody. @throws Blocked when the target
   * has none
   */
  async take(as: Role | Ref, {known, unpaced}: Position): Promise<Credential | undefined> {
    if (typeof as !== 'string')
      return this.kept({
        name: `given ${as.$from}`,
        secret: String(this.#bindings.fill(as, {known, rounds: []})),
      });
    if (as === 'nobody') return undefined;
    const pool = await this.#bench.environment.credentials(as);
    if (!pool.length) throw new Blocked(`the target has no credential for the role ${as}`);
    // Everything besides a burst leaves the burst's credential alone while it can.
    const others = this.#burst && pool.length > 1 ? pool.slice(1) : pool;
    const credential = unpaced
      ? pool[0]!
      : (others.find((one) => this.#bench.pacer || (this.#used.get(one.name) ?? 0) < POOLED) ??
        others.at(-1)!);
    this.#used.set(credential.name, (this.#used.get(credential.name) ?? 0) + 1);
    return this.kept(credential);
  }

  /**
   * The credential that the calls of an agent may be counted with; undefined for everybody else.
   */
  async countedWith(as: Role | Ref): Promise<string | undefined> {
    const role = typeof as === 'string' ? KEY_OF[as] : undefined;
    return role && (await this.#bench.environment.credentials(role))[0]?.name;
  }

  /**
   * Waits until a burst of this role stands in a quiet minute, so that every refusal in it is the
   * burst's own doing.
   */
  async quiet(as: Role): Promise<void> {
    const [credential] = await this.#bench.environment.credentials(as);
    if (credential && !this.#used.has(credential.name))
      await this.#bench.pacer?.quiet(credential.name);
  }

  /** No report shows a credential that was used. */
  kept(credential: Credential): Credential {
    this.#bench.ledger.keep(credential.secret);
    return credential;
  }
}
