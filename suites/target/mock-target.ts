import {fetch} from 'undici';
import type {ControlVerb} from '../../spec/control.ts';
import type {Profile} from '../../spec/profile.ts';
import type {Api} from '../../spec/rule.ts';
import type {Role} from '../../spec/step.ts';
import {realClock} from '../engine/ports.ts';
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
  /** Origins of proxies that are called in the place of the mock, by API. */
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
    return new MockWorld(world, send, Date.parse(frozenAt), proxies);
  }

  async close(): Promise<void> {}

  /** Sends a request to the control plane, its path below `/worlds`. */
  async #send({method, path, body}: ControlRequest): Promise<unknown> {
    const {control, token} = this.#options;
    const response = await fetch(`${control}/worlds${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token && {authorization: `Bearer ${token}`}),
      },
      ...(body !== undefined && {body: JSON.stringify(body)}),
    });
    const text = await response.text();
    if (response.ok) return text === '' ? undefined : JSON.parse(text);
    throw new Error(
      `the control plane answered ${response.status} to ${method} /worlds${path}: ` +
        text.slice(0, 300),
    );
  }
}

/** A world of the mock in which one scene is run. */
class MockWorld implements Environment {
  readonly #world: WorldDescription;
  readonly #send: (request: ControlRequest) => Promise<unknown>;
  readonly #proxies: Partial<Record<Api, string>>;
  /** The instant at which the world was made, in epoch milliseconds. */
  readonly #begin: number;
  #advanced = 0;

  constructor(
    world: WorldDescription,
    send: (request: ControlRequest) => Promise<unknown>,
    begin: number,
    proxies: Partial<Record<Api, string>>,
  ) {
    this.#world = world;
    this.#send = send;
    this.#begin = begin;
    this.#proxies = proxies;
  }

  base(api: Api): string {
    const own = this.#world.urls[api];
    const proxy = this.#proxies[api];
    return proxy ? proxy + new URL(own).pathname.replace(/\/$/, '') : own;
  }

  credentials(role: Role): Credential[] {
    if (role === UNKNOWN_CREDENTIAL.name) return [UNKNOWN_CREDENTIAL];
    const {keys, tokens, access_tokens} = this.#world;
    const all = [
      ...keys.map(({key, ...rest}) => ({...rest, secret: key})),
      ...[...tokens, ...access_tokens].map(({token, ...rest}) => ({...rest, secret: token})),
    ];
    return all.filter((one) => one.role === role).map(({id, secret}) => ({name: id, secret}));
  }

  sample(name: string): unknown {
    return withFile(this.#world.samples[name]);
  }

  async control(verb: ControlVerb, args: Record<string, unknown>): Promise<unknown> {
    return this.#send({method: 'POST', path: '/hooks', body: {verb, ...args}});
  }

  async advance(ms: number): Promise<void> {
    this.#advanced += ms;
    await this.#send({method: 'POST', path: '/clock', body: {advance_ms: ms}});
  }

  wait(ms: number): Promise<void> {
    return this.advance(ms);
  }

  now(): number {
    return realClock.now();
  }

  targetTime(): number {
    return this.#begin + this.#advanced;
  }

  async close(): Promise<void> {
    await this.#send({method: 'DELETE', path: ''});
  }
}

/** FNV-1a over code points: a seed for each scene. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}
