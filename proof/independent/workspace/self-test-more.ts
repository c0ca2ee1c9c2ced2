import {at} from './probe-kit.ts';
import type {Site} from './probe-kit.ts';
import type {Check} from './check.ts';

const B = 'second-workspace';
const DAY = 86_400_000;
const DATA = 'result.structuredContent';
const WRITERS = ['metadata-enrich', 'epub-rebuild'];

/** Runs, reports, versions and retries. */
export async function runSentences(s: Site, check: Check): Promise<void> {
  const id = await s.publish();
  const first = await s.run(id, 'epub-rebuild', 'k');
  check(first.status === 202 && first.v('run.phase') === 'waiting', '202 and not terminal');
  const path = `/publications/${id}/runs/${first.s('run.number')}`;
  check((await s.get(`${path}/report`)).status === 409, 'no report yet');
  const again = await s.run(id, 'epub-rebuild', 'k');
  check(again.status === 200 && again.v('run.number') === first.v('run.number'), 'replay');
  check((await s.used()) === 1, 'a replay spends nothing');
  check((await s.run(id, 'plain-copy', 'k')).status === 409, 'the key belongs to another start');
  await s.advance(2000);
  check((await s.get(path)).v('run.phase') === 'working', 'at work');
  await s.advance(1000);
  check((await s.get(path)).v('run.phase') === 'succeeded', 'succeeded');
  check((await s.get(`/runs/${first.s('run.number')}`)).status === 200, 'the short path');
  check((await s.get(`${path}/report`)).status === 200, 'the report');
  check((await s.get(path, B)).status === 404, 'a foreign run');
  const files = await s.get(`/publications/${id}/files`);
  check(files.list('data').length === 2, 'two versions');
  check(files.v('data.0.current') === true && files.v('data.1.current') === false, 'the flag');
  check(files.v('current_file_id') === files.v('data.0.id'), 'current_file_id');
  check(files.v('data.1.bytes') === 5, 'the original stays');
  for (const as of ['failed', 'rejected']) {
    const ended = await s.done(id, 'epub-rebuild', as);
    check((await s.get(ended)).v('run.phase') === as, as);
    check((await s.get(`${ended}/report`)).status === 404, `no report of ${as}`);
  }
  check((await s.get(`/publications/${id}/files`)).list('data').length === 2, 'no more versions');
  for (const slug of ['voice-draft', 'bulk-reflow', 'none', '__proto__']) {
    check((await s.run(id, slug)).reason === 'no_such_tool', `not startable: ${slug}`);
  }
  check((await s.post(`/publications/${id}/runs`, {})).status === 422, 'tool is required');
  check((await s.run('77', 'plain-copy')).reason === 'publication_not_found', 'unknown');
  check((await s.run(id, 'plain-copy', undefined, B)).status === 404, 'foreign');
  check((await s.run(id, 'plain-copy', undefined, 'tools-only')).status === 403, 'abilities');
  const rows = (await s.get('/tools')).list('catalog.tools');
  check(rows.length === 6, 'six tools');
  for (const row of rows) {
    check(
      at(row, 'traits.replaces_working_file') === WRITERS.includes(String(at(row, 'slug'))),
      `replaces: ${String(at(row, 'slug'))}`,
    );
  }
}

/** Rate, daily ceiling and per-tool limit. */
export async function limitSentences(s: Site, check: Check): Promise<void> {
  const id = await s.publish();
  await s.hook('leave-runs', {role: 'full', runs: 2});
  check((await s.used()) === 198, 'leave-runs');
  const all = await Promise.all([1, 2, 3, 4].map(() => s.run(id, 'structure-check')));
  check(all.filter((one) => one.status === 202).length === 2, 'two of four');
  check(all.filter((one) => one.reason === 'daily_limit_reached').length === 2, 'the reason');
  check((await s.run(id, 'metadata-extract')).status === 202, 'unmetered tools go on');
  check((await s.run(id, 'a11y-audit', undefined, 'other-key')).status === 409, 'other key');
  await s.hook('leave-runs', {role: 'full', runs: null});
  check((await s.used()) === 2, 'leave-runs null');
  for (let turn = 0; turn < 18; turn += 1) await s.run(id, 'structure-check');
  check((await s.run(id, 'structure-check')).reason === 'pair_limit_reached', 'the 21st');
  check((await s.run(id, 'a11y-audit')).status === 202, 'another tool');
  check((await s.run(await s.publish(), 'structure-check')).status === 202, 'another publication');
  await s.advance(DAY - 1);
  check((await s.used()) === 22, 'a moment before a day');
  await s.advance(1);
  check((await s.used()) === 0, 'a day later');
  check((await s.run(id, 'structure-check')).status === 202, 'the limit rolls');
  const key = (await s.hook('mint-key', {role: 'full'})).s('key');
  const statuses = await s.many(61, '/account', key);
  check(statuses.indexOf(429) === 60, 'the 61st request');
  check((await s.get('/account', 'other-key')).status === 200, 'per key');
  await s.advance(59_999);
  check((await s.get('/account', key)).status === 429, 'within the minute');
  await s.advance(1);
  check((await s.get('/account', key)).status === 200, 'a minute later');
}

