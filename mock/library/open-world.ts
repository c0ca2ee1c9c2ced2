import {readPlainFile} from '../../spec/read-file.ts';
import {checkoutHooks} from '../control/checkout.ts';
import {credentials, secretsByRole} from '../control/credentials.ts';
import type {ControlRequest} from '../control/handler.ts';
import {SEE_DOCUMENT} from '../control/validate.ts';
import type {Mock} from '../create-mock.ts';
import type {FaultTally} from '../faults/fault-rule.ts';
import {unknownOption} from '../library-options.ts';
import {parsedSeed} from '../seeds/parse-seed.ts';
import type {Order} from '../store/orders/order.ts';
import {hasEnded} from '../workspace/runs/moves.ts';
import type {RunEnd, RunRow} from '../workspace/runs/rows.ts';
import type {World as StoredWorld} from '../world/world.ts';
import {pathText, type Path} from '../wrong-value.ts';
import {controlCalls, orError, requestOf, type ControlCalls} from './control-calls.ts';
import {finding, waiting} from './records.ts';
import type {ListedFault, World, WorldOptions} from './world.ts';

/** Maximum size of a file with a seed, in bytes. */
const MAX_SEED_BYTES = 20_000_000;

/** Milliseconds after which every run has ended that is not held. */
const LONGEST_RUN_MS = 60_000;

/** Makes worlds of a mock, and handles for them. */
export function worldsOf(mock: Mock): (options?: WorldOptions) => Promise<World> {
  const call = controlCalls(mock);
  let seeded = 0;
  const newName = (): string => `seed-${++seeded}`;
  return async (options = {}) => handleOf(mock, call, await worldWith(call, options, newName));
}

/** The options of `mock.world`, and what the control plane calls them. */
const OPTIONS: Readonly<Record<keyof WorldOptions, string>> = {
  template: 'template',
  from: 'from',
  seed: 'seed',
  frozenAt: 'frozen_at',
  limits: 'limits',
  freedoms: 'freedoms',
  speed: 'speed',
  skipWaits: 'skip_waits',
  faults: 'faults',
};

/** Makes a world. @returns its id. @throws TypeError that names the option */
async function worldWith(
  call: ControlCalls,
  options: WorldOptions,
  newName: () => string,
): Promise<string> {
  for (const name of Object.keys(options))
    if (!Object.hasOwn(OPTIONS, name))
      throw new TypeError(unknownOption('mock.world', name, Object.keys(OPTIONS)));
  const {from, ...others} = options;
  return from === undefined ? madeWith(call, others) : planted(call, from, others, newName());
}

/** Makes a world of a template. */
async function madeWith(call: ControlCalls, options: WorldOptions): Promise<string> {
  const given = Object.entries({template: 'demo', ...options});
  const body = Object.fromEntries(
    given
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [OPTIONS[name as keyof WorldOptions], value]),
  );
  const made = await call('createWorld', {body}).catch((error: unknown) => {
    throw asOption(error, (place) => {
      const name = Object.entries(OPTIONS).find(([, named]) => named === place[0])?.[0];
      return `The option ${pathText([name ?? '', ...place.slice(1)])} of mock.world`;
    });
  });
  return (made as {world: string}).world;
}

/** Makes a world of a seed: a value, or the path of a file. */
async function planted(
  call: ControlCalls,
  from: string | object,
  others: WorldOptions,
  world: string,
): Promise<string> {
  const more = Object.keys(others);
  if (more.length)
    throw new TypeError(`a seed says everything itself: leave out ${more.join(', ')}`);
  const body = typeof from === 'string' ? seedIn(from) : from;
  await call('putSeed', {world, body}).catch((error: unknown) => {
    throw asOption(error, (place) => `The option from of mock.world: ${pathText(place)}`);
  });
  return world;
}

/** The refusal of a body in the words of the library; any other error is returned unchanged. */
function asOption(error: unknown, named: (place: Path) => string): unknown {
  const {message} = error as Error;
  const [, place, rest = ''] = /^body\/?([^:]*): (.*)$/s.exec(message) ?? [];
  if (place === undefined) return error;
  const path = place.split('/').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const text = `${named(path)}: ${rest}`;
  return new TypeError(text.replace(SEE_DOCUMENT, 'docs/mock.md describes it'), {cause: error});
}

