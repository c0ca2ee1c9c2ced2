import {expect, test} from 'vitest';
import {createMock} from '../mock/create-mock.ts';
import {defined} from '../spec/defined.ts';
import type {Api} from '../spec/rule.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks, furtherRounds} from '../suites/all-checks.ts';
import {MockTarget} from '../suites/target/mock-target.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import type {Rounds} from '../suites/engine/begin/run-options.ts';
import {run} from '../suites/engine/run.ts';

const specifications = loadSpecifications();
const RULE = 'workspace.uploads.moves-are-the-listed-ones';
const DRAWN = 'store.users.created-is-as-given';

/** Plays rounds of one model on the mock. */
async function played(rounds: Partial<Rounds>, apis?: Api[]) {
  const mock = await createMock({world: 'empty'});
  const profiles = {
    workspace: specifications.workspace.profile,
    store: specifications.store.profile,
  };
  const control = defined(mock.urls.control, 'the control plane');
  const target = new MockTarget({control, seed: 1, profiles});
  if (apis) Object.defineProperty(target, 'apis', {value: apis});
  const checks = allChecks(specifications).checks.filter(({rule}) => rule === RULE);
  const scenes: string[] = [];
  try {
    const result = await run({
      specifications,
      checks: checks.slice(0, 1),
      target,
      seed: 1,
      clock: realClock,
      rounds: {
        checksOf: furtherRounds(specifications, 1, {isWanted: (rule) => rule === RULE}),
        maxRequests: 400,
        ...rounds,
        onDecided: async (one) => {
          scenes.push(one.scene.id);
          return (await rounds.onDecided?.(one)) ?? false;
        },
      },
    });
    return {...result, scenes};
  } finally {
    await mock.close();
  }
}

test('rounds go on until the requests are spent, and never beyond', async () => {
  const {requests, rounds, scenes} = await played({});
  expect(rounds?.ended).toBe('requests');
  expect(requests).toBeLessThanOrEqual(400);
  expect(scenes.length).toBeGreaterThan(5);
  expect(new Set(scenes).size).toBe(scenes.length);
}, 60_000);

test('what the target lacks spends no requests, however few are left', async () => {
  const {requests, rounds} = await played({maxRequests: 1}, ['store']);
  expect(rounds?.ended).toBe('nothing new');
  expect(requests).toBe(0);
}, 60_000);

test('the same seed plays the same scenes', async () => {
  const [one, other] = [await played({maxRequests: 200}), await played({maxRequests: 200})];
  expect(one.scenes).toEqual(other.scenes);
  expect(one.requests).toBe(other.requests);
}, 60_000);

test('rounds end when their time is over, or when what they decide is enough', async () => {
  expect((await played({forMs: 0})).rounds).toMatchObject({rounds: 1, ended: 'time'});
  const stopped = await played({onDecided: async () => true});
  expect(stopped.rounds?.ended).toBe('a finding');
  expect(stopped.scenes).toHaveLength(1);
}, 60_000);

test('sequences of another round are others, and prefer what none has covered', () => {
  const checksOf = furtherRounds(specifications, 1, {isWanted: (rule) => rule === RULE});
  const [first, second] = [checksOf(1), checksOf(2)];
  const commands = (round: typeof first) => round.checks.map(({sequence}) => sequence?.commands);
  expect(commands(first)).not.toEqual(commands(second));
  expect(first.seed).not.toBe(second.seed);
});

test('what was played before the rounds is not preferred in them', () => {
  const isWanted = (rule: string): boolean => rule === RULE || rule === DRAWN;
  const before = furtherRounds(specifications, 1, {isWanted})(1).checks;
  const [fresh, history] = [
    furtherRounds(specifications, 1, {isWanted}),
    furtherRounds(specifications, 1, {isWanted, before}),
  ];
  const coveredBy = (round: ReturnType<typeof fresh>): string[] =>
    round.checks.flatMap(({sequence}) => sequence?.covers ?? []);
  const drawnIn = (round: ReturnType<typeof fresh>): string[] =>
    round.checks.flatMap(({draw}) => draw?.classes.external_id ?? []);
  const known = new Set(coveredBy({checks: before, seed: 1}));
  const news = (round: ReturnType<typeof fresh>): number =>
    new Set(coveredBy(round).filter((one) => !known.has(one))).size;
  const [first, other] = [fresh(1), history(1)];
  expect(news(first)).toBe(0);
  expect(news(other)).toBeGreaterThan(50);
  const drawn = drawnIn({checks: before, seed: 1});
  expect(drawn.length).toBeGreaterThan(1);
  expect(drawnIn(other).filter((one) => drawn.includes(one))).toEqual([]);
});
