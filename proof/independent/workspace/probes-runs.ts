import {fault} from './probe-kit.ts';
import type {Fault, Reply, Site} from './probe-kit.ts';

const B = 'second-workspace';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CHECK = 'structure-check';

async function phase(s: Site, path: string): Promise<string> {
  return (await s.get(path)).s('run.phase');
}

async function ended(s: Site, as: string, wait = 0): Promise<string> {
  const path = await s.done(await s.publish(), CHECK, as);
  await s.advance(wait);
  return path;
}

async function twice(
  s: Site,
  first: string,
  second = first,
  between?: (id: string) => Promise<unknown>,
): Promise<[Reply, Reply]> {
  const id = await s.publish();
  const one = await s.run(id, CHECK, first);
  await between?.(id);
  return [one, await s.run(id, CHECK, second)];
}

async function anew(
  s: Site,
  first: string,
  second = first,
  between?: () => Promise<unknown>,
): Promise<boolean> {
  const [one, two] = await twice(s, first, second, between);
  return one.s('run.number') !== two.s('run.number');
}

async function reportStatus(s: Site, as: string): Promise<number> {
  return (await s.get(`${await ended(s, as)}/report`)).status;
}

/** The faults of runs, reports and retries. */
export const RUN_FAULTS: readonly Fault[] = [
  fault(
    'flat',
    'start-201',
    '134',
    'answers 201',
    'POST runs: 201',
    async (s) => (await s.run(await s.publish(), CHECK)).status === 201,
  ),
  fault(
    'flat',
    'run-without-number',
    '103',
    'the run has no id',
    'POST runs: no id',
    async (s) => (await s.run(await s.publish(), CHECK)).v('run.number') === undefined,
  ),
  fault(
    'flat',
    'run-begins-succeeded',
    '135',
    'the run is succeeded at once',
    'POST runs: succeeded',
    async (s) => (await s.run(await s.publish(), CHECK)).v('run.phase') === 'succeeded',
  ),
  fault(
    'flat',
    'tool-defaults',
    '200',
    'without tool the check is started',
    'POST runs {}: 202',
    async (s) => (await s.post(`/publications/${await s.publish()}/runs`, {})).status === 202,
  ),
  fault(
    'flat',
    'start-of-any-workspace',
    '225',
    'starts runs on any publication',
    'POST runs on a publication of B with the key of A: 202',
    async (s) => (await s.run(await s.publish('a.epub', 'x', B), CHECK)).status === 202,
  ),
  fault(
    'deep',
    'run-of-any-workspace',
    '225',
    'shows runs of any workspace',
    'GET a run of A with the key of B: 200',
    async (s) => (await s.get(await ended(s, 'succeeded'), B)).status === 200,
  ),
  fault(
    'flat',
    'run-never-ends',
    '136',
    'the run stays at work',
    'poll: never terminal',
    async (s) => (await phase(s, await ended(s, 'succeeded'))) === 'working',
  ),
  fault(
    'flat',
    'succeeded-named-completed',
    '137',
    'the state is called completed',
    'poll: completed',
    async (s) => (await phase(s, await ended(s, 'succeeded'))) === 'completed',
  ),
  fault(
    'flat',
    'failed-named-error',
    '139',
    'the state is called error',
    'end-runs failed; poll: error',
    async (s) => (await phase(s, await ended(s, 'failed'))) === 'error',
  ),
  fault(
    'flat',
    'rejected-named-failed',
    '142',
    'a refused run is failed',
    'end-runs rejected; poll: failed',
    async (s) => (await phase(s, await ended(s, 'rejected'))) === 'failed',
  ),
  fault(
    'deep',
    'succeeded-archived-after-a-day',
    '138',
    'a day after its end the run is archived',
    'poll a day later: archived',
    async (s) => (await phase(s, await ended(s, 'succeeded', 25 * HOUR))) === 'archived',
  ),
  fault(
    'deep',
    'succeeded-superseded',
    '138',
    'once a newer run of the same tool ended, the older is superseded',
    'run the same tool twice; poll the first: superseded',
    async (s) => {
      const id = await s.publish();
      const first = await s.done(id, CHECK);
      await s.done(id, CHECK);
      return (await phase(s, first)) === 'superseded';
    },
  ),
  fault(
    'deep',
    'failed-tried-again',
    '140',
    'a minute later the run is tried again',
    'end-runs failed; poll 2 minutes later: working',
    async (s) => (await phase(s, await ended(s, 'failed', 2 * MINUTE))) === 'working',
  ),
  fault(
    'deep',
    'failed-forgiven-after-an-hour',
    '140',
    'an hour later the failed run is succeeded',
    'end-runs failed; poll 2 hours later: succeeded',
    async (s) => (await phase(s, await ended(s, 'failed', 2 * HOUR))) === 'succeeded',
  ),
  fault(
    'deep',
    'rejected-queued-again',
    '143',
    'a minute later the run waits again',
    'end-runs rejected; poll 2 minutes later: waiting',
    async (s) => (await phase(s, await ended(s, 'rejected', 2 * MINUTE))) === 'waiting',
  ),
  fault(
    'flat',
    'report-never',
    '013',
    'no report is ever found',
    'GET report of a succeeded run: 404',
    async (s) => (await reportStatus(s, 'succeeded')) !== 200,
  ),
  fault(
    'flat',
    'report-early',
    '104',
    'the report is readable at once',
    'POST runs; GET report: 200',
    async (s) => {
      const id = await s.publish();
      const run = (await s.run(id, CHECK)).s('run.number');
      return (await s.get(`/publications/${id}/runs/${run}/report`)).status === 200;
    },
  ),
  fault(
    'deep',
    'report-while-working',
    '104',
    'readable in the second non-terminal state',
    'POST runs; 2 seconds; GET report: 200',
    async (s) => {
      const id = await s.publish();
      const run = (await s.run(id, CHECK)).s('run.number');
      await s.advance(2000);
      return (await s.get(`/publications/${id}/runs/${run}/report`)).status === 200;
    },
  ),
  fault(
    'flat',
    'report-of-failed',
    '105',
    'a failed run has a report',
    'end-runs failed; GET report: 200',
    async (s) => (await reportStatus(s, 'failed')) === 200,
  ),
  fault(
    'deep',
    'report-of-rejected',
    '106',
    'a rejected run has a report',
    'end-runs rejected; GET report: 200',
    async (s) => (await reportStatus(s, 'rejected')) === 200,
  ),
  fault(
    'deep',
    'report-once',
    '013',
    'the report can be read once',
    'GET report twice: 200, 410',
    async (s) => {
      const path = `${await ended(s, 'succeeded')}/report`;
      await s.get(path);
      return (await s.get(path)).status !== 200;
    },
  ),
  fault(
    'deep',
    'run-acts-on-original',
    '101',
    'every run acts on the original',
    'epub-rebuild, then the check: it examined the original',
    async (s) => {
      const id = await s.publish();
      await s.done(id, 'epub-rebuild');
      const report = await s.get(`${await s.done(id, CHECK)}/report`);
      return (
        report.v('report.examined.file') !==
        (await s.get(`/publications/${id}/files`)).v('current_file_id')
      );
    },
  ),
  fault(
    'flat',
    'replay-202',
    '182',
    'a replay is answered 202',
    'POST runs twice with one key: 202',
    async (s) => (await twice(s, 'k'))[1].status === 202,
  ),
  fault(
    'flat',
    'retry-key-ignored',
    '203',
    'the header is ignored',
    'POST runs twice with one key: two runs',
    async (s) => anew(s, 'k'),
  ),
  fault(
    'flat',
    'replay-counts',
    '204',
    'a replay counts as a run',
    'POST runs twice with one key; used: 2',
    async (s) => {
      await twice(s, 'k');
      return (await s.used()) === 2;
    },
  ),
  fault(
    'deep',
    'retry-race',
    '205',
    'the key is looked up, then (later) stored',
    'four POST runs at once with one key: more than one run',
    async (s) => {
      const id = await s.publish();
      const all = await Promise.all([1, 2, 3, 4].map(() => s.run(id, CHECK, 'k')));
      return new Set(all.map((one) => one.s('run.number'))).size > 1;
    },
  ),
  fault(
    'deep',
    'retry-key-of-all-workspaces',
    '206',
    'the keys of all workspaces are one set',
    'the same key in A and B: B gets the run of A',
    async (s) => {
      await s.run(await s.publish(), CHECK, 'k');
      return (await s.run(await s.publish('a.epub', 'x', B), CHECK, 'k', B)).status === 200;
    },
  ),
  fault(
    'deep',
    'retry-key-per-api-key',
    '203',
    'another API key of the workspace does not replay',
    'POST runs with full, then with other-key, one Idempotency-Key: two runs',
    async (s) => {
      const id = await s.publish();
      const first = await s.run(id, CHECK, 'k');
      return (await s.run(id, CHECK, 'k', 'other-key')).s('run.number') !== first.s('run.number');
    },
  ),
  fault(
    'deep',
    'retry-key-cut-at-32',
    '202',
    'keys are cut at 32 characters',
    'two keys that differ in character 40: one run',
    async (s) => !(await anew(s, `${'k'.repeat(39)}1`, `${'k'.repeat(39)}2`)),
  ),
  fault(
    'deep',
    'retry-key-any-case',
    '202',
    'keys are compared in lower case',
    'the keys retry-a and Retry-A: one run',
    async (s) => !(await anew(s, 'retry-a', 'Retry-A')),
  ),
  fault(
    'deep',
    'retry-key-digits-as-number',
    '202',
    'keys of digits are numbers',
    'the keys 007 and 7: one run',
    async (s) => !(await anew(s, '007', '7')),
  ),
  fault(
    'deep',
    'retry-after-end-starts-anew',
    '203',
    'once the run has ended, a retry starts another',
    'POST runs; let it end; retry: 202',
    async (s) => anew(s, 'k', 'k', () => s.advance(5000)),
  ),
  fault(
    'deep',
    'retry-after-failure-starts-anew',
    '203',
    'once the run has failed, a retry starts another',
    'let a run fail; retry: 202',
    async (s) => {
      await s.hook('end-runs', {role: 'full', as: ['failed']});
      return anew(s, 'k', 'k', () => s.advance(5000));
    },
  ),
  fault(
    'deep',
    'retry-key-kept-an-hour',
    '203',
    'keys are kept for an hour',
    'POST runs; 2 hours; retry: 202',
    async (s) => anew(s, 'k', 'k', () => s.advance(2 * HOUR)),
  ),
  fault(
    'deep',
    'replay-refused-at-ceiling',
    '207',
    'the ceiling is judged before the replay',
    'POST runs; leave-runs 0; retry: refused',
    async (s) =>
      (await twice(s, 'k', 'k', () => s.hook('leave-runs', {role: 'full', runs: 0})))[1].status !==
      200,
  ),
  fault(
    'flat',
    'retry-key-required',
    '201',
    'the header is required',
    'POST runs without the header: 400',
    async (s) => (await s.run(await s.publish(), CHECK)).status === 400,
  ),
];
