import {fault} from './probe-kit.ts';
import type {Fault, Reply, Site} from './probe-kit.ts';

const MINUTE = 60_000;
const CHECK = 'structure-check';

async function leave(s: Site, runs: number): Promise<void> {
  await s.hook('leave-runs', {role: 'full', runs});
}

async function past(s: Site, tool = CHECK): Promise<Reply> {
  const id = await s.publish();
  await leave(s, 0);
  return s.run(id, tool);
}

async function repeat(s: Site, id: string, count: number): Promise<Reply> {
  for (let turn = 1; turn < count; turn += 1) await s.run(id, CHECK);
  return s.run(id, CHECK);
}

async function fresh(s: Site): Promise<string> {
  return (await s.hook('mint-key', {role: 'full'})).s('key');
}

/** The faults of the limits. */
export const LIMIT_FAULTS: readonly Fault[] = [
  fault(
    'flat',
    'daily-limit-ignored',
    '208',
    'the ceiling is not judged',
    'leave-runs 0; POST runs: 202',
    async (s) => (await past(s)).status === 202,
  ),
  fault(
    'flat',
    'daily-limit-reason',
    '208',
    'the reason is limit_reached',
    'leave-runs 0; POST runs: reason',
    async (s) => (await past(s)).reason === 'limit_reached',
  ),
  fault(
    'flat',
    'daily-limit-for-unmetered',
    '210',
    'unmetered tools are refused at the ceiling',
    'leave-runs 0; POST runs metadata-extract: 4xx',
    async (s) => (await past(s, 'metadata-extract')).status !== 202,
  ),
  fault(
    'deep',
    'daily-limit-one-more',
    '209',
    'one run more than the ceiling passes',
    'leave-runs 1; two runs: 202, 202',
    async (s) => {
      const id = await s.publish();
      await leave(s, 1);
      await s.run(id, CHECK);
      return (await s.run(id, CHECK)).status === 202;
    },
  ),
  fault(
    'deep',
    'daily-limit-one-less',
    '209',
    'the last run of the ceiling is refused',
    'leave-runs 1; POST runs: refused',
    async (s) => {
      const id = await s.publish();
      await leave(s, 1);
      return (await s.run(id, CHECK)).status !== 202;
    },
  ),
  fault(
    'deep',
    'daily-limit-per-key',
    '282',
    'a key that ran nothing is not held up',
    'leave-runs 1; run with full; run with other-key: 202',
    async (s) => {
      const id = await s.publish();
      await leave(s, 1);
      await s.run(id, CHECK);
      return (await s.run(id, CHECK, undefined, 'other-key')).status === 202;
    },
  ),
  fault(
    'flat',
    'daily-refusal-counts',
    '211',
    'a refused start counts',
    'leave-runs 0; POST runs (refused); used: 201',
    async (s) => {
      await past(s);
      return (await s.used()) === 201;
    },
  ),
  fault(
    'deep',
    'daily-limit-race',
    '209',
    'the ceiling is judged, then (later) counted',
    'leave-runs 1; four POST runs at once: more than one 202',
    async (s) => {
      const id = await s.publish();
      await leave(s, 1);
      const all = await Promise.all([1, 2, 3, 4].map(() => s.run(id, CHECK)));
      return all.filter((one) => one.status === 202).length > 1;
    },
  ),
  fault(
    'flat',
    'pair-limit-ignored',
    '284',
    'the per-tool limit is not judged',
    '21 runs of one tool on one publication: 202',
    async (s) => (await repeat(s, await s.publish(), 21)).status === 202,
  ),
  fault(
    'deep',
    'pair-limit-one-more',
    '284',
    'one run more passes',
    '21 runs: 202',
    async (s) => (await repeat(s, await s.publish(), 21)).status === 202,
  ),
  fault(
    'flat',
    'pair-limit-of-all-publications',
    '285',
    'the runs of one tool on all publications count together',
    '20 runs on one publication; the same tool on another: refused',
    async (s) => {
      await repeat(s, await s.publish(), 20);
      return (await s.run(await s.publish(), CHECK)).status !== 202;
    },
  ),
  fault(
    'flat',
    'pair-limit-of-all-tools',
    '286',
    'the runs of all tools on one publication count together',
    '20 runs of one tool; another metered tool: refused',
    async (s) => {
      const id = await s.publish();
      await repeat(s, id, 20);
      return (await s.run(id, 'a11y-audit')).status !== 202;
    },
  ),
  fault(
    'deep',
    'pair-limit-per-key',
    '284',
    'the runs are counted per key',
    '20 runs with full; one with other-key: 202',
    async (s) => {
      const id = await s.publish();
      await repeat(s, id, 20);
      return (await s.run(id, CHECK, undefined, 'other-key')).status === 202;
    },
  ),
  fault(
    'deep',
    'pair-limit-race',
    '284',
    'the limit is judged, then (later) counted',
    '19 runs; four at once: more than one 202',
    async (s) => {
      const id = await s.publish();
      await repeat(s, id, 19);
      const all = await Promise.all([1, 2, 3, 4].map(() => s.run(id, CHECK)));
      return all.filter((one) => one.status === 202).length > 1;
    },
  ),
  fault(
    'flat',
    'rate-without-limit',
    '274',
    'there is no rate limit',
    '150 requests: no 429',
    async (s) => !(await s.many(150)).includes(429),
  ),
  fault('flat', 'rate-50', '275', 'the limit is 50', '60 requests: a 429', async (s) =>
    (await s.many(60)).includes(429),
  ),
  fault(
    'flat',
    'rate-120',
    '274',
    'the limit is 120',
    '100 requests: no 429',
    async (s) => !(await s.many(100)).includes(429),
  ),
  fault(
    'deep',
    'rate-61',
    '274',
    'the limit is 61',
    '61 requests: no 429',
    async (s) => !(await s.many(61)).includes(429),
  ),
  fault('flat', 'rate-503', '274', 'answers 503', '61 requests: 503', async (s) =>
    (await s.many(61)).includes(503),
  ),
  fault(
    'flat',
    'rate-plain',
    '253',
    '429 has {message} in place of the envelope',
    '61 requests: no reason',
    async (s) => {
      await s.many(60);
      return (await s.get('/account')).v('reason') === undefined;
    },
  ),
  fault(
    'flat',
    'rate-shared-by-workspace',
    '276',
    'the keys of a workspace share the limit',
    '60 requests with full; one with other-key: 429',
    async (s) => {
      await s.many(60);
      return (await s.get('/account', 'other-key')).status === 429;
    },
  ),
  fault(
    'flat',
    'rate-per-operation',
    '277',
    'every operation has its own 60',
    '40 of account, 40 of tools: no 429',
    async (s) => ![...(await s.many(40)), ...(await s.many(40, '/tools'))].includes(429),
  ),
  fault(
    'deep',
    'rate-reads-free-of-usage',
    '277',
    'getAccountUsage is not counted',
    '60 requests of usage, one of account: 200',
    async (s) => {
      await s.many(60, '/account/usage');
      return (await s.get('/account')).status === 200;
    },
  ),
  fault(
    'deep',
    'rate-forgives-not-found',
    '274',
    'requests answered 404 are not counted',
    '60 requests of an unknown publication; one of account: 200',
    async (s) => {
      await s.many(60, '/publications/77');
      return (await s.get('/account')).status === 200;
    },
  ),
  fault(
    'deep',
    'rate-forgives-forbidden',
    '274',
    'requests answered 403 are not counted',
    '60 forbidden requests; the next is 403, not 429',
    async (s) => !(await s.many(61, '/account', 'tools-only')).includes(429),
  ),
  fault(
    'flat',
    'rate-refused-yet-done',
    '278',
    'the request is done and answered 429 then',
    '60 requests; register (429); it is registered',
    async (s) => {
      const key = await fresh(s);
      const upload = await s.land();
      await s.many(60, '/account', key);
      await s.register(upload, key);
      return (await s.get(`/publications/${upload.publication_id}`)).status === 200;
    },
  ),
  fault(
    'deep',
    'rate-window-of-two-minutes',
    '279',
    'the window is two minutes',
    '60 requests; 61 seconds; one more: 429',
    async (s) => {
      await s.many(60);
      await s.advance(MINUTE + 1000);
      return (await s.get('/account')).status === 429;
    },
  ),
];
