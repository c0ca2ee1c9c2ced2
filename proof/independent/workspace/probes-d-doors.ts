import {at, fault} from './probe-kit.ts';
import type {Fault, Reply, Site} from './probe-kit.ts';

const B = 'second-workspace';
const CHECK = 'structure-check';

async function nobody(s: Site, method: string, path: string, body?: unknown): Promise<Reply> {
  return s.ask(method, `/api/v1${path}`, body, {auth: null});
}

async function slugs(s: Site, key = 'full'): Promise<unknown[]> {
  return (await s.get('/tools', key)).list('catalog.tools').map((row) => at(row, 'slug'));
}

/** A trait of all tools. */
async function trait(s: Site, name: string): Promise<unknown[]> {
  return (await s.get('/tools')).list('catalog.tools').map((row) => at(row, `traits.${name}`));
}

/** Part D: keys, errors, tools and rates. */
export const DOOR_FAULTS_D: readonly Fault[] = [
  fault(
    'flat',
    'accepted-with-guard',
    '017',
    "answers with 202 begin with )]}', and are no JSON",
    'POST runs; parse the body',
    async (s) => (await s.run(await s.publish(), CHECK)).json === undefined,
  ),
  fault(
    'flat',
    'unprocessable-reasons-as-list',
    '116',
    'the reason of a 422 is a list of texts',
    'POST publications with {}: reason is a list',
    async (s) => Array.isArray((await s.register({})).v('reason')),
  ),
  fault(
    'flat',
    'unauthorized-without-summary',
    '251',
    '401 has a reason alone, no error',
    'GET account without a key: no error',
    async (s) => (await nobody(s, 'GET', '/account')).v('error') === undefined,
  ),
  fault(
    'deep',
    'file-lookup-before-ability',
    '236',
    'downloadFile looks the file up before it judges the ability',
    'GET download of an unknown file with write-only: 404',
    async (s) => (await s.get('/files/77/download', 'write-only')).status !== 403,
  ),
  fault(
    'deep',
    'key-last-character-ignored',
    '249',
    'keys are compared without their last character',
    'GET account with another last character: 200',
    async (s) => {
      const key = `${(s.running.credentials['full'] ?? '').slice(0, -1)}w`;
      return (await s.get('/account', key)).status !== 401;
    },
  ),
  fault(
    'deep',
    'oauth-token-after-use',
    '033',
    'a token that was used on the agent server is taken as a key',
    'ping; GET account with that token: 200',
    async (s) => {
      const before = (await s.get('/account', 'agent')).status;
      await s.rpc('ping');
      return before === 401 && (await s.get('/account', 'agent')).status !== 401;
    },
  ),
  fault(
    'deep',
    'foreign-start-body-first',
    '227',
    'a start on a foreign publication judges the body first, on an unknown one it does not',
    'POST runs with {} on a publication of B: 422; on an unknown one: 404',
    async (s) => {
      const id = await s.publish('a.epub', 'x', B);
      const unknown = await s.post('/publications/77/runs', {});
      return (await s.post(`/publications/${id}/runs`, {})).reason !== unknown.reason;
    },
  ),
  fault(
    'flat',
    'tools-replaces-never-said',
    '066',
    'no tool is said to replace the working file',
    'GET tools; epub-rebuild replaces',
    async (s) => !(await trait(s, 'replaces_working_file')).includes(true),
  ),
  fault(
    'flat',
    'tools-metered-all',
    '065',
    'every tool is said to be metered',
    'GET tools; metadata-extract does not count',
    async (s) => {
      const isCounted = !(await trait(s, 'metered')).includes(false);
      await s.run(await s.publish(), 'metadata-extract');
      return isCounted && (await s.used()) === 0;
    },
  ),
  fault(
    'deep',
    'tools-held-back-for-second-workspace',
    '069',
    'workspaces but the first one see tools that are held back',
    'GET tools with second-workspace: voice-draft',
    async (s) => (await slugs(s, B)).includes('voice-draft'),
  ),
  fault(
    'deep',
    'tools-doubled-on-second-read',
    '068',
    'every reading of the catalog adds the tools again',
    'GET tools twice: slugs are doubled',
    async (s) => {
      await slugs(s);
      const all = await slugs(s);
      return new Set(all).size !== all.length;
    },
  ),
  fault(
    'flat',
    'rate-reads-free',
    '274',
    'GETs are not counted',
    '61 GET account: no 429',
    async (s) => !(await s.many(61)).includes(429),
  ),
  fault(
    'flat',
    'rate-shared-by-all',
    '276',
    'all keys share one rate',
    '61 requests of a key; another key: 429',
    async (s) => {
      await s.many(61);
      return (await s.get('/account', B)).status === 429;
    },
  ),
  fault(
    'deep',
    'rate-new-keys-free',
    '274',
    'keys that were minted later have no rate limit',
    'mint-key; 61 requests with it: no 429',
    async (s) => {
      const key = (await s.hook('mint-key', {role: 'full'})).s('key');
      return !(await s.many(61, '/account', key)).includes(429);
    },
  ),
];
