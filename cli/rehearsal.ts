import {createMock, type Mock} from '../mock/create-mock.ts';
import type {MirrorRow} from '../mock/workspace/reader/rows.ts';
import type {WorkspaceRow} from '../mock/workspace/access/rows.ts';
import type {Change} from '../mock/world/change.ts';
import {VirtualTime} from '../suites/engine/facts/virtual-time.ts';
import {defined} from '../spec/defined.ts';
import {openProfile, type Profile} from '../spec/profile.ts';
import type {Api} from '../spec/rule.ts';
import type {Specification} from '../spec/specification.ts';
import type {Exchange} from '../spec/exchange.ts';
import type {Check} from '../suites/language/check.ts';
import type {RunOptions} from '../suites/engine/begin/run-options.ts';
import {verifyAndRun} from '../suites/engine/run.ts';
import type {Config} from '../suites/target/config.ts';
import {Deployment} from '../suites/target/deployment.ts';
import type {WorldDescription} from '../suites/target/mock-control.ts';
import type {Target} from '../suites/target/target.ts';

/** Assumed duration of a response in milliseconds. */
export const LATENCY = 50;

/** Assumed limit of runs of one tool on one publication, if the configuration specifies none. */
const ASSUMED_TOOL_LIMIT = 10;

/** More runs of a tool than any check starts. */
const NO_TOOL_LIMIT = 500;

/** What a run will probably need, according to a rehearsal on a mock. */
export interface Estimate {
  requests: number;
  /** Pacing, waiting and responses. */
  seconds: number;
  /** Publications that are registered, in all workspaces. */
  publications: number;
  /** Runs of tools that are started. */
  runs: number;
  /** Reads of the store by the token that reads most. */
  reads: number;
  /**
   * The assumed limit of runs of one tool on one publication. Set if the limit matters and the configuration does not
   * specify it.
   */
  assumedToolLimit?: number;
  /** Set if the rehearsal ended before its last request sequence: the figures are those of its part, multiplied. */
  isPart?: true;
}

/** The most processor time of a rehearsal, in milliseconds. */
const MAX_PROCESSOR_MS = 40_000;

/** The run to rehearse. */
export interface Rehearsal {
  specifications: Record<Api, Specification>;
  checks: Check[];
  config: Config;
  /** The deployment of the configuration: it determines what can be exercised. */
  target: Target;
  seed: number;
  /** Ends the rehearsal early. Its result is then meaningless. */
  signal?: AbortSignal;
  /** Called before every request sequence. */
  progress?: RunOptions['progress'];
  /** The most processor time, in milliseconds. */
  maxProcessorMs?: number;
}

/**
 * Estimates what a run will send and how long it will take: the same checks are run on a mock in this process, which
 * has the limits of a deployment, and only the credentials, samples and hooks of the configuration. Its time is
 * virtual. Most of what the plan counts is not sent, because responses to earlier scenes can be reused; only a run
 * shows how much that is.
 * @returns undefined when the rehearsal itself fails
 */
export async function rehearse(rehearsal: Rehearsal): Promise<Estimate | undefined> {
  const time = new VirtualTime();
  const mock = await createMock({
    world: 'demo',
    machine: time.machine,
    host: '127.0.0.1',
  });
  try {
    return await estimateOn(mock, time, rehearsal);
  } catch {
    return undefined;
  } finally {
    await mock.close();
  }
}

/** Runs the checks on the mock, and counts what they send and spend. */
async function estimateOn(mock: Mock, time: VirtualTime, rehearsal: Rehearsal): Promise<Estimate> {
  const {specifications, checks, config, seed, signal, progress} = rehearsal;
  const bound = boundOf(rehearsal);
  // The sequences that are over, as a share of all.
  let share = 1;
  const toolLimit = toolLimitOf(config);
  await setLimits(mock, toolLimit ?? ASSUMED_TOOL_LIMIT);
  const began = time.now();
  const counts = new Counts(specifications);
  const {requests} = await verifyAndRun({
    specifications,
    checks,
    target: await likeTarget(rehearsal, mock, time),
    seed,
    clock: time,
    isRehearsal: true,
    signal: signal ? AbortSignal.any([signal, bound.signal]) : bound.signal,
    // The remaining time is that of the virtual clock.
    progress: (done, of, scene) => {
      bound.check();
      if (!bound.signal.aborted) share = of ? Math.min(1, (done + 1) / of) : 1;
      progress?.(done, of, scene);
    },
    onExchange: (exchange) => {
      counts.note(exchange);
      void time.sleep(LATENCY);
    },
  });
  const {publications, runs, reads} = counts.spent();
  const whole = (figure: number): number =>
    bound.signal.aborted ? Math.ceil(figure / share) : figure;
  return {
    requests: whole(requests),
    seconds: whole(Math.ceil((time.now() - began) / 1000)),
    publications: whole(publications),
    runs: whole(runs),
    reads: whole(reads),
    ...(bound.signal.aborted && {isPart: true as const}),
    ...(counts.toolLimitReached &&
      toolLimit === undefined && {assumedToolLimit: ASSUMED_TOOL_LIMIT}),
  };
}

