import {expect, test} from 'vitest';
import type {ControlVerb} from '../../../spec/control.ts';
import {UsageError} from '../../../spec/usage-error.ts';
import {openProfile} from '../../../spec/profile.ts';
import type {Config} from '../../target/config.ts';
import {Deployment} from '../../target/deployment.ts';
import type {Environment, Target} from '../../target/target.ts';
import type {HookArgs, Undo, UndoStore} from '../../target/undo-store.ts';
import {QuotaUsedUp} from '../../target/unreachable.ts';
import {restoreInitialState} from './initial-state.ts';

/** A store in memory. */
function storeOf(kept: Undo[]): UndoStore & {kept: Undo[]} {
  const store = {kept, read: () => store.kept, write: (undos: Undo[]) => void (store.kept = undos)};
  return store;
}

/** Restores a target whose hooks are noted; those of `failing` fail. */
async function restored(
  kept: Undo[],
  hasReset: boolean,
  failing: ControlVerb[] = [],
  verify: (calls: [ControlVerb, HookArgs][]) => void = () => undefined,
) {
  const calls: [ControlVerb, HookArgs][] = [];
  const environment = {
    control: async (verb: ControlVerb, args: HookArgs) => {
      calls.push([verb, args]);
      if (failing.includes(verb)) throw new Error('it is stuck with the-secret-key');
    },
    close: async () => undefined,
  } as unknown as Environment;
  const undos = storeOf(kept);
  const target = {
    name: 'staging',
    shared: true,
    secrets: ['the-secret-key'],
    undos,
    lineOf: (pointer: string) => `c.yaml:${pointer}`,
    lacks: () => (hasReset ? undefined : 'give a hook'),
    open: async () => environment,
  } as unknown as Target;
  const notices: string[] = [];
  const notice = (text: string): void => void notices.push(text);
  const options = {target, notice} as unknown as Parameters<typeof restoreInitialState>[0];
  await restoreInitialState(options, async () => verify(calls));
  return {calls, notices, left: undos.kept};
}

const LEFT: Undo = {verb: 'leave-places', args: {role: 'full', places: null}};

test('what an earlier run left changed is undone, and said', async () => {
  expect(await restored([LEFT], false)).toEqual({
    calls: [['leave-places', LEFT.args]],
    notices: [
      'An earlier run had left a hook to undo; it was undone now: leave-places {"role":"full","places":null}',
    ],
    left: [],
  });
});

test('nothing is judged where it cannot be undone, unless the deployment is reset', async () => {
  await expect(restored([LEFT], false, ['leave-places'])).rejects.toThrow(
    'c.yaml:/hooks/leave-places: hooks.leave-places: an interrupted earlier run left a change that cannot be undone',
  );
  const {calls, left} = await restored([LEFT], true, ['leave-places']);
  expect(calls.map(([verb]) => verb)).toEqual(['leave-places', 'reset']);
  expect(left).toEqual([]);
  await expect(restored([], true, ['reset'])).rejects.toThrow(
    /^c\.yaml:\/hooks\/reset: hooks\.reset: it is stuck with REDACTED$/,
  );
  await expect(restored([LEFT], false, ['leave-places'])).rejects.toThrow(/stuck with REDACTED$/);
});

test('a target is verified before it is reset, and not reset for a run that cannot begin', async () => {
  const before: number[] = [];
  const {calls} = await restored([], true, [], ({length}) => void before.push(length));
  expect([before, calls.length]).toEqual([[0], 1]);
  let seen: unknown[] | undefined;
  const wrong = restored([], true, [], (sent) => {
    seen = sent;
    throw new UsageError('credentials.full: the key is refused');
  });
  await expect(wrong).rejects.toThrow('the key is refused');
  expect(seen).toEqual([]);
});

test('a quota that is used up is restored by the reset, and the target is verified again', async () => {
  let times = 0;
  const {calls} = await restored([], true, [], () => {
    times += 1;
    if (times === 1) throw new QuotaUsedUp('its quota is used up');
  });
  expect([times, calls.map(([verb]) => verb)]).toEqual([2, ['reset']]);
  const spent = () => {
    throw new QuotaUsedUp('its quota is used up');
  };
  await expect(restored([], false, [], spent)).rejects.toThrow('used up');
});

test('the hook advance moves the time of a deployment, and waiting passes it', async () => {
  const clock = {
    time: 1000,
    now: () => clock.time,
    sleep: async (ms: number) => void (clock.time += ms),
  };
  const config = (hooks: Config['hooks']): Config => ({
    name: 'd',
    bases: {store: 'http://localhost:1'},
    profiles: {workspace: openProfile(), store: openProfile()},
    credentials: {},
    samples: {},
    uniqueIds: [],
    maxWait: 0,
    timeout: 1000,
    hooks,
    expected: [],
  });
  const moved = new Deployment(config({advance: {command: ['true']}}), clock);
  const environment = await moved.open();
  await environment.advance(3_600_000);
  expect([clock.time, environment.now(), moved.clock.now()]).toEqual([1250, 3_601_250, 3_601_250]);
  await environment.wait(500);
  expect([clock.time, environment.now()]).toEqual([1750, 3_601_750]);
  expect(moved.lacks('time:3600000')).toBeUndefined();
  const unknown = {...config({advance: {command: ['/no/such/program']}}), maxWait: 60};
  const started = clock.time;
  await (await new Deployment(unknown, clock).open()).advance(60_000);
  expect(clock.time).toBe(started + 60_000);
  const tooLong = (await new Deployment(unknown, clock).open()).advance(61_000);
  await expect(tooLong).rejects.toThrow('does not do advance');
  clock.time = started;
  const waiting = new Deployment(config({}), clock);
  await (await waiting.open()).advance(1000);
  expect(clock.time).toBe(2750);
  expect(waiting.lacks('time:3600000')).toContain('hooks.advance');
});
