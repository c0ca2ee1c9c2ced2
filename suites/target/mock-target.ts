import type {ControlVerb} from '../../spec/control.ts';
import {isObject} from '../../spec/json.ts';
import type {Profile} from '../../spec/profile.ts';
import type {Api} from '../../spec/rule.ts';
import type {Role} from '../../spec/step.ts';
import {realClock} from '../engine/ports.ts';
import {sampleFile} from './sample-file.ts';
import type {Capability, Credential, Target, Environment} from './target.ts';

/** What the control plane says of a world. */
interface WorldDescription {
  world: string;
  urls: {workspace: string; store: string};
  workspaces: {id: string; role: string}[];
  stores: {id: string; role: string}[];
  keys: {role: string; key: string; id: string; workspace: string}[];
  tokens: {role: string; token: string; id: string; store: string}[];
  access_tokens: {role: string; token: string; id: string; workspace: string}[];
  samples: Record<string, Record<string, unknown>>;
}

/** How a mock is reached and what worlds it makes. */
export interface MockTargetOptions {
  /** The control plane's base address. */
  control: string;
  token?: string;
  seed: number;
  profiles: Record<Api, Profile>;
  /** Instant at which worlds stand still. */
  frozenAt?: string;
  /** Defect and freedoms that every world has: for proofs. */
  world?: {defect?: string; freedoms?: Record<string, unknown>};
  /** Another front before the mock: API to base address of its origin. */
  front?: Partial<Record<Api, string>>;
}

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
    const {seed, frozenAt = '2026-03-02T09:30:00.000Z', world} = this.#options;
    const said = (await this.#control('POST', '/worlds', {
      template: 'suite',
      seed: hash(`${seed} ${scene}`),
      frozen_at: frozenAt,
      ...world,
    })) as WorldDescription;
    return new MockWorld(
      said,
      (method, path, body) => this.#control(method, `/worlds/${said.world}${path}`, body),
      this.#options.front ?? {},
    );
  }

  async close(): Promise<void> {}

  async #control(method: string, path: string, body?: unknown): Promise<unknown> {
    const reply = await fetch(this.#options.control + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(this.#options.token && {authorization: `Bearer ${this.#options.token}`}),
      },
      ...(body !== undefined && {body: JSON.stringify(body)}),
    });
    const text = await reply.text();
    if (!reply.ok)
      throw new Error(
        `the control plane answered ${reply.status} to ${method} ${path}: ${text.slice(0, 300)}`,
      );
    return text === '' ? undefined : JSON.parse(text);
  }
}

type Control = (method: string, path: string, body?: unknown) => Promise<unknown>;

class MockWorld implements Environment {
  readonly #said: WorldDescription;
  readonly #control: Control;
  readonly #front: Partial<Record<Api, string>>;
  #advanced = 0;

  constructor(said: WorldDescription, control: Control, front: Partial<Record<Api, string>>) {
    this.#said = said;
    this.#control = control;
    this.#front = front;
  }

  base(api: Api): string {
    const own = this.#said.urls[api];
    const front = this.#front[api];
    return front ? front + new URL(own).pathname.replace(/\/$/, '') : own;
  }

  credentials(role: Role): Credential[] {
    if (role === 'unknown-credential')
      return [{name: 'unknown-credential', secret: 'presscheck-never-issued-this-0000'}];
    const {keys, tokens, access_tokens: accesses} = this.#said;
    const all = [
      ...keys.map(({key, ...rest}) => ({...rest, secret: key})),
      ...[...tokens, ...accesses].map(({token, ...rest}) => ({...rest, secret: token})),
    ];
    return all.filter((one) => one.role === role).map(({id, secret}) => ({name: id, secret}));
  }

  sample(name: string): unknown {
    return withFile(this.#said.samples[name]);
  }

  async control(verb: ControlVerb, args: Record<string, unknown>): Promise<unknown> {
    const role = String(args.role);
    const key = this.#said.keys.find((one) => one.role === role);
    const token = this.#said.tokens.find((one) => one.role === role);
    const workspace = key?.workspace;
    const store = token?.store;
    const post = (path: string, body: unknown): Promise<any> => this.#control('POST', path, body);
    if (verb === 'leave-places')
      return this.#control('PATCH', `/workspaces/${workspace}`, {publications_left: args.places});
    if (verb === 'unresolve-plan')
      return this.#control('PATCH', `/workspaces/${workspace}`, {plan: null});
    if (verb === 'set-plan')
      return this.#control(
        'PATCH',
        `/workspaces/${workspace}`,
        args.plan === undefined ? {} : {plan: args.plan},
      );
    if (verb === 'seed-publications')
      return post('/seed', {publications: {workspace, count: args.count}});
    if (verb === 'seed-empty-publication')
      return post('/seed', {publications: {workspace, count: 1, files: false}});
    if (verb === 'leave-runs') return post('/seed', {runs: {workspace, leave: args.runs}});
    if (verb === 'end-runs')
      return this.#control('PATCH', `/workspaces/${workspace}`, {runs_end: args.as});
    if (verb === 'withhold-downloads')
      return this.#control('PATCH', `/workspaces/${workspace}`, {downloads: 'unavailable'});
    if (verb === 'push-mirrors')
      return post('/seed', {
        mirrors: {publication: args.publication, mirrors: ['original', 'modified']},
      });
    if (verb === 'mint-key') return post('/keys', {workspace});
    if (verb === 'issue-token') return post('/access-tokens', {workspace});
    if (verb === 'expire-token') return post(`/access-tokens/${String(args.id)}/expire`, {});
    if (verb === 'revoke-token') return post(`/access-tokens/${String(args.id)}/revoke`, {});
    if (verb === 'spend-reads')
      return post('/reads', {
        ...(args.of === 'store' ? {store} : {token: token?.token}),
        count: args.count,
      });
    if (verb === 'sign-in')
      return post('/seed', {sign_ins: {user: args.user, count: 1, type: args.type ?? 'web'}});
    if (verb === 'try-login')
      return post('/logins', {store, email: args.email, password: args.password});
    if (verb === 'generate-token') return post('/tokens', {store});
    if (verb === 'regenerate-token') return post(`/tokens/${String(args.id)}/regenerate`, {});
    return this.#control('DELETE', `/tokens/${String(args.id)}`);
  }

  async advance(ms: number): Promise<void> {
    this.#advanced += ms;
    await this.#control('POST', '/clock', {advance_ms: ms});
  }

  now(): number {
    return realClock.now();
  }

  clockOffset(): number {
    return this.#advanced;
  }

  async close(): Promise<void> {
    await this.#control('DELETE', '');
  }
}

/** A sample that names a file brings its bytes: small, of a valid form, the same every time. */
export const withFile = (sample: unknown): unknown => {
  if (
    !isObject(sample) ||
    typeof sample.filename !== 'string' ||
    sample.bytes ||
    typeof sample.size_bytes === 'number'
  )
    return sample;
  const bytes = sampleFile(sample.filename);
  return {...sample, bytes, size_bytes: bytes.length};
};

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ char.codePointAt(0)!, 0x01000193) >>> 0;
  return value;
}
