import {at, fault} from './probe-kit.ts';
import type {Fault, Reply, Site} from './probe-kit.ts';

const B = 'second-workspace';

async function nobody(s: Site, method: string, path: string, body?: unknown): Promise<Reply> {
  return s.ask(method, `/api/v1${path}`, body, {auth: null});
}

async function tools(s: Site): Promise<unknown[]> {
  return (await s.get('/tools')).list('catalog.tools');
}

async function unknown(s: Site): Promise<Reply> {
  return s.get('/publications/77');
}

/** Part C: keys, abilities, account, catalog and errors. */
export const DOOR_FAULTS_C: readonly Fault[] = [
  fault(
    'flat',
    'files-public',
    '168',
    'serves the version list without a key',
    'GET files without Authorization: 200',
    async (s) =>
      (await nobody(s, 'GET', `/publications/${await s.publish()}/files`)).status === 200,
  ),
  fault(
    'flat',
    'reserve-missing-key-403',
    '156',
    'createUpload without a key answers 403',
    'POST uploads without Authorization: 403',
    async (s) => (await nobody(s, 'POST', '/uploads', {})).status === 403,
  ),
  fault(
    'flat',
    'reserve-unguarded',
    '157',
    'createUpload checks no ability',
    'POST uploads with read-only: 201',
    async (s) => (await s.reserve('book.epub', 5, 'read-only')).status === 201,
  ),
  fault(
    'flat',
    'download-needs-writing',
    '243',
    'downloadFile wants library:write',
    'GET download with read-only: 403',
    async (s) => {
      const file = (await s.get(`/publications/${await s.publish()}/files/current`)).s('file.id');
      return (await s.get(`/files/${file}/download`, 'read-only')).status === 403;
    },
  ),
  fault(
    'flat',
    'files-lacking-ability-401',
    '169',
    'a lacking ability is answered 401 by listPublicationFiles',
    'GET files with write-only: 401',
    async (s) => (await s.get('/publications/77/files', 'write-only')).status === 401,
  ),
  fault(
    'flat',
    'account-always-first',
    '219',
    'every key sees the first workspace',
    'GET account with second-workspace: 4107',
    async (s) => (await s.get('/account', B)).v('account.workspace.number') !== '41070',
  ),
  fault(
    'flat',
    'account-left-frozen',
    '006',
    'the allowance of account is that of the plan, not what is left',
    'register; GET account: 100',
    async (s) => {
      await s.publish();
      return (await s.left()) === 100;
    },
  ),
  fault(
    'flat',
    'usage-pair-above-ceiling',
    '076',
    'the per-tool limit shown is above the daily ceiling',
    'GET usage: 400 above 200',
    async (s) =>
      Number((await s.get('/account/usage')).v('fair_use.same_tool_same_publication.ceiling')) >
      200,
  ),
  fault(
    'flat',
    'tools-without-copies',
    '012',
    'the tools that make copies are not listed',
    'GET tools: no plain-copy',
    async (s) => (await tools(s)).length < 6,
  ),
  fault(
    'flat',
    'tools-slug-underscored',
    '067',
    'the catalog shows slugs with _ that a start does not take',
    'GET tools; POST runs with a slug: refused',
    async (s) => {
      const first: unknown = (await tools(s))[0];
      const id = await s.publish();
      return (await s.run(id, String(at(first, 'slug')))).status !== 202;
    },
  ),
  fault(
    'flat',
    'error-renamed',
    '115',
    'the summary is called message',
    'GET an unknown publication: no error',
    async (s) => (await unknown(s)).v('error') === undefined,
  ),
  fault(
    'flat',
    'not-found-reason-number',
    '116',
    'the reason of a 404 is a number',
    'GET an unknown publication: reason',
    async (s) => typeof (await unknown(s)).v('reason') === 'number',
  ),
  fault(
    'flat',
    'unreadable-body-plain',
    '019',
    'a body that is no JSON is answered {message} alone',
    'POST uploads with {: no reason',
    async (s) => (await s.post('/uploads', '{')).v('reason') === undefined,
  ),
  fault(
    'flat',
    'rate-posts-free',
    '277',
    'POSTs are not counted',
    '61 POST uploads: no 429',
    async (s) => {
      const all: number[] = [];
      for (let turn = 0; turn < 61; turn += 1) all.push((await s.reserve()).status);
      return !all.includes(429);
    },
  ),
];