/** The agent-protocol server. */
export async function agentSentences(s: Site, check: Check): Promise<void> {
  const begin = await s.rpc('initialize', {protocolVersion: '2025-06-18', capabilities: {}});
  check(begin.v('result.protocolVersion') === '2025-06-18', 'initialize');
  check((await s.rpc('tools/list')).list('result.tools').length === 14, 'tools/list');
  const open = await s.ask('POST', '/mcp', {}, {auth: null});
  check(
    open.status === 401 &&
      (open.headers.get('www-authenticate') ?? '').includes(
        '/.well-known/oauth-protected-resource',
      ),
    '401 names the metadata',
  );
  check(
    (await s.ask('GET', '/.well-known/oauth-protected-resource/mcp', undefined, {auth: null})).v(
      'resource',
    ) === `${s.running.url}/mcp`,
    'metadata',
  );
  check((await s.rpc('ping', {}, 'full')).status === 401, 'keys are not accepted');
  check((await s.rpc('ping', {}, 'scopeless-agent')).status === 403, 'scope');
  check((await s.rpc('ping')).status === 200, 'ping');
  check((await s.rpc('nothing')).v('error.code') === -32601, 'unknown method');
  check((await s.tool('nothing')).v('error.code') === -32602, 'unknown tool');
  check((await s.ask('POST', '/mcp', '[]', {key: 'agent'})).status === 400, 'no batches');
  check(
    (
      await s.ask(
        'POST',
        '/mcp',
        {jsonrpc: '2.0', method: 'notifications/initialized'},
        {key: 'agent'},
      )
    ).status === 202,
    'notification',
  );
  await agentToolSentences(s, check);
}

async function agentToolSentences(s: Site, check: Check): Promise<void> {
  const id = await s.publish();
  const pairs: [string, string, unknown][] = [
    ['list-tools', '/tools', {}],
    ['show-account', '/account', {}],
    ['show-usage', '/account/usage', {}],
    ['list-publications', '/publications', {}],
    ['show-publication', `/publications/${id}`, {publication: id}],
    ['list-file-versions', `/publications/${id}/files`, {publication: id}],
    ['show-working-file', `/publications/${id}/files/current`, {publication: id}],
    ['show-reader', `/publications/${id}/reader`, {publication: id}],
  ];
  for (const [name, path, args] of pairs) {
    check(
      JSON.stringify((await s.tool(name, args)).v(DATA)) ===
        JSON.stringify((await s.get(path)).json),
      `same data: ${name}`,
    );
  }
  const file = (await s.get(`/publications/${id}/files/current`)).s('file.id');
  const link = (await s.tool('link-download', {file})).s(`${DATA}.link.url`);
  check((await s.ask('GET', link, undefined, {auth: null})).bytes.toString() === 'bytes', 'link');
  check(
    (await s.tool('show-publication', {publication: id}, 'second-agent')).v(`${DATA}.reason`) ===
      'publication_not_found',
    'tenancy',
  );
  check((await s.tool('show-publication', {})).v('result.isError') === true, 'argument missing');
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'harbour-agent',
    client_secret: 'harbour-agent-secret',
    scope: 'mcp:use',
  }).toString();
  const token = (await s.ask('POST', '/oauth/token', form, {auth: null})).s('access_token');
  check((await s.rpc('ping', {}, token)).status === 200, 'client_credentials');
  await s.advance(3_600_000);
  check((await s.rpc('ping', {}, token)).status === 401, 'the token expires');
}
