import {isObject} from '../../spec/json.ts';
import type {Api, OpenId} from '../../spec/rule.ts';
import type {
  Advance,
  Call,
  Control,
  Download,
  Repeat,
  Role,
  Step,
  ToldDuration,
  ListTools,
  Until,
  Upload,
  WallTime,
} from '../../spec/step.ts';
import type {Fresh, Ref, Sample, Val} from '../../spec/value.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {Capability} from '../target/target.ts';
import {ANY_TARGET, type KnownTarget} from '../target/known-target.ts';

/**
 * Refers to the response that a step will bring. An act cannot branch on it, so the plan is
 * complete before the first request.
 */
export interface Handle<T = Exchange> {
  readonly id: string;
  /** Never set: carries the type of what a judge sees. */
  readonly seen?: T;
  /** Refers to a value in the canonical body, by JSON Pointer; `header:NAME` refers to a header. */
  at(pointer: string): Ref;
}

/** What a judge sees for the handles that an act returned: the exchanges of those steps. */
export type Seen<R> = {[K in keyof R]: SeenOf<R[K]>};
type SeenOf<H> = H extends Handle<infer T> ? T : H;

/** What a call carries besides its operation. */
export type Args = Partial<
  Pick<
    Call,
    | 'path'
    | 'spelling'
    | 'query'
    | 'headers'
    | 'body'
    | 'escaped'
    | 'raw'
    | 'tail'
    | 'optional'
    | 'present'
    | 'elsewhere'
    | 'method'
    | 'expects'
    | 'until'
    | 'interface'
    | 'messageId'
  >
> & {
  as?: Role | Ref;
};

/** How an upload differs from a plain one. */
export type UploadOptions = Partial<
  Pick<Upload, 'sample' | 'resize' | 'size' | 'content' | 'omitHeaders' | 'expects' | 'optional'>
>;

/** The role of the agent that calls the MCP server for the workspace of a key. */
export const AGENT_FOR: Partial<Record<Role, Role>> = {
  full: 'agent',
  'second-workspace': 'second-agent',
};

/** The numbers that steps and fresh values of a script have got so far. */
interface Numbering {
  /** Begins every step id: set-ups and acts that are sent together have different ones. */
  prefix: string;
  steps: number;
  fresh: number;
}

/** What a script knows besides its API. */
interface ScriptOptions {
  /** Default: step ids `s1`, `s2` and so on. */
  numbering?: Numbering;
  /** The target to which the steps will be sent. Default: any. */
  target?: KnownTarget;
  /** The list to which the recorded steps are added. Default: a new one. */
  steps?: Step[];
}

/** Records steps of one API; sends nothing. */
export class Script {
  /** The recorded steps. */
  readonly steps: Step[];
  readonly #api: Api;
  readonly #numbering: Numbering;
  readonly #target: KnownTarget;
  /** How many repetitions, walks and races the steps are inside of. */
  #depth = 0;
  /** Whether calls go to the tools of the MCP server. */
  #callsTools = false;

  constructor(api: Api, {numbering, target = ANY_TARGET, steps = []}: ScriptOptions = {}) {
    this.steps = steps;
    this.#api = api;
    this.#numbering = numbering ?? {prefix: 's', steps: 0, fresh: 0};
    this.#target = target;
  }

  /**
   * Whether the target offers something: one of two ways to the same end may need it, and the other
   * does not.
   */
  offers(capability: Capability): boolean {
    return this.#target.offers(capability);
  }

  /** Whether the profile of the target makes a choice at an open point (`open-choices.ts`). */
  chooses(point: OpenId, choice: string): boolean {
    return this.#target.chooses(this.#api, point, choice);
  }

  /**
   * Whether the URL of an operation is known only from headers of responses. A tool has none, so what a tool made is
   * then read through a tool.
   */
  isFollowed(op: string): boolean {
    return this.#target.isFollowed(this.#api, op);
  }

