import {fault} from './probe-kit.ts';
import type {Fault, Reply, Site} from './probe-kit.ts';

const B = 'second-workspace';
const CHECK = 'structure-check';
const DATA = 'result.structuredContent';

async function hasTool(s: Site, name: string): Promise<boolean> {
  return (await s.rpc('tools/list')).bytes.toString().includes(`"${name}"`);
}

async function pingAfter(s: Site, verb: string): Promise<number> {
  const issued = await s.hook('issue-token', {role: 'full'});
  await s.hook(verb, {id: issued.s('id')});
  return (await s.rpc('ping', {}, issued.s('token'))).status;
}

async function started(s: Site, id: string, retry?: string): Promise<Reply> {
  return s.tool(
    'start-run',
    retry === undefined
      ? {publication: id, tool: CHECK}
      : {publication: id, tool: CHECK, idempotency_key: retry},
  );
}

async function unknown(s: Site): Promise<unknown> {
  return (await s.tool('show-publication', {publication: '77'})).v(`${DATA}.reason`);
}

/** The faults of the agent-protocol server. */
export const MCP_FAULTS: readonly Fault[] = [
  fault(
    'flat',
    'mcp-open',
    '030',
    'works without a token',
    'POST /mcp without' + ' Authorization: 200',
    async (s) =>
      (await s.ask('POST', '/mcp', {jsonrpc: '2.0', id: 1, method: 'ping'}, {auth: null}))
        .status === 200,
  ),
  fault(
    'flat',
    'mcp-scope-unchecked',
    '031',
    'the scope is not judged',
    'ping with scopeless-agent: 200',
    async (s) => (await s.rpc('ping', {}, 'scopeless-agent')).status === 200,
  ),
  fault(
    'deep',
    'mcp-scope-by-substring',
    '031',
    'the scope mcp:users is enough',
    'ping with scopeless-agent (scopes profile, mcp:users): 200',
    async (s) => (await s.rpc('ping', {}, 'scopeless-agent')).status === 200,
  ),
  fault(
    'flat',
    'mcp-accepts-keys',
    '032',
    'takes workspace API keys',
    'ping with full: 200',
    async (s) => (await s.rpc('ping', {}, 'full')).status === 200,
  ),
  fault(
    'deep',
    'mcp-expired-token',
    '030',
    'expired tokens are accepted',
    'issue-token, expire-token, ping: 200',
    async (s) => (await pingAfter(s, 'expire-token')) === 200,
  ),
  fault(
    'deep',
    'mcp-revoked-token',
    '030',
    'revoked tokens are accepted',
    'issue-token, revoke-token, ping: 200',
    async (s) => (await pingAfter(s, 'revoke-token')) === 200,
  ),
  fault(
    'flat',
    'mcp-without-reader',
    '054',
    'no tool for getPublicationReader',
    'tools/list',
    async (s) => !(await hasTool(s, 'show-reader')),
  ),
  fault(
    'flat',
    'mcp-without-usage',
    '038',
    'no tool for getAccountUsage',
    'tools/list',
    async (s) => !(await hasTool(s, 'show-usage')),
  ),
  fault(
    'flat',
    'mcp-without-download',
    '052',
    'no tool for downloadFile',
    'tools/list',
    async (s) => !(await hasTool(s, 'link-download')),
  ),
  fault(
    'flat',
    'mcp-without-register',
    '044',
    'no tool for createPublication',
    'tools/list',
    async (s) => !(await hasTool(s, 'register-publication')),
  ),
  fault(
    'flat',
    'mcp-without-working-file',
    '050',
    'no tool for' + ' getCurrentPublicationFile',
    'tools/list',
    async (s) => !(await hasTool(s, 'show-working-file')),
  ),
  fault(
    'flat',
    'mcp-any-workspace',
    '027',
    'reads the publications of any workspace',
    'show-publication of B with agent: no failure',
    async (s) =>
      (await s.tool('show-publication', {publication: await s.publish('a.epub', 'x', B)})).v(
        'result.isError',
      ) === false,
  ),
  fault(
    'flat',
    'mcp-reason-generic',
    '029',
    'every reason is tool_failed',
    'show-publication of an unknown id: reason',
    async (s) => (await unknown(s)) === 'tool_failed',
  ),
  fault(
    'deep',
    'mcp-not-found-reason',
    '029',
    'what is not found has the reason not_found',
    'show-publication of an unknown id: reason',
    async (s) => (await unknown(s)) === 'not_found',
  ),
  fault(
    'flat',
    'mcp-failure-without-reason',
    '029',
    'failures have no reason',
    'show-publication of an unknown id: no reason',
    async (s) => (await unknown(s)) === undefined,
  ),
  fault(
    'deep',
    'mcp-daily-limit-reason',
    '029',
    'at the ceiling the reason is limit_reached',
    'leave-runs 0; start-run: reason',
    async (s) => {
      const id = await s.publish();
      await s.hook('leave-runs', {role: 'full', runs: 0});
      return (await started(s, id)).v(`${DATA}.reason`) === 'limit_reached';
    },
  ),
  fault(
    'flat',
    'mcp-run-not-counted',
    '028',
    'runs by the agent do not count',
    'start-run; usage: 0',
    async (s) => {
      await started(s, await s.publish());
      return (await s.used()) === 0;
    },
  ),
  fault(
    'flat',
    'mcp-register-free',
    '028',
    'registration by the agent spends nothing',
    'register-publication; the allowance stays',
    async (s) => {
      const before = await s.left();
      await s.tool('register-publication', await s.land());
      return (await s.left()) === before;
    },
  ),
  fault(
    'flat',
    'mcp-daily-limit-ignored',
    '028',
    'the ceiling does not hold for the agent',
    'leave-runs 0; start-run: a run',
    async (s) => {
      const id = await s.publish();
      await s.hook('leave-runs', {role: 'full', runs: 0});
      return (await started(s, id)).v('result.isError') === false;
    },
  ),
  fault(
    'deep',
    'mcp-pair-limit-ignored',
    '028',
    'the per-tool limit does not hold for the agent',
    '20 runs by API; start-run: a run',
    async (s) => {
      const id = await s.publish();
      for (let turn = 0; turn < 20; turn += 1) await s.run(id, CHECK);
      return (await started(s, id)).v('result.isError') === false;
    },
  ),
  fault(
    'flat',
    'mcp-reserve-without-allowance',
    '028',
    'the agent reserves without allowance',
    'leave-places 0; reserve-upload: a reservation',
    async (s) => {
      await s.hook('leave-places', {role: 'full', places: 0});
      return (
        (await s.tool('reserve-upload', {file_name: 'a.epub', byte_count: 5})).v(
          'result.isError',
        ) === false
      );
    },
  ),
  fault(
    'deep',
    'mcp-list-ignores-cursor',
    '043',
    "the agent's cursor is ignored",
    'seed 51; list-publications with next_cursor: the first page again',
    async (s) => {
      await s.hook('seed-publications', {role: 'full', count: 51});
      const page = await s.tool('list-publications');
      const next = await s.tool('list-publications', {cursor: page.v(`${DATA}.next_cursor`)});
      return next.v(`${DATA}.data.0.id`) === page.v(`${DATA}.data.0.id`);
    },
  ),
  fault(
    'deep',
    'mcp-retry-key-ignored',
    '057',
    "the agent's retry key is ignored",
    'start-run twice with one idempotency_key: two runs',
    async (s) => {
      const id = await s.publish();
      const first = await started(s, id, 'k');
      return (await started(s, id, 'k')).v(`${DATA}.run.number`) !== first.v(`${DATA}.run.number`);
    },
  ),
  fault(
    'deep',
    'mcp-usage-of-own-runs',
    '039',
    'the agent sees the runs of its token alone',
    'run by API; show-usage: 0',
    async (s) => {
      await s.run(await s.publish(), CHECK);
      return (await s.tool('show-usage')).v(`${DATA}.fair_use.metered_runs.counted`) === 0;
    },
  ),
  fault(
    'deep',
    'mcp-allowance-untouched',
    '037',
    'the agent sees the allowance of the plan, not what is left',
    'register; show-account: 100',
    async (s) => {
      await s.publish();
      return (await s.tool('show-account')).v(`${DATA}.account.publications.left`) === 100;
    },
  ),
  fault(
    'deep',
    'mcp-files-newest-only',
    '049',
    'the agent sees the newest version alone',
    'epub-rebuild; list-file-versions: one row',
    async (s) => {
      const id = await s.publish();
      await s.done(id, 'epub-rebuild');
      return (
        (await s.tool('list-file-versions', {publication: id})).list(`${DATA}.data`).length === 1
      );
    },
  ),
  fault(
    'deep',
    'mcp-current-answers-original',
    '051',
    'the agent gets the original',
    'epub-rebuild; show-working-file: the original',
    async (s) => {
      const id = await s.publish();
      await s.done(id, 'epub-rebuild');
      return (
        (await s.tool('show-working-file', {publication: id})).v(`${DATA}.file.made_by`) === null
      );
    },
  ),
  fault(
    'flat',
    'mcp-download-without-url',
    '053',
    'the agent gets no link',
    'link-download: no url',
    async (s) => {
      const id = await s.publish();
      const file = (await s.get(`/publications/${id}/files/current`)).s('file.id');
      return (await s.tool('link-download', {file})).v(`${DATA}.link.url`) === undefined;
    },
  ),
  fault(
    'deep',
    'mcp-reader-without-rows',
    '055',
    'the agent sees no mirrors',
    'push; show-reader: no rows',
    async (s) => {
      const id = await s.publish();
      await s.hook('push-mirrors', {role: 'full', publication: id});
      return (await s.tool('show-reader', {publication: id})).list(`${DATA}.copies`).length === 0;
    },
  ),
];
