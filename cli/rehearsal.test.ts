import {expect, inject, test, vi} from 'vitest';
import {stranger} from '../proof/stranger.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import type {Check} from '../suites/language/check.ts';
import {planRun} from '../suites/engine/plan/plan.ts';
import type {RunOptions} from '../suites/engine/begin/run-options.ts';
import {verifyAndRun} from '../suites/engine/run.ts';
import {planText, shortPlanText} from './plan-text.ts';
import {isPlayed} from '../suites/testing/played-checks.ts';
import {LATENCY, rehearse} from './rehearsal.ts';

const specifications = loadSpecifications();
const {checks: all} = allChecks(specifications, 1);

/** How the estimate of a run by URL compares with the run: 1 is right. */
async function compared(checks: Check[], hooks: boolean) {
  const {target, config, clock, close} = await stranger(specifications, {hooks});
  try {
    const estimate = await rehearse({specifications, checks, config, target, seed: 1});
    const began = clock.now();
    const {requests, rules} = await verifyAndRun({
      specifications,
      checks,
      target,
      clock,
      seed: 1,
      onExchange: () => void clock.sleep(LATENCY),
    });
    const seconds = (clock.now() - began) / 1000;
    return {
      ratios: [(estimate?.requests ?? 0) / requests, (estimate?.seconds ?? 0) / seconds],
      undecided: rules.filter(({verdict}) => verdict !== 'passed'),
    };
  } finally {
    await close();
  }
}

test.each([[20], [undefined]])('a limit of a tool that the file names: %s', async (toolLimit) => {
  const {target, config, clock, mock, close} = await stranger(specifications);
  const checks = all.filter(({rule}) => rule.startsWith('workspace.runs.tool-limit-'));
  try {
    await mock.world('demo')?.setNumber('runs.per_tool_and_publication_limit', 20);
    const described = {...config, ...(toolLimit !== undefined && {toolLimit})};
    const options = {specifications, checks, target, seed: 1};
    const estimate = await rehearse({...options, config: described});
    const began = clock.now();
    await verifyAndRun({...options, clock, onExchange: () => void clock.sleep(LATENCY)});
    const ratio = (estimate?.seconds ?? 0) / ((clock.now() - began) / 1000);
    if (toolLimit === undefined) {
      expect(ratio).toBeLessThan(0.75);
      expect(estimate?.assumedToolLimit).toBe(10);
      const {plan} = planRun(options);
      expect(planText({plan, estimate, target, checks})).toContain(
        'this is an estimate for 10 runs a day of one tool on one publication: name',
      );
    } else {
      expectNear([ratio]);
      expect(estimate).not.toHaveProperty('assumedToolLimit');
    }
  } finally {
    await close();
  }
});

/** Within a quarter. */
function expectNear(ratios: number[]): void {
  for (const ratio of ratios) {
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.25);
  }
}

test.runIf(inject('all'))(
  'requests and minutes of a stranger are estimated within a quarter',
  async () => {
    expectNear((await compared(all, false)).ratios);
  },
);

/** What needs a token that may not manage content, which the demo world does not have. */
const needsLimitedAdmin = (reason = ''): boolean => reason.includes('credentials.limited-admin');

/** Small chapters with hooks of most kinds; those of content are compared by `npm run test:all`. */
const isCompared = (check: Check): boolean =>
  inject('all') || (/^store\.(events|limits|auth-sessions)\./.test(check.rule) && isPlayed(check));

const NEEDING_PERMISSION = ['create', 'update', 'delete'].map(
  (verb) => `store.content.${verb}-needs-permission`,
);

test('with every hook every rule is decided, as it was estimated', async () => {
  const {ratios, undecided} = await compared(all.filter(isCompared), true);
  expectNear(ratios);
  const [apart, others] = [true, false].map((which) =>
    undecided.filter(({reason}) => needsLimitedAdmin(reason) === which),
  );
  expect(others).toEqual([]);
  expect(apart?.map(({rule}) => rule)).toEqual(inject('all') ? NEEDING_PERMISSION : []);
});

