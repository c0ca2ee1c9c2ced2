import {fault} from './probe-kit.ts';
import type {Fault, Reply, Site} from './probe-kit.ts';

const CHECK = 'structure-check';
const DATA = 'result.structuredContent';

async function phase(s: Site, as: string): Promise<string> {
  return (await s.get(await s.done(await s.publish(), CHECK, as))).s('run.phase');
}

async function mirrors(s: Site): Promise<Reply> {
  const id = await s.publish();
  await s.hook('push-mirrors', {role: 'full', publication: id});
  return s.get(`/publications/${id}/reader`);
}

/** Part C: mirrors, runs and the agent server. */
export const RUN_FAULTS_C: readonly Fault[] = [
  fault(
    'flat',
    'reader-kinds-renamed',
    '015',
    'mirrors are called source and working',
    'push; GET reader: mirror',
    async (s) => (await mirrors(s)).v('copies.0.mirror') !== 'original',
  ),
  fault(
    'flat',
    'run-counted-twice',
    '077',
    'a run raises the used figure by two',
    'POST runs; used: 2',
    async (s) => {
      await s.run(await s.publish(), CHECK);
      return (await s.used()) === 2;
    },
  ),
  fault(
    'flat',
    'start-body-empty',
    '135',
    '202 has an empty object',
    'POST runs: no run',
    async (s) => (await s.run(await s.publish(), CHECK)).v('run.number') === undefined,
  ),
  fault(
    'flat',
    'replay-conflict',
    '182',
    'a replay is refused with 409',
    'POST runs twice with one key: 409',
    async (s) => {
      const id = await s.publish();
      await s.run(id, CHECK, 'k');
      return (await s.run(id, CHECK, 'k')).status === 409;
    },
  ),
  fault(
    'flat',
    'succeeded-capitalised',
    '136',
    'the state is called Succeeded',
    'poll a run',
    async (s) => (await phase(s, 'succeeded')) !== 'succeeded',
  ),
  fault(
    'flat',
    'failed-named-rejected',
    '139',
    'a run that failed is shown as rejected',
    'end-runs failed; poll',
    async (s) => (await phase(s, 'failed')) !== 'failed',
  ),
  fault(
    'flat',
    'failed-run-replaces',
    '141',
    'a failed run leaves a version, which becomes the current one',
    'end-runs failed; epub-rebuild; files',
    async (s) => {
      const id = await s.publish();
      await s.done(id, 'epub-rebuild', 'failed');
      return (await s.get(`/publications/${id}/files`)).list('data').length > 1;
    },
  ),
  fault(
    'flat',
    'mcp-without-start',
    '056',
    'no tool for start run',
    'tools/list',
    async (s) => !(await s.rpc('tools/list')).bytes.toString().includes('"start-run"'),
  ),
  fault(
    'flat',
    'mcp-reserve-no-headers',
    '041',
    'the agent gets no headers',
    'reserve-upload: no headers',
    async (s) =>
      (await s.tool('reserve-upload', {file_name: 'a.epub', byte_count: 5})).v(
        `${DATA}.transfer.headers`,
      ) === undefined,
  ),
  fault(
    'flat',
    'mcp-start-number-only',
    '057',
    'the agent gets the id of the run alone',
    'start-run: no state',
    async (s) =>
      (await s.tool('start-run', {publication: await s.publish(), tool: CHECK})).v(
        `${DATA}.run.phase`,
      ) === undefined,
  ),
  fault(
    'flat',
    'mcp-account-no-paid-flag',
    '037',
    'the agent sees no paid-work flag',
    'show-account: no flag',
    async (s) => (await s.tool('show-account')).v(`${DATA}.account.paid_work`) === undefined,
  ),
  fault(
    'flat',
    'mcp-tools-metered-only',
    '035',
    'the agent sees metered tools alone',
    'list-tools: five rows',
    async (s) => (await s.tool('list-tools')).list(`${DATA}.catalog.tools`).length === 5,
  ),
];
