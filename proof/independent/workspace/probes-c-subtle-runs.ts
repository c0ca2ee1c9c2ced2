import {fault} from './probe-kit.ts';
import type {Fault, Reply, Site} from './probe-kit.ts';

const B = 'second-workspace';
const HOUR = 3_600_000;
const CHECK = 'structure-check';
const DATA = 'result.structuredContent';

async function speaking(s: Site, language: string): Promise<string> {
  const headers = {'Accept-Language': language};
  return (await s.ask('GET', '/api/v1/publications/77', undefined, {headers})).reason;
}

async function fileOf(s: Site, key = 'full'): Promise<string> {
  const id = await s.publish('book.epub', 'bytes', key);
  return (await s.get(`/publications/${id}/files/current`, key)).s('file.id');
}

/** Part C: what only some values, states and moments of runs, limits and agents show. */
export const SUBTLE_RUN_FAULTS_C: readonly Fault[] = [
  fault(
    'deep',
    'forbidden-start-counts',
    '235',
    'a start that lacks the ability counts as a metered run',
    'POST runs with read-only (403); used: 1',
    async (s) => {
      await s.run(await s.publish(), CHECK, undefined, 'read-only');
      return (await s.used()) !== 0;
    },
  ),
  fault(
    'deep',
    'pair-refusal-counts',
    '008',
    'a start refused at the per-tool limit counts as a metered run',
    '21 runs; used: 21',
    async (s) => {
      const id = await s.publish();
      for (let turn = 0; turn < 21; turn += 1) await s.run(id, CHECK);
      return (await s.used()) !== 20;
    },
  ),
  fault(
    'deep',
    'retry-key-cut-at-comma',
    '202',
    'keys are cut at the first comma',
    'POST runs with a,1 and a,2: one run',
    async (s) => {
      const id = await s.publish();
      const first = await s.run(id, CHECK, 'a,1');
      return (await s.run(id, CHECK, 'a,2')).v('run.number') === first.v('run.number');
    },
  ),
  fault(
    'deep',
    'report-expires',
    '013',
    'an hour after the start the report is gone',
    'run, 2 hours, GET report: 404',
    async (s) => {
      const path = await s.done(await s.publish(), CHECK);
      await s.advance(2 * HOUR);
      return (await s.get(`${path}/report`)).status !== 200;
    },
  ),
  fault(
    'deep',
    'reason-by-language',
    '117',
    'the reason changes with Accept-Language',
    'GET an unknown publication in German: another reason',
    async (s) => (await speaking(s, 'de-DE')) !== (await speaking(s, 'en')),
  ),
  fault(
    'deep',
    'rate-race',
    '274',
    'the rate is judged, then (later) counted',
    '58 requests; 20 at once: more than two 200',
    async (s) => {
      await s.many(58);
      const all: Promise<Reply>[] = [];
      for (let turn = 0; turn < 20; turn += 1) all.push(s.get('/account'));
      const done = await Promise.all(all);
      return done.filter((one) => one.status === 200).length > 2;
    },
  ),
  fault(
    'deep',
    'mcp-publication-stale',
    '047',
    'the agent sees the original as the working file',
    'epub-rebuild; show-publication: the original',
    async (s) => {
      const id = await s.publish();
      await s.done(id, 'epub-rebuild');
      const wanted = (await s.get(`/publications/${id}`)).v('publication.working.file');
      const seen = await s.tool('show-publication', {publication: id});
      return seen.v(`${DATA}.publication.working.file`) !== wanted;
    },
  ),
  fault(
    'deep',
    'mcp-list-page-of-10',
    '043',
    'the agent gets pages of 10',
    'seed 20; list-publications: 10 rows',
    async (s) => {
      await s.hook('seed-publications', {role: 'full', count: 20});
      return (await s.tool('list-publications')).list(`${DATA}.data`).length !== 20;
    },
  ),
  fault(
    'deep',
    'mcp-download-of-any-workspace',
    '027',
    'the agent gets links to any file',
    'link-download of a file of B: no failure',
    async (s) =>
      (await s.tool('link-download', {file: await fileOf(s, B)})).v('result.isError') === false,
  ),
  fault(
    'deep',
    'mcp-withheld-ignored',
    '053',
    'the agent gets links that the storage cannot make',
    'withhold; link-download: no failure',
    async (s) => {
      const file = await fileOf(s);
      await s.hook('withhold-downloads', {role: 'full'});
      return (await s.tool('link-download', {file})).v('result.isError') === false;
    },
  ),
];
