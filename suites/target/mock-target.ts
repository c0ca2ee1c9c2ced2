import {request} from 'undici';
import type {ControlVerb} from '../../spec/control.ts';
import type {Profile} from '../../spec/profile.ts';
import type {Api} from '../../spec/rule.ts';
import type {Role} from '../../spec/step.ts';
import {realClock} from '../engine/facts/ports.ts';
import type {ControlRequest, WorldDescription} from './mock-control.ts';
import {withFile} from './sample-file.ts';
import {
  UNKNOWN_CREDENTIAL,
  type Capability,
  type Credential,
  type Environment,
  type Target,
} from './target.ts';

/** How a mock is reached and what worlds it makes. */
export interface MockTargetOptions {
  /** The control plane's base address. */
  control: string;
  token?: string;
  seed: number;
  profiles: Record<Api, Profile>;
  /** Instant at which worlds stand still. */
  frozenAt?: string;
  /** Defect and freedoms that every world has; only proofs set them. */
  world?: {defect?: string; freedoms?: Record<string, unknown>};
  /** Origins of proxies that are called instead of the mock, by API. */
  proxies?: Partial<Record<Api, string>>;
}

/** Where the clocks of worlds stand, unless an option says otherwise. */
const DEFAULT_INSTANT = '2026-03-02T09:30:00.000Z';

/** A mock as a target: a frozen world of its own for every scene, over real HTTP. */
export class MockTarget implements Target {
  readonly name: string;
  readonly kind = 'mock';
  readonly shared = false;
  readonly apis: Api[] = ['workspace', 'store'];
  readonly urls: Record<string, string>;
  readonly #options: MockTargetOptions;
  /** Done when every world that is no longer needed has been deleted. */
  #deleted: Promise<unknown> = Promise.resolve();

  constructor(options: MockTargetOptions) {
    this.#options = options;
    this.name = 'embedded mock';
    this.urls = {control: options.control};
  }

  profile(api: Api): Profile {
    return this.#options.profiles[api];
  }

  lacks(_capability: Capability): string | undefined {
    return undefined;
  }

  async open(scene: string): Promise<Environment> {
    const {seed, frozenAt = DEFAULT_INSTANT, world: options, proxies = {}} = this.#options;
    const body = {
      template: 'suite',
      seed: hash(`${seed} ${scene}`),
      frozen_at: frozenAt,
      ...options,
    };
    const world = (await this.#send({method: 'POST', path: '', body})) as WorldDescription;
    const send = ({path, ...request}: ControlRequest): Promise<unknown> =>
      this.#send({...request, path: `/${world.world}${path}`});
    return new MockWorld(world, {
      send,
      drop: () => this.#delete(world.world),
      begin: Date.parse(frozenAt),
      proxies,
    });
  }

  async close(): Promise<void> {
    await this.#deleted;
  }

  /** Deletes a world while the next scene already runs. A world that stays ends with the mock. */
  #delete(world: string): void {
    const deleted = this.#send({method: 'DELETE', path: `/${world}`}).catch(() => undefined);
    this.#deleted = this.#deleted.then(() => deleted);
  }

  /** Sends a request to the control plane, its path below `/worlds`. */
  async #send({method, path, body}: ControlRequest): Promise<unknown> {
    const {control, token} = this.#options;
    const {statusCode, body: answer} = await request(`${control}/worlds${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token && {authorization: `Bearer ${token}`}),
      },
      ...(body !== undefined && {body: JSON.stringify(body)}),
    });
    const text = await answer.text();
    if (statusCode < 300) return text === '' ? undefined : JSON.parse(text);
    throw new Error(
      `the control plane answered ${statusCode} to ${method} /worlds${path}: ` + text.slice(0, 300),
    );
  }
}

/** What a world of the mock needs from its target. */
interface WorldOptions {
  send: (request: ControlRequest) => Promise<unknown>;
  drop: () => void;
  /** The instant at which the world was made, in epoch milliseconds. */
  begin: number;
  proxies: Partial<Record<Api, string>>;
}

/** A world of the mock in which one scene is run. */
class MockWorld implements Environment {
  readonly #world: WorldDescription;
  readonly #options: WorldOptions;
  readonly #credentials: ReadonlyMap<string, Credential[]>;
  #advanced = 0;

  constructor(world: WorldDescription, options: WorldOptions) {
    this.#world = world;
    this.#options = options;
    this.#credentials = credentialsOf(world);
  }

  base(api: Api): string {
    const own = this.#world.urls[api];
    const proxy = this.#options.proxies[api];
    return proxy ? proxy + new URL(own).pathname.replace(/\/$/, '') : own;
  }

  credentials(role: Role): Credential[] {
    if (role === UNKNOWN_CREDENTIAL.name) return [UNKNOWN_CREDENTIAL];
    return this.#credentials.get(role) ?? [];
  }

  sample(name: string): unknown {
    return withFile(this.#world.samples[name]);
  }

  async control(verb: ControlVerb, args: Record<string, unknown>): Promise<unknown> {
    return this.#options.send({method: 'POST', path: '/hooks', body: {verb, ...args}});
  }

  async advance(ms: number): Promise<void> {
    this.#advanced += ms;
    await this.#options.send({method: 'POST', path: '/clock', body: {advance_ms: ms}});
  }

  wait(ms: number): Promise<void> {
    return this.advance(ms);
  }

  now(): number {
    return realClock.now();
  }

  targetTime(): number {
    return this.#options.begin + this.#advanced;
  }

  async close(): Promise<void> {
    this.#options.drop();
  }
}

/** The credentials of a world, by role. */
function credentialsOf({keys, tokens, access_tokens}: WorldDescription): Map<string, Credential[]> {
  const byRole = new Map<string, Credential[]>();
  const add = (role: string, one: Credential): void => {
    byRole.set(role, [...(byRole.get(role) ?? []), one]);
  };
  for (const {role, id, key} of keys) add(role, {name: id, secret: key});
  for (const {role, id, token} of [...tokens, ...access_tokens])
    add(role, {name: id, secret: token});
  return byRole;
}

/** FNV-1a over code points: a seed for each scene. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}
