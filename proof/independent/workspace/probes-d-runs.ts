import {fault} from './probe-kit.ts';
import type {Fault, Reply, Site} from './probe-kit.ts';

const B = 'second-workspace';
const CHECK = 'structure-check';
const REBUILD = 'epub-rebuild';
const DATA = 'result.structuredContent';

async function files(s: Site, id: string): Promise<Reply> {
  return s.get(`/publications/${id}/files`);
}

/** Registers an upload by an agent. */
async function byAgent(s: Site, key: string, agent: string): Promise<Reply> {
  return s.tool('register-publication', await s.land('book.epub', 'bytes', key), agent);
}

/** Part D: runs and the agent server. */
export const RUN_FAULTS_D: readonly Fault[] = [
  fault(
    'flat',
    'start-unkeyed-404',
    '183',
    'start run without a key is 404',
    'POST runs without Authorization: 404',
    async (s) => {
      const path = `/api/v1/publications/${await s.publish()}/runs`;
      return (await s.ask('POST', path, {tool: CHECK}, {auth: null})).status !== 401;
    },
  ),
  fault(
    'flat',
    'run-read-without-phase',
    '136',
    'a run that is read has no state',
    'poll a run',
    async (s) =>
      (await s.get(await s.done(await s.publish(), CHECK))).v('run.phase') !== 'succeeded',
  ),
  fault(
    'flat',
    'unmetered-not-startable',
    '067',
    'unmetered tools are listed, but a start does not know them',
    'POST runs with metadata-extract: 404',
    async (s) => (await s.run(await s.publish(), 'metadata-extract')).status !== 202,
  ),
  fault(
    'deep',
    'replay-in-flight-counts',
    '204',
    'a replay counts as a run while the original is not at its end',
    'POST runs twice with one key at once; used: 2',
    async (s) => {
      const id = await s.publish();
      for (const key of ['k', 'k']) await s.run(id, CHECK, key);
      return (await s.used()) !== 1;
    },
  ),
  fault(
    'deep',
    'retry-key-last-only',
    '203',
    'a workspace keeps its latest Idempotency-Key alone',
    'POST runs with a, b, a: three runs',
    async (s) => {
      const id = await s.publish();
      const first = await s.run(id, CHECK, 'a');
      await s.run(id, CHECK, 'b');
      return (await s.run(id, CHECK, 'a')).v('run.number') !== first.v('run.number');
    },
  ),
  fault(
    'deep',
    'parallel-runs-lose-a-version',
    '097',
    'of two runs of a publication that end together one version is lost',
    'two epub-rebuild at once; files: two rows',
    async (s) => {
      const id = await s.publish();
      await s.run(id, REBUILD);
      await s.run(id, REBUILD);
      await s.advance(4000);
      return (await files(s, id)).list('data').length !== 3;
    },
  ),
  fault(
    'deep',
    'failed-run-resets-current',
    '141',
    'a failed run makes the original current again',
    'epub-rebuild; epub-rebuild that fails; files: the original is current',
    async (s) => {
      const id = await s.publish();
      await s.done(id, REBUILD);
      await s.done(id, REBUILD, 'failed');
      return (await files(s, id)).v('data.0.current') !== true;
    },
  ),
  fault(
    'flat',
    'mcp-without-publications-list',
    '042',
    'no tool for listPublications',
    'tools/list',
    async (s) => !(await s.rpc('tools/list')).bytes.toString().includes('"list-publications"'),
  ),
  fault(
    'flat',
    'mcp-usage-without-ceiling',
    '039',
    'the agent sees no daily ceiling',
    'show-usage: no ceiling',
    async (s) =>
      (await s.tool('show-usage')).v(`${DATA}.fair_use.metered_runs.ceiling`) === undefined,
  ),
  fault(
    'flat',
    'mcp-register-id-only',
    '045',
    'the agent gets the id of the publication alone',
    'register-publication: no title',
    async (s) => (await byAgent(s, 'full', 'agent')).v(`${DATA}.publication.name`) === undefined,
  ),
  fault(
    'deep',
    'mcp-workspace-of-previous-call',
    '027',
    'an agent is served from the workspace of the agent that called before',
    'show-account with agent, then with second-agent: 4107',
    async (s) => {
      await s.tool('show-account');
      const other = await s.tool('show-account', {}, 'second-agent');
      return other.v(`${DATA}.account.workspace.number`) !== '41070';
    },
  ),
  fault(
    'deep',
    'mcp-register-spends-first-workspace',
    '028',
    'registrations by agents spend the places of the first workspace',
    'register-publication with second-agent: 100 left in B',
    async (s) => {
      await byAgent(s, B, 'second-agent');
      return (await s.left(B)) !== 99;
    },
  ),
  fault(
    'deep',
    'mcp-later-pages-of-all',
    '043',
    'later pages of the agent show all workspaces',
    'seed 60 in A, 20 in B; page 2: more than 10 rows',
    async (s) => {
      await s.hook('seed-publications', {role: B, count: 20});
      await s.hook('seed-publications', {role: 'full', count: 60});
      const cursor = (await s.tool('list-publications')).s(`${DATA}.next_cursor`);
      return (await s.tool('list-publications', {cursor})).list(`${DATA}.data`).length !== 10;
    },
  ),
  fault(
    'deep',
    'mcp-download-link-a-minute',
    '053',
    'links of the agent are valid for a minute',
    'link-download; GET after two minutes: refused',
    async (s) => {
      const path = `/publications/${await s.publish()}/files/current`;
      const file = (await s.get(path)).s('file.id');
      const url = (await s.tool('link-download', {file})).s(`${DATA}.link.url`);
      await s.advance(120_000);
      return (await s.ask('GET', url, undefined, {auth: null})).status !== 200;
    },
  ),
];