  /** Whether two samples of the target have one value: two tools of different kinds may be the same. */
  isSameSample(one: string, other: string): boolean {
    return this.#target.isSameSample(one, other);
  }

  /**
   * The same script, whose calls go to the tools of the MCP server where an agent has the role of
   * their caller.
   */
  throughTools(): Script {
    const other = this.#fork(this.steps);
    other.#callsTools = true;
    return other;
  }

  /** A value unlike every other of the run. */
  fresh(kind: Fresh['$fresh'], length?: number): Fresh {
    return {
      $fresh: kind,
      n: ++this.#numbering.fresh,
      depth: this.#depth,
      ...(length !== undefined && {length}),
    };
  }

  /**
   * Values in which each fresh one has a number on this script, so that it can be sent: for example
   * what a property has drawn.
   */
  numbered<T>(values: T): T {
    const withNumbers = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(withNumbers);
      if (!isObject(value)) return value;
      if ('$fresh' in value) return {...this.fresh(value.$fresh as Fresh['$fresh']), ...value};
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, withNumbers(member)]),
      );
    };
    return withNumbers(values) as T;
  }

  /** A value that the target supplies, such as `good` at `/size_bytes`. */
  sample(name: string, pointer = ''): Sample {
    return {$sample: name, at: pointer};
  }

  /**
   * Calls an operation, in the name of `full` (workspace) or `admin` (store) unless `as` says
   * otherwise.
   */
  call(op: string, args: Args = {}): Handle {
    const {as = this.#api === 'workspace' ? 'full' : 'admin', ...rest} = args;
    const agent = this.#callsTools && typeof as === 'string' ? AGENT_FOR[as] : undefined;
    const through = agent ? {interface: 'mcp' as const, as: agent} : {as};
    return this.#record<Exchange>({
      step: 'call',
      id: this.#id(),
      api: this.#api,
      op,
      ...through,
      ...rest,
    } as Call);
  }

  /** Lists the tools of the MCP server. */
  tools(as: Role | Ref = 'agent'): Handle {
    return this.#record<Exchange>({step: 'tools', id: this.#id(), as} satisfies ListTools);
  }

  /** PUTs a sample's bytes to the presigned URL of a reservation, with the headers that it gave. */
  upload(reservation: Handle, options: UploadOptions = {}): Handle {
    return this.put(reservation.at('/upload_url'), reservation.at('/upload_headers'), options);
  }

  /** PUTs a sample's bytes to a URL. */
  put(url: Val, headers: Val, options: UploadOptions = {}): Handle {
    const {sample = 'good', ...rest} = options;
    return this.#record<Exchange>({
      step: 'upload',
      id: this.#id(),
      url,
      headers,
      sample,
      ...rest,
    });
  }

  /** GETs what a presigned URL leads to, such as the `Location` of a redirect. */
  download(url: Val, options: Pick<Download, 'expects' | 'optional'> = {}): Handle {
    return this.#record<Exchange>({step: 'download', id: this.#id(), url, ...options});
  }

  /**
   * GETs a page of the store whose URL a response gave, as a browser would.
   * @param userAgent the user-agent string of the browser, if it matters
   */
  visit(url: Val, userAgent?: string): Handle {
    return this.#record<Exchange>({
      step: 'download',
      id: this.#id(),
      url,
      api: 'store',
      ...(userAgent !== undefined && {userAgent}),
      optional: true,
    });
  }

  /**
   * Sends branches at the same moment.
   * @returns the last exchange of each
   */
  parallel(...branches: ((s: Script) => void)[]): Handle<Exchange[]> {
    const id = this.#id();
    return this.#record<Exchange[]>({
      step: 'parallel',
      id,
      branches: branches.map((branch) => this.#inner(branch)),
    });
  }

  /**
   * Sends at the same moment what each branch records. Other than with `parallel`, later steps may refer to the values
   * and responses of the branches.
   * @returns what each branch returned
   */
  together<T>(branches: readonly ((s: Script) => T)[]): T[] {
    const id = this.#id();
    const recorded = branches.map((record) => {
      const branch = this.#fork([]);
      return {made: record(branch), steps: branch.steps};
    });
    this.steps.push({step: 'parallel', id, branches: recorded.map(({steps}) => steps)});
    return recorded.map(({made}) => made);
  }

  /**
   * Repeats steps.
   * @returns every exchange of the body's last step
   */
  repeat(
    times: number,
    body: (s: Script) => void,
    options: Partial<
      Pick<Repeat, 'until' | 'atMost' | 'first' | 'every' | 'growth' | 'unmet' | 'unpaced'>
    > = {},
  ): Handle<Exchange[]> {
    const id = this.#id();
    return this.#record<Exchange[]>({
      step: 'repeat',
      id,
      times,
      ...options,
      body: this.#inner(body),
    });
  }

  /**
   * Walks a list from its first page to its last.
   * @returns the pages
   */
  walk(
    op: string,
    options: Omit<Args, 'until'> & {
      atMost: number;
      until?: Until;
      between?: {after: number; body: (s: Script) => void};
    },
  ): Handle<Exchange[]> {
    const {atMost, until, between, ...args} = options;
    const id = this.#id();
    const [page] = this.#inner((s) => void s.call(op, args));
    return this.#record<Exchange[]>({
      step: 'walk',
      id,
      page: page as Call,
      atMost,
      ...(until && {until}),
      ...(between && {between: {after: between.after, body: this.#inner(between.body)}}),
    });
  }

  /**
   * Lets `ms` milliseconds pass: moves the clock of an embedded mock, waits for a deployment.
   * @param until a time of a wall clock: not more than until then
   */
  advance(ms: number, until?: WallTime): void {
    const step: Advance = {step: 'advance', id: this.#id(), ms, ...(until && {until})};
    this.steps.push(step);
  }

  /** Lets `ms` milliseconds pass, or more or less, where a response tells another duration. */
  advanceAsTold(ms: number, told: ToldDuration): void {
    const step: Advance = {step: 'advance', id: this.#id(), ms, told};
    this.steps.push(step);
  }

  /** Has the target do what the APIs cannot (see spec/control.ts). */
  control(
    verb: string,
    args: {[name: string]: Val} = {},
    options: Pick<Control, 'optional'> = {},
  ): Handle {
    const step: Control = {step: 'control', id: this.#id(), verb, args, ...options};
    return this.#record<Exchange>(step);
  }

  #id(): string {
    return `${this.#numbering.prefix}${++this.#numbering.steps}`;
  }

  #record<T>(step: Step): Handle<T> {
    this.steps.push(step);
    return {id: step.id, at: (pointer) => ({$from: step.id, at: pointer})};
  }

  /** Records the steps inside a repetition, a walk or a race. */
  #inner(body: (s: Script) => void): Step[] {
    const inner = this.#fork([]);
    inner.#depth += 1;
    body(inner);
    return inner.steps;
  }

  /** A script with the numbering of this one, which adds its steps to a list. */
  #fork(steps: Step[]): Script {
    const fork = new Script(this.#api, {
      numbering: this.#numbering,
      target: this.#target,
      steps,
    });
    fork.#depth = this.#depth;
    fork.#callsTools = this.#callsTools;
    return fork;
  }
}

/** The factor by which pauses between reads become longer where a hook moves the clock. */
const GROWTH = 1.1;

/** The pauses between repeated reads become longer where waiting takes no real time. */
export const longerPauses = (s: Script): Pick<Repeat, 'growth'> =>
  s.offers('control:advance') ? {growth: GROWTH} : {};

/** So many seconds in milliseconds. */
export const seconds = (n: number): number => n * 1000;

/** So many minutes in milliseconds. */
export const minutes = (n: number): number => n * 60_000;

/** So many hours in milliseconds. */
export const hours = (n: number): number => n * 3_600_000;