/** Aborts the rehearsal when it has taken its processor time. */
function boundOf({maxProcessorMs = MAX_PROCESSOR_MS}: Rehearsal): {
  signal: AbortSignal;
  check(): void;
} {
  const controller = new AbortController();
  const began = process.cpuUsage();
  return {
    signal: controller.signal,
    check() {
      const {user, system} = process.cpuUsage(began);
      if ((user + system) / 1000 > maxProcessorMs) controller.abort();
    },
  };
}

/** How often a tool may run on a publication. Checks start it until it is refused. */
function toolLimitOf({toolLimit, profiles: {workspace}}: Config): number | undefined {
  return workspace.choices['NS-WS-52'] === 'none' ? NO_TOOL_LIMIT : toolLimit;
}

/** Sets allowances that do not end the rehearsal early, and the limit of a tool on a publication. */
async function setLimits(mock: Mock, toolLimit: number): Promise<void> {
  const world = defined(mock.world('demo'), 'the demo world');
  await world.setNumber('runs.daily_limit', 500);
  await world.setNumber('runs.per_tool_and_publication_limit', toolLimit);
  const changes = ([...world.table('workspaces').all()] as WorkspaceRow[]).map((row): Change => {
    const put: WorkspaceRow = {...row, allowance: 10_000};
    return {table: 'workspaces', put};
  });
  await world.commit({changes, effects: []});
}

/** Makes the mock a deployment that offers what the target offers. */
async function likeTarget(
  {config, target, specifications}: Rehearsal,
  mock: Mock,
  time: VirtualTime,
): Promise<Target> {
  const control = `${defined(mock.urls.control, 'the control plane')}/worlds/demo`;
  const world = (await (await fetch(control)).json()) as WorldDescription;
  const deployment = new Deployment(
    {
      ...config,
      bases: Object.fromEntries(target.apis.map((api) => [api, mock.urls[api]])),
      credentials: credentialsOf(config, world),
      samples: samplesOf(config, world, mock),
      hooks: Object.fromEntries(
        Object.keys(config.hooks).map((verb) => [verb, {url: `${control}/hooks`}]),
      ),
      profiles: {
        workspace: profileLike(config.profiles.workspace, specifications.workspace),
        store: profileLike(config.profiles.store, specifications.store),
      },
      undoFile: undefined,
      creationsFolder: undefined,
    },
    time,
  );
  return {
    name: deployment.name,
    kind: 'deployment',
    urls: deployment.urls,
    shared: true,
    apis: target.apis,
    clock: deployment.clock,
    profile: (api) => deployment.profile(api),
    // The mock is not reset between scenes, because that would reset its clock as well.
    lacks: (capability) =>
      capability === 'control:reset' ? 'no reset here' : target.lacks(capability),
    absence: (capability) => target.absence?.(capability),
    open: () => deployment.open(),
    close: async () => undefined,
  };
}

/** A credential of the mock for each role in the configuration. */
function credentialsOf({credentials}: Config, world: WorldDescription): Config['credentials'] {
  const {keys, tokens, access_tokens: accessTokens} = world;
  const secrets = new Map([
    ...keys.map(({role, key}) => [role, key] as const),
    ...[...tokens, ...accessTokens].map(({role, token}) => [role, token] as const),
  ]);
  const roles = Object.keys(credentials).flatMap((role) => {
    const secret = secrets.get(role);
    return secret === undefined ? [] : [[role, [secret]]];
  });
  return Object.fromEntries(roles) as Config['credentials'];
}

/** The mock's own value of each sample in the configuration. */
function samplesOf(
  {samples}: Config,
  world: WorldDescription,
  mock: Mock,
): Record<string, unknown> {
  const mirrors = defined(mock.world('demo'), 'the demo world').table('mirrors').all();
  const [pushed] = [...mirrors] as MirrorRow[];
  const known: Record<string, unknown> = {
    ...world.samples,
    pushed_publication: pushed?.publication,
  };
  return Object.fromEntries(Object.keys(samples).map((name) => [name, known[name]]));
}

/** The mock's own profile where the profile of the deployment has entries, or else an empty profile. */
const profileLike = (profile: Profile, specification: Specification): Profile =>
  Object.values(profile).some((section: object) => Object.keys(section).length > 0)
    ? specification.profile
    : openProfile();

/** Counts what the run spends of allowances and quotas. */
class Counts {
  readonly #specifications: Record<Api, Specification>;
  readonly #reads = new Map<string, number>();
  #publications = 0;
  #runs = 0;
  /** Whether a tool was refused because of its limit on a publication. */
  toolLimitReached = false;

  constructor(specifications: Record<Api, Specification>) {
    this.#specifications = specifications;
  }

  note({op, as, sent: {method}, situations}: Exchange): void {
    if (situations.includes('registered')) this.#publications += 1;
    if (situations.includes('accepted')) this.#runs += 1;
    if (situations.includes('tool-limit')) this.toolLimitReached = true;
    const isStoreRead = op in this.#specifications.store.contract.operations && method === 'GET';
    if (isStoreRead) this.#reads.set(as, (this.#reads.get(as) ?? 0) + 1);
  }

  spent(): Pick<Estimate, 'publications' | 'runs' | 'reads'> {
    const reads = Math.max(0, ...this.#reads.values());
    return {publications: this.#publications, runs: this.#runs, reads};
  }
}