/** @throws TypeError that names file, line and field */
function seedIn(file: string): unknown {
  try {
    return parsedSeed(readPlainFile(file, MAX_SEED_BYTES).toString('utf8')).seed;
  } catch (error) {
    throw new TypeError(`The option from of mock.world: ${file}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function handleOf(mock: Mock, call: ControlCalls, id: string): World {
  const control: World['control'] = (operation, options = {}) =>
    call(operation, {...options, world: id});
  const stored = (): StoredWorld => {
    const world = mock.world(id);
    if (world) return world;
    throw new Error(`the world ${id} was dropped, or the mock is closed`);
  };
  const set = async (body: object): Promise<void> => void (await control('setClock', {body}));
  return {
    id,
    urls: {
      workspace: mock.url('workspace', id),
      store: mock.url('store', id),
      objects: mock.url('objects', id),
    },
    credentials: () => credentials(stored()),
    get keys() {
      return secretsByRole(stored());
    },
    clock: {
      now: () => new Date(stored().now()),
      advance: (ms) => set({advance_ms: ms}),
      freeze: async (at = new Date(stored().now())) => set({freeze_at: instantOf(at)}),
      run: () => set({run: true}),
      speed: (factor) => set({speed: factor}),
    },
    faults: ordering(control, stored),
    journal: finding(control),
    outbox: waiting(control),
    seed: async () => (await control('getSeed')) as Record<string, unknown>,
    snapshot: async () => (await control('getSnapshot')) as Record<string, unknown>,
    restore: async (snapshot) => void (await control('putSnapshot', {body: snapshot})),
    reset: async () => void (await control('resetWorld')),
    pay: (order, outcome = 'approved') => pay(mock, stored(), order, outcome),
    finishRun: (run) => finishRun(stored(), run, set),
    control,
    drop: async () => void (mock.world(id) && (await control('dropWorld'))),
  };
}

/** @throws TypeError for what is no instant */
function instantOf(at: Date | string): string {
  const instant = new Date(at);
  if (!Number.isNaN(instant.getTime())) return instant.toISOString();
  throw new TypeError(`clock.freeze: ${at} is no instant; write it like 2026-03-01T09:30:00Z`);
}

/** The faults of a world. */
function ordering(control: World['control'], stored: () => StoredWorld): World['faults'] {
  const tallyOf = (id: string): FaultTally =>
    stored().faultTallies.get(id) ?? {matched: 0, fired: 0};
  return {
    async add(rule) {
      const {id} = (await control('addFault', {body: rule})) as ListedFault;
      return {
        id,
        get matched() {
          return tallyOf(id).matched;
        },
        get fired() {
          return tallyOf(id).fired;
        },
        remove: async () => void (await control('removeFault', {id})),
      };
    },
    list: async () => ((await control('listFaults')) as {faults: ListedFault[]}).faults,
  };
}

async function pay(
  mock: Mock,
  world: StoredWorld,
  name: string,
  outcome: string,
): ReturnType<World['pay']> {
  const orders = [...world.table('orders').all()] as Order[];
  const order = orders.find(
    ({key, external_reference: reference}) => key === name || reference === name,
  );
  if (!order) throw new Error(`world ${world.id} has no order ${name}`);
  const request = requestOf(mock, {
    world: world.id,
    id: order.tenant,
    body: {order: order.key, outcome},
  });
  const settle = checkoutHooks['settleCheckout'];
  const done = await orError(async () => settle?.(request as ControlRequest<never>));
  return done?.body as Awaited<ReturnType<World['pay']>>;
}

async function finishRun(
  world: StoredWorld,
  key: string,
  set: (body: object) => Promise<void>,
): Promise<RunEnd> {
  for (let ms = 0; ms <= LONGEST_RUN_MS; ms += 1000) {
    const run = world.table('runs').get(key) as RunRow | undefined;
    if (!run) throw new Error(`world ${world.id} has no run ${key}`);
    if (hasEnded(run.state)) return run.state as RunEnd;
    if (run.held)
      throw new Error(
        `run ${key} is held; let it go on with control('changeWorkspace', {id: '${run.tenant}', body: {runs_hold: false}})`,
      );
    await set({advance_ms: 1000});
  }
  throw new Error(`run ${key} has not ended within a minute of the world's clock`);
}
