import type {ServerResponse} from 'node:http';
import {expect, test} from 'vitest';
import {openProfile} from '../../spec/profile.ts';
import {loadSpecifications} from '../../spec/specification.ts';
import type {Check, Scene} from '../language/check.ts';
import {PASSIVE} from '../contract/checks/passive-checks.ts';
import {testEnvironment, testTarget, whileServing} from '../testing/target.ts';
import type {Environment} from '../target/target.ts';
import {realClock} from './facts/ports.ts';
import {run} from './run.ts';
import type {RunOptions, RunResult} from './begin/run-options.ts';

const specifications = loadSpecifications();
const RULE = 'workspace.account.has-plan';
const GOOD = {workspace: 'ws_1', plan: 'studio', paid_work: true, publications_left: 3};

/** Answers a request. */
type Answer = (reply: ServerResponse, url: string) => void;

const answerWith = (reply: ServerResponse, body: object): void =>
  void reply.writeHead(200, {'content-type': 'application/json'}).end(JSON.stringify(body));

/** What a run differs in. */
interface Differences extends Pick<RunOptions, 'atOnce' | 'progress'> {
  open?(name: string, base: string): Promise<Environment>;
}

/** Runs scenes at the same time against a server, each at a path of its own. */
const ran = (
  checks: Check[],
  answer: Answer,
  {open, ...more}: Differences = {},
): Promise<RunResult> =>
  whileServing(
    (request, reply) => answer(reply, request.url ?? ''),
    (base) => {
      const target = testTarget(base, {
        shared: false,
        profile: () => openProfile(),
        ...(open && {open: (name) => open(name, base)}),
      });
      const clock = {now: () => realClock.now(), sleep: async () => undefined};
      const options = {specifications, checks, target, seed: 1, clock, timeout: 2000};
      return run({...options, atOnce: 4, ...more});
    },
  );

const sceneOf = (id: string, more: Partial<Scene> = {}): Scene => ({
  id,
  api: 'workspace',
  act: (s) => ({account: s.call('getAccount')}),
  ...more,
});

const passing = (scene: Scene, place: string = scene.id): Check => ({
  rule: RULE,
  place,
  scene,
  judge: () => ({witnesses: [{of: 'a', saw: scene.id}], violations: []}),
});

/** The most requests that the server has had at one time; each is answered a moment later. */
async function mostAtOnce(checks: Check[], atOnce = 4): Promise<number> {
  let here = 0;
  let most = 0;
  await ran(
    checks,
    (reply) => {
      here += 1;
      most = Math.max(most, here);
      void realClock.sleep(20).then(() => {
        here -= 1;
        answerWith(reply, GOOD);
      });
    },
    {atOnce},
  );
  return most;
}

const NAMES = ['one', 'two', 'three', 'four', 'five'];

test('scenes with worlds of their own run at the same time, as many as wanted', async () => {
  const plain = NAMES.map((id) => passing(sceneOf(id)));
  expect(await mostAtOnce(plain)).toBeGreaterThan(1);
  expect(await mostAtOnce(plain, 2)).toBe(2);
  expect(await mostAtOnce(plain, 1)).toBe(1);
});

test.each<[what: string, more: Partial<Scene>]>([
  ['exhausts a limit', {exhausts: true}],
  ['has a race', {act: (s) => ({race: s.parallel((b) => void b.call('getAccount'))})}],
  [
    'has a burst',
    {act: (s) => ({burst: s.repeat(1, (b) => void b.call('getAccount'), {unpaced: true})})},
  ],
])('a scene that %s runs alone', async (_what, more) => {
  expect(await mostAtOnce(NAMES.map((id) => passing(sceneOf(id, more))))).toBe(1);
});

test('an error ends the run when the scenes in progress have ended, and begins no further one', async () => {
  let begun = 0;
  let open = 0;
  const ending = ran(
    NAMES.map((id) => passing(sceneOf(id))),
    (reply) => void realClock.sleep(50).then(() => answerWith(reply, GOOD)),
    {
      open: async (_name, base) => {
        open += 1;
        return testEnvironment(base, {close: async () => void (open -= 1)});
      },
      progress: () => {
        begun += 1;
        if (begun === 4) throw new Error('the output is lost');
      },
    },
  );
  await expect(ending).rejects.toThrow('the output is lost');
  expect([begun, open]).toEqual([4, 0]);
});

const FLAG = 'workspace.account.has-paid-work-flag';

test('results are recorded in the order of the scenes, whichever is over first', async () => {
  const held: ServerResponse[] = [];
  const flagged = {...PASSIVE, rule: FLAG, place: 'getAccount account /paid_work'};
  const {rules} = await ran(
    ['one', 'two', 'three'].map((id) => ({...flagged, scene: sceneOf(id)})),
    (reply) => {
      held.push(reply);
      if (held.length < 3) return;
      for (const [nth, one] of [...held.entries()].toReversed())
        answerWith(one, {...GOOD, paid_work: `of scene ${nth + 1}`});
    },
  );
  const places = rules.find(({rule}) => rule === FLAG)?.places ?? [];
  expect(places.flatMap(({violations}) => violations.map(({got}) => got))).toEqual([
    '"of scene 1"',
  ]);
});

test('what an earlier scene has shown decides a later one that shows nothing', async () => {
  const silent = sceneOf('two', {act: (s) => ({tools: s.call('listTools')})});
  const checks = [
    passing(sceneOf('one'), 'elsewhere'),
    {...PASSIVE, rule: RULE, place: 'getAccount account /plan', scene: silent},
  ];
  const {rules} = await ran(checks, (reply, url) =>
    answerWith(reply, url.endsWith('/account') ? GOOD : {}),
  );
  expect(rules.find(({rule}) => rule === RULE)).toMatchObject({verdict: 'passed'});
});

test('what scenes create counts for each of their worlds, though the ids are alike', async () => {
  const scenes = NAMES.map((id) =>
    sceneOf(id, {act: (s) => ({upload: s.call('createUpload', {body: {filename: 'a.epub'}})})}),
  );
  const {residue} = await ran(
    scenes.map((one) => passing(one)),
    (reply) => answerWith(reply, {publication_id: 'pub_1'}),
  );
  expect(Object.values(residue)).toEqual([NAMES.length]);
});
