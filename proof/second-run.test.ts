import {afterEach, beforeEach, expect, inject, test} from 'vitest';
import {DAY_MS} from '../spec/durations.ts';
import {loadSpecifications} from '../spec/specification.ts';
import type {RuleVerdict} from '../spec/run-record.ts';
import {allChecks} from '../suites/all-checks.ts';
import {replay} from '../suites/engine/fixtures/replay.ts';
import {verifyAndRun} from '../suites/engine/run.ts';
import type {RunOptions, RunResult} from '../suites/engine/begin/run-options.ts';
import {madeFixtures} from '../suites/made-fixtures.ts';
import {isPlayedAsDeclared} from '../suites/testing/played-checks.ts';
import {stranger} from './stranger.ts';

const specifications = loadSpecifications();
/** Chapters that spend what is limited, and that make names which are taken afterwards. */
const SPENDING = /^(workspace\.(uploads|runs|limits)|store\.(users|content|limits))\./;
const checks = allChecks(specifications, 1).checks.filter(
  (check) => inject('all') || (SPENDING.test(check.rule) && isPlayedAsDeclared(check)),
);

let deployment: Awaited<ReturnType<typeof stranger>>;
beforeEach(async () => {
  deployment = await stranger(specifications);
});
afterEach(() => deployment.close());

const optionsOf = (more: Partial<RunOptions> = {}): RunOptions => ({
  specifications,
  checks,
  target: deployment.target,
  clock: deployment.clock,
  seed: 1,
  ...more,
});

/** Gives the workspaces an allowance that a run cannot spend. */
function raiseAllowance(): void {
  const workspaces = deployment.mock.world('demo')!.table('workspaces');
  for (const row of workspaces.all()) workspaces.put({...row, allowance: 500} as typeof row);
}

const undecidedIn = ({rules}: RunResult): string[] =>
  rules.filter(({verdict}) => BAD.has(verdict)).map(textOf);

const BAD: ReadonlySet<string> = new Set(['failed', 'inconclusive', 'harness-error']);

const textOf = ({rule, verdict, reason}: RuleVerdict): string => `${rule} ${verdict} ${reason}`;

const verdictsIn = ({rules}: RunResult): string[] =>
  rules.map(({rule, verdict}) => `${rule} ${verdict}`);

test('a second run with the same seed on the same deployment is as the first', async () => {
  const first = await verifyAndRun(optionsOf());
  expect(undecidedIn(first)).toEqual([]);

  // The first has spent much of the allowance, and of the metered runs of the day.
  const second = await verifyAndRun(optionsOf());
  expect(undecidedIn(second)).toEqual([]);
  expect(second.nonce).not.toBe(first.nonce);

  // Whole runs, which spend the allowance, and a third one are made by `npm run test:all` alone.
  if (!inject('all')) return;
  const reasons = second.rules.flatMap(({reason = ''}) => reason);
  expect(reasons.some((reason) => reason.includes('publication allowance'))).toBe(true);
  raiseAllowance();
  await deployment.clock.sleep(DAY_MS);
  const third = await verifyAndRun(optionsOf());
  expect(verdictsIn(third)).toEqual(verdictsIn(first));
});

test('with the nonce of an earlier run the same names are made up again', async () => {
  const users = checks.filter(({rule}) => rule === 'store.users.created-is-as-given');
  const made = async (nonce: string): Promise<string[]> => {
    const sent: string[] = [];
    const onExchange: RunOptions['onExchange'] = ({requestBody}) =>
      void sent.push(requestBody?.email);
    await verifyAndRun(optionsOf({checks: users, nonce, onExchange}));
    return sent.filter(Boolean);
  };
  const once = await made('once');
  expect(once.length).toBeGreaterThan(0);
  expect(once.every((email) => email.includes('pc-once-'))).toBe(true);
  // The first of them is taken now; what is tried after it is another matter.
  const [first] = once;
  expect((await made('once'))[0]).toBe(first);
  const again = await made('again');
  expect(again.filter((email) => once.includes(email))).toEqual([]);
});

const EVERY = inject('all') ? 1 : 25;

test('a fixture can be replayed again and again', async () => {
  raiseAllowance();
  const made = madeFixtures(specifications, checks);
  const paths = [...made.keys()]
    .filter((path) => path.startsWith('fixtures/store/'))
    .sort()
    .filter((_, index) => index % EVERY === 0);
  const differing: string[] = [];
  for (const [index, path] of paths.entries()) {
    // The reads of a day suffice for so many.
    if (index % 50 === 0) await deployment.clock.sleep(DAY_MS);
    const fixture = made.get(path)!.make();
    // Fixtures about the minute limit need a minute that the one before has not used.
    await deployment.clock.sleep(61_000);
    const first = await replay(fixture, optionsOf());
    const second = await replay(fixture, optionsOf());
    if (first.verdict !== second.verdict)
      differing.push(`${path}: ${first.verdict}, then ${second.verdict} ${second.lines.join(' ')}`);
  }
  expect(paths.length).toBeGreaterThan(5);
  expect(differing).toEqual([]);
});
