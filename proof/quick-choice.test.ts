import {expect, test} from 'vitest';
import {stranger} from './stranger.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import {quickChoice} from '../suites/engine/plan/quick-choice.ts';
import {verifyAndRun} from '../suites/engine/run.ts';
import {MockTarget} from '../suites/target/mock-target.ts';

const specifications = loadSpecifications();

const {checks} = allChecks(specifications, 1, 'quick');
const rulesOf = (some: readonly {rule: string}[]): Set<string> =>
  new Set(some.map(({rule}) => rule));

/** What a stranger without the store API would choose from all checks. */
async function chosenForWorkspace() {
  const unknown = await stranger(specifications);
  const ofWorkspace = checks.filter(({scene}) => scene.api === 'workspace');
  return {
    ...unknown,
    all: ofWorkspace,
    choice: quickChoice({specifications, checks: ofWorkspace, target: unknown.target}),
  };
}

test('every rule is chosen, left out with a reason, or lacks something, and none is two of these', async () => {
  const {all, choice, close} = await chosenForWorkspace();
  await close();
  const chosen = rulesOf(choice.checks);
  const leftOut = rulesOf(choice.leftOut);
  expect(new Set([...chosen, ...leftOut])).toEqual(rulesOf(all));
  expect([...chosen].filter((rule) => leftOut.has(rule))).toEqual([]);
  // A scene that is sent decides all that it shows.
  expect(choice.checks.length).toBeGreaterThan(chosen.size);
  expect(new Set(choice.checks).size).toBe(choice.checks.length);
});

test('a rule is decided by its plain check, not at a particular place alone', async () => {
  const {choice, close} = await chosenForWorkspace();
  await close();
  const placesOf = (rule: string): string[] =>
    choice.checks.filter((check) => check.rule === rule).map(({place}) => place);
  expect(placesOf('workspace.publications.unknown-is-not-found')).toContain(
    'getPublication unknown',
  );
  expect(placesOf('workspace.uploads.reservation-refuses-oversize')).toContain(
    'createUpload oversize',
  );
});

test('a quick run of the workspace API by URL sends 255 requests at most, and decides most of it', async () => {
  const {choice, target, clock, close} = await chosenForWorkspace();
  const {requests, rules} = await verifyAndRun({
    specifications,
    checks: choice.checks,
    target,
    clock,
    seed: 1,
  });
  await close();
  expect(requests).toBeLessThanOrEqual(255);
  expect(rules.filter(({verdict}) => verdict === 'passed').length).toBeGreaterThan(135);
  expect(rules.filter(({verdict}) => verdict === 'failed')).toEqual([]);
}, 120_000);

test('a quick run of both APIs by URL sends 600 requests at most, with its clean-up', async () => {
  const {target, clock, close} = await stranger(specifications);
  const choice = quickChoice({specifications, checks, target});
  const run = {specifications, checks: choice.checks, target, clock, seed: 1};
  const {requests, cleaningRequests, rules} = await verifyAndRun(run);
  await close();
  expect(cleaningRequests).toBeGreaterThan(0);
  expect(requests).toBeLessThanOrEqual(600);
  expect(rules.filter(({verdict}) => verdict === 'passed').length).toBeGreaterThan(370);
  expect(rules.filter(({verdict}) => verdict === 'failed')).toEqual([]);
}, 120_000);

test('the same target is chosen the same for', async () => {
  const [one, other] = [await chosenForWorkspace(), await chosenForWorkspace()];
  await Promise.all([one.close(), other.close()]);
  expect(one.choice).toEqual(other.choice);
});

test('what needs a burst or a long wait is left out, and says so', async () => {
  const {choice, close} = await chosenForWorkspace();
  await close();
  const reasons = new Set(choice.leftOut.map(({reason}) => reason));
  expect([...reasons].toSorted()).toEqual([
    'needs a burst of requests, or uses an allowance up',
    'needs a long wait',
    'needs too many requests of its own',
  ]);
});

test('the choice for a target that offers everything takes little processor time', () => {
  const {workspace, store} = specifications;
  const target = new MockTarget({
    control: 'http://localhost:1',
    seed: 1,
    profiles: {workspace: workspace.profile, store: store.profile},
  });
  const before = process.cpuUsage();
  expect(quickChoice({specifications, checks, target}).checks.length).toBeGreaterThan(500);
  const {user, system} = process.cpuUsage(before);
  // Somewhat more than a second; 12 seconds where every candidate was forecast anew.
  expect((user + system) / 1e6).toBeLessThan(4);
});