const CHAPTERS = ['workspace.uploads.', 'store.users.', 'workspace.limits.'];

// Each takes two runs: `npm test` compares one.
test.each(CHAPTERS.filter((prefix) => inject('all') || prefix === 'store.users.'))(
  'requests and minutes of single chapters are estimated within a quarter: %s',
  async (prefix) => {
    const ofChapter = all.filter((one) => one.rule.startsWith(prefix) && isPlayed(one));
    expectNear((await compared(ofChapter, false)).ratios);
  },
);

test('the plan names what cannot be exercised, by what to supply', async () => {
  const {target, close} = await stranger(specifications);
  try {
    const checks = all.filter(({rule}) => rule.startsWith('store.limits.'));
    const {plan} = planRun({specifications, checks, target, seed: 1});
    const estimate = {requests: 90, seconds: 61, publications: 1, runs: 2, reads: 2500};
    const text = planText({plan, estimate, target, checks, verbose: true});
    expect(text).toMatch(
      /: \d+ request sequences, about 90 requests, at most \d+ requests \(store \d+(, clean-up \d+)?\)/,
    );
    expect(text).toContain('takes about 2 min');
    expect(text).toContain('needs about 1 publication of the allowance');
    expect(text).toContain('warning: one token of the store makes about 2500 reads');
    expect(text).toMatch(
      /give a hook for `leave-reads` \(hooks\.leave-reads\): \d rules\n +store\./,
    );
    expect(shortPlanText({plan, estimate, target, checks})).not.toContain('store.limits.');
    const without = planText({plan, target, checks});
    expect(without).not.toContain('about');
  } finally {
    await close();
  }
});

test('the plan before a run is short, however much cannot be exercised', async () => {
  const {target, close} = await stranger(specifications);
  try {
    const {plan} = planRun({specifications, checks: all, target, seed: 1});
    const lines = shortPlanText({plan, target, checks: all}).trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(20);
    expect(lines[0]).toMatch(/^Plan for .*: \d+ request sequences, at most \d+ requests/);
    expect(lines.some((line) => /cannot be exercised/.test(line))).toBe(true);
    expect(lines.some((line) => /takes at most \d+ min/.test(line))).toBe(true);
    expect(lines.at(-1)).toContain('--plan');
    expect(lines.join()).not.toMatch(/(workspace|store)\.[a-z]+\./);
  } finally {
    await close();
  }
});

test('a rehearsal that takes too much processor time ends, and its figures are those of a part, multiplied', async () => {
  const {target, config, close} = await stranger(specifications);
  const checks = all.filter(({rule}) => rule.startsWith('workspace.publications.'));
  const options = {specifications, checks, config, target, seed: 1};
  try {
    const progress = vi.fn<NonNullable<RunOptions['progress']>>();
    const atFirst = process.cpuUsage();
    const whole = await rehearse({...options, progress});
    const ofWhole = process.cpuUsage(atFirst);
    // Its minutes are virtual.
    expect(progress.mock.calls.flatMap(([, , , seconds]) => seconds ?? [])).toEqual([]);
    expect(whole).not.toHaveProperty('isPart');
    const before = process.cpuUsage();
    // A fixed time is all of it on one machine, and no request on another.
    const maxProcessorMs = (0.2 * (ofWhole.user + ofWhole.system)) / 1000;
    const part = await rehearse({...options, maxProcessorMs});
    const {user, system} = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(10_000);
    expect(part?.isPart).toBe(true);
    expect(part?.requests).toBeGreaterThan(0.2 * (whole?.requests ?? 0));
    const {plan} = planRun(options);
    expect(planText({plan, estimate: part, target, checks})).toContain('estimated from a part');
  } finally {
    await close();
  }
}, 120_000);
