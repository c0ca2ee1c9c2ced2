import {fault} from './probe-kit.ts';
import type {Fault, Reply, Site} from './probe-kit.ts';

const ACCOUNT = '/api/v1/account';
const B = 'second-workspace';

function keyOf(s: Site): string {
  return s.running.credentials['full'] ?? '';
}

async function nobody(s: Site, path: string): Promise<Reply> {
  return s.ask('GET', `/api/v1${path}`, undefined, {auth: null});
}

async function seed(s: Site, count: number, role = 'full'): Promise<void> {
  await s.hook('seed-publications', {role, count});
}

/** Part E: keys, abilities, tenants and rates. */
export const DOOR_FAULTS_E: readonly Fault[] = [
  fault(
    'flat',
    'key-any-scheme',
    '216',
    'takes the key after any word, not after Bearer alone',
    'GET account with "Authorization: Token KEY": 200',
    async (s) =>
      (await s.ask('GET', ACCOUNT, undefined, {auth: `Token ${keyOf(s)}`})).status !== 401,
  ),
  fault(
    'flat',
    'key-in-x-api-key',
    '216',
    'takes the key from the header X-Api-Key, too',
    'GET account with X-Api-Key alone: 200',
    async (s) => {
      const headers = {'X-Api-Key': keyOf(s)};
      return (await s.ask('GET', ACCOUNT, undefined, {auth: null, headers})).status !== 401;
    },
  ),
  fault(
    'flat',
    'library-abilities-as-one',
    '152',
    'any library ability is enough for every library operation',
    'GET account with write-only: 200',
    async (s) => (await s.get('/account', 'write-only')).status !== 403,
  ),
  fault(
    'flat',
    'list-public',
    '159',
    'serves the publication list without a key',
    'GET publications without Authorization: 200',
    async (s) => (await nobody(s, '/publications')).status !== 401,
  ),
  fault(
    'flat',
    'publication-public',
    '165',
    'serves a publication without a key',
    'GET a publication without Authorization: 200',
    async (s) => (await nobody(s, `/publications/${await s.publish()}`)).status !== 401,
  ),
  fault(
    'flat',
    'reader-unguarded',
    '181',
    'getPublicationReader checks no ability',
    'GET reader with write-only: 200',
    async (s) =>
      (await s.get(`/publications/${await s.publish()}/reader`, 'write-only')).status !== 403,
  ),
  fault(
    'deep',
    'unauthorized-redirects-to-login',
    '251',
    'a request without a good key is redirected to a login page, unless Accept names JSON',
    'GET account without a key, Accept text/html: 302',
    async (s) => {
      const headers = {Accept: 'text/html'};
      return (await s.ask('GET', ACCOUNT, undefined, {auth: null, headers})).status !== 401;
    },
  ),
  fault(
    'deep',
    'abilities-cached-by-workspace',
    '157',
    'abilities are cached for a minute by workspace, not by key',
    'GET account with full; POST uploads with read-only: 201',
    async (s) => {
      await s.get('/account');
      return (await s.reserve('book.epub', 5, 'read-only')).status !== 403;
    },
  ),
  fault(
    'deep',
    'oauth-on-download',
    '033',
    'downloadFile takes OAuth tokens, too',
    'GET download with the token of agent: 302',
    async (s) => {
      const file = (await s.get(`/publications/${await s.publish()}/files/current`)).s('file.id');
      return (await s.get(`/files/${file}/download`, 'agent')).status !== 401;
    },
  ),
  fault(
    'deep',
    'list-of-workspace-in-query',
    '021',
    'the list takes a workspace from the query',
    'GET publications?workspace_id=41070 with a key of 4107: rows of 41070',
    async (s) => {
      await seed(s, 1);
      await seed(s, 2, B);
      return (await s.get('/publications?workspace_id=41070')).list('data').length !== 1;
    },
  ),
  fault(
    'deep',
    'foreign-registered-id-told',
    '227',
    'the id of a registered publication of another workspace is told to be registered',
    'register with an id of B and a key of A: already_registered',
    async (s) => {
      const foreign = await s.publish('book.epub', 'bytes', B);
      const own = await s.land();
      const unknown = await s.register({...own, publication_id: '77'});
      const told = await s.register({...own, publication_id: foreign});
      return told.reason !== unknown.reason;
    },
  ),
  fault(
    'deep',
    'rate-per-method',
    '277',
    'GET and POST have a rate each',
    '60 GETs, then POST uploads: 201',
    async (s) => {
      await s.many(60);
      return (await s.reserve()).status !== 429;
    },
  ),
];
