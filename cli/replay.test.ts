import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, inject, test} from 'vitest';
import type {PlaceVerdict} from '../spec/run-record.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {recorded, type Fixture} from '../suites/engine/fixtures/fixture.ts';
import {fixtureReader} from '../suites/engine/fixtures/read-fixture.ts';
import {checkOf, replay} from '../suites/engine/fixtures/replay.ts';
import {run} from '../suites/engine/run.ts';
import {madeFixtures} from '../suites/made-fixtures.ts';
import {embedded} from './embedded.ts';

const root = join(import.meta.dirname, '../fixtures/examples');
const specifications = loadSpecifications();
const {checks} = allChecks(specifications);
const files = readdirSync(root, {recursive: true, encoding: 'utf8'})
  .filter((file) => file.endsWith('.yaml'))
  .sort();
const read = fixtureReader(specifications);
const examples = new Map(files.map((file) => [file, read(join(root, file))]));
const made = madeFixtures(specifications, checks);
const madeAs = (name: string): Fixture => made.get(`fixtures/${name}.yaml`)!.make();

let mock: Awaited<ReturnType<typeof embedded>>;
beforeAll(async () => {
  mock = await embedded(specifications, 7);
});
afterAll(() => mock.close());

/** `npm test` replays some forty of the fixtures that are made, `npm run test:all` every one. */
const EVERY = inject('all') ? 1 : 58;

/** Not applicable on the mock: the store sells in all of these currencies. */
const SELLS_IN_ALL = 'store.orders.unsupported-currency-is-refused';

/** Whether a place is not applicable because the values that were drawn for its fixture do not reach it. */
const isDrawnElsewhere = ({place, verdict}: PlaceVerdict): boolean =>
  verdict === 'not-applicable' && /^(after every step|runs side by side)$/.test(place);

test('fixtures of rules pass on the mock, whatever the seed', async () => {
  const replayed = [...made.keys()]
    .sort()
    .filter((_, index) => index % EVERY === 0)
    .map((path) => checkOf(made.get(path)!.make(), checks, specifications));
  expect(replayed.length).toBeGreaterThan(30);
  const {rules} = await run({
    specifications: specifications,
    checks: replayed,
    target: mock.target,
    seed: 7,
    clock: realClock,
  });
  const others = rules
    .filter(({rule}) => rule !== SELLS_IN_ALL)
    .flatMap(({rule, places}) =>
      places
        .filter((place) => place.verdict !== 'passed' && !isDrawnElsewhere(place))
        .map(({place, verdict, reason}) => `${rule} ${place} ${verdict} ${reason}`),
    );
  expect(others).toEqual([]);
  expect(rules.flatMap(({places}) => places).length).toBeGreaterThanOrEqual(replayed.length);
});

test.each([...examples])('%s passes on the mock', async (_file, fixture) => {
  const {verdict, lines, exchanges} = await replay(fixture, {
    specifications: specifications,
    checks,
    target: mock.target,
    seed: 7,
    clock: realClock,
  });
  expect(exchanges.length).toBeGreaterThan(0);
  expect(verdict, lines.join('\n')).toBe('passed');
});

test('a sequence of a model is judged by the commands that it has, not by those of this seed', async () => {
  const rule = 'workspace.uploads.moves-are-the-listed-ones';
  const contracts = {
    workspace: specifications.workspace.contract,
    store: specifications.store.contract,
  };
  const sequences = allChecks(specifications, 3).checks.filter(
    (check) => check.rule === rule && check.sequence,
  );
  const fixture = recorded(sequences.at(-1)!, contracts);
  const options = {specifications, checks, target: mock.target, seed: 7, clock: realClock};
  expect((await replay(fixture, options)).verdict).toBe('passed');

  const reads = fixture.sequence!.findIndex(({does}) => does === 'read the account');
  const other = {
    ...fixture,
    sequence: fixture.sequence!.with(reads, {...fixture.sequence![reads]!, does: 'list'}),
  };
  expect((await replay(other, options)).verdict).toBe('failed');
  const misspelt = {...fixture, sequence: [{id: 0, does: 'publish'}]};
  await expect(replay(misspelt, options)).rejects.toThrow(
    /`publish` is no command of .*: reserve, upload/,
  );
});

test('what a rule was tested for is not mistaken for what was seen', async () => {
  const fixture = madeAs('workspace/uploads/link-lives-30-minutes');
  const options = {specifications, checks, target: mock.target, seed: 7, clock: realClock};
  const {lines} = await replay(fixture, options);
  expect(lines).toContain('tested for dead-before-30-minutes: saw 200 (stored), no violation');
});

test('an example with another expectation fails, and says what came instead', async () => {
  const fixture = structuredClone(examples.get('upload-walk.yaml')!);
  (fixture.steps[0] as {expects: string}).expects = 'forbidden';
  const {verdict, lines} = await replay(fixture, {
    specifications: specifications,
    checks,
    target: mock.target,
    seed: 7,
    clock: realClock,
  });
  expect(verdict).toBe('failed');
  expect(lines.join('\n')).toContain('getAccount was answered 200 where forbidden was needed');
});

test('what was seen in passing is replayed without the judge of a check with other responses', async () => {
  const options = {specifications, checks, target: mock.target, seed: 7, clock: realClock};
  const rule = 'store.plans.created-is-as-given';
  const {steps} = madeAs('store/plans/list-shows-own-only');
  const [creation] = steps.filter(({id}) => id === 's1');
  const list = steps.find((step) => step.step === 'call' && step.op === 'listPlans')!;
  const fixture = {
    fixture: 'seen in passing',
    rule,
    place: '*',
    handles: {subject: [list.id]},
    steps: [creation!, list],
  };
  const {verdict, lines} = await replay(fixture as never, options);
  expect(verdict, lines.join('\n')).toBe('passed');
});
