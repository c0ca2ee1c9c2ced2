import {fault} from './probe-kit.ts';
import type {Fault} from './probe-kit.ts';

const B = 'second-workspace';
/** The faults of keys and abilities. */
export const AUTH_FAULTS: readonly Fault[] = [
  fault(
    'flat',
    'key-in-query',
    '217',
    'takes the key from ?api_key= too',
    'GET account?api_key=KEY without header: 200',
    async (s) =>
      (
        await s.ask(
          'GET',
          `/api/v1/account?api_key=${s.running.credentials['full'] ?? ''}`,
          undefined,
          {auth: null},
        )
      ).status === 200,
  ),
  fault(
    'flat',
    'key-without-scheme',
    '216',
    'takes the bare key as Authorization',
    'GET account with Authorization: KEY: 200',
    async (s) =>
      (
        await s.ask('GET', '/api/v1/account', undefined, {
          auth: s.running.credentials['full'] ?? '',
        })
      ).status === 200,
  ),
  fault(
    'flat',
    'key-as-basic',
    '216',
    'takes the key as Basic user name',
    'GET account with Authorization: Basic base64(KEY:): 200',
    async (s) =>
      (
        await s.ask('GET', '/api/v1/account', undefined, {
          auth: `Basic ${Buffer.from(`${s.running.credentials['full'] ?? ''}:`).toString('base64')}`,
        })
      ).status === 200,
  ),
  fault(
    'flat',
    'key-in-store-header',
    '001',
    'takes the key from X-User-Token',
    'GET account with X-User-Token: KEY alone: 200',
    async (s) =>
      (
        await s.ask('GET', '/api/v1/account', undefined, {
          auth: null,
          headers: {'X-User-Token': s.running.credentials['full'] ?? ''},
        })
      ).status === 200,
  ),
  fault(
    'flat',
    'oauth-on-api',
    '033',
    'takes OAuth access tokens on /api/v1',
    'GET account with an OAuth token: 200',
    async (s) => (await s.get('/account', 'agent')).status === 200,
  ),
  fault(
    'flat',
    'unknown-key-403',
    '249',
    'answers an unknown key with 403',
    'GET account with Bearer nonsense: 403',
    async (s) => (await s.get('/account', 'nonsense')).status === 403,
  ),
  fault(
    'deep',
    'key-any-case',
    '249',
    'compares keys without regard to case',
    'GET account with the key in lower case: 200',
    async (s) =>
      (await s.get('/account', (s.running.credentials['full'] ?? '').toLowerCase())).status === 200,
  ),
  fault(
    'deep',
    'key-longer-accepted',
    '249',
    'compares only the length of the known key',
    'GET account with the key and one more character: 200',
    async (s) =>
      (await s.get('/account', `${s.running.credentials['full'] ?? ''}x`)).status === 200,
  ),
  fault(
    'flat',
    'tools-need-reading',
    '247',
    'listTools wants library:read in place of tools:run',
    'GET tools with tools-only: 403',
    async (s) => (await s.get('/tools', 'tools-only')).status === 403,
  ),
  fault(
    'flat',
    'tools-unguarded',
    '149',
    'listTools checks no ability',
    'GET tools with write-only: 200',
    async (s) => (await s.get('/tools', 'write-only')).status === 200,
  ),
  fault(
    'flat',
    'usage-unguarded',
    '155',
    'getAccountUsage checks no ability',
    'GET usage with write-only: 200',
    async (s) => (await s.get('/account/usage', 'write-only')).status === 200,
  ),
  fault(
    'flat',
    'account-needs-all',
    '237',
    'getAccount wants all three abilities',
    'GET account with read-only: 403',
    async (s) => (await s.get('/account', 'read-only')).status === 403,
  ),
  fault(
    'flat',
    'register-guarded-as-reading',
    '163',
    'createPublication wants library:read',
    'register with read-only: 201',
    async (s) => (await s.register(await s.land(), 'read-only')).status === 201,
  ),
  fault(
    'flat',
    'reader-needs-tools',
    '244',
    'getPublicationReader wants tools:run too',
    'GET reader with read-only: 403',
    async (s) =>
      (await s.get(`/publications/${await s.publish()}/reader`, 'read-only')).status === 403,
  ),
  fault(
    'flat',
    'download-unguarded',
    '178',
    'downloadFile checks no ability',
    'GET download with write-only: 302',
    async (s) => {
      const file = (await s.get(`/publications/${await s.publish()}`)).s(
        'publication.working.file',
      );
      return (await s.get(`/files/${file}/download`, 'write-only')).status === 302;
    },
  ),
  fault(
    'flat',
    'reserve-needs-reading',
    '245',
    'createUpload wants library:read too',
    'POST uploads with write-only: 403',
    async (s) => (await s.reserve('a.epub', 5, 'write-only')).status === 403,
  ),
  fault(
    'flat',
    'list-open-to-writers',
    '160',
    'library:write implies reading the list',
    'GET publications with write-only: 200',
    async (s) => (await s.get('/publications', 'write-only')).status === 200,
  ),
  fault(
    'flat',
    'current-open-to-tool-keys',
    '172',
    'tools:run suffices for the working version',
    'GET files/current with tools-only: 200',
    async (s) =>
      (await s.get(`/publications/${await s.publish()}/files/current`, 'tools-only')).status ===
      200,
  ),
  fault(
    'flat',
    'lookup-before-ability',
    '236',
    'looks the publication up before the ability',
    'GET unknown publication with write-only: 404',
    async (s) => (await s.get('/publications/77', 'write-only')).status === 404,
  ),
  fault(
    'deep',
    'body-before-ability',
    '236',
    'reads the body before the ability',
    'POST uploads with `{` and read-only: 400',
    async (s) => (await s.post('/uploads', '{', 'read-only')).status === 400,
  ),
  fault(
    'flat',
    'forbidden-yet-done',
    '235',
    'registers first and answers 403 then',
    'register with read-only (403); the id is readable',
    async (s) => {
      const upload = await s.land();
      await s.register(upload, 'read-only');
      return (await s.get(`/publications/${upload.publication_id}`)).status === 200;
    },
  ),
  fault(
    'flat',
    'tools-public',
    '148',
    'serves the catalog without a key',
    'GET tools without Authorization: 200',
    async (s) => (await s.ask('GET', '/api/v1/tools', undefined, {auth: null})).status === 200,
  ),
  fault(
    'flat',
    'download-anonymous',
    '177',
    'serves downloads without a key',
    'GET download without Authorization: 302',
    async (s) => {
      const file = (await s.get(`/publications/${await s.publish()}`)).s(
        'publication.working.file',
      );
      return (
        (await s.ask('GET', `/api/v1/files/${file}/download`, undefined, {auth: null})).status ===
        302
      );
    },
  ),
  fault(
    'flat',
    'not-found-before-key',
    '248',
    'looks the publication up before the key',
    'GET unknown publication without key: 404',
    async (s) =>
      (await s.ask('GET', '/api/v1/publications/77', undefined, {auth: null})).status === 404,
  ),
  fault(
    'flat',
    'new-key-without-tools',
    '234',
    'new keys lack tools:run',
    'mint-key; GET tools with it: 403',
    async (s) =>
      (await s.get('/tools', (await s.hook('mint-key', {role: 'full'})).s('key'))).status === 403,
  ),
  fault(
    'flat',
    'new-key-reads-only',
    '233',
    'new keys have library:read alone',
    'mint-key; POST uploads with it: 403',
    async (s) =>
      (await s.reserve('a.epub', 5, (await s.hook('mint-key', {role: B})).s('key'))).status === 403,
  ),
  fault(
    'deep',
    'second-new-key-without-writing',
    '233',
    'from the second new key of a workspace on, library:write is missing',
    'mint-key twice; POST uploads with the second: 403',
    async (s) => {
      await s.hook('mint-key', {role: 'full'});
      const key = (await s.hook('mint-key', {role: 'full'})).s('key');
      return (await s.reserve('a.epub', 5, key)).status === 403;
    },
  ),
  fault(
    'flat',
    'unauthorized-plain',
    '251',
    '401 has {message} in place of the envelope',
    'GET account without key: no reason',
    async (s) =>
      (await s.ask('GET', '/api/v1/account', undefined, {auth: null})).v('reason') === undefined,
  ),
  fault(
    'flat',
    'forbidden-plain',
    '252',
    '403 has {message} in place of the envelope',
    'GET account with write-only: no reason',
    async (s) => (await s.get('/account', 'write-only')).v('reason') === undefined,
  ),
  fault(
    'flat',
    'conflict-plain',
    '255',
    '409 has {message} in place of the envelope',
    'withhold-downloads; GET download: no reason',
    async (s) => {
      const file = (await s.get(`/publications/${await s.publish()}`)).s(
        'publication.working.file',
      );
      await s.hook('withhold-downloads', {role: 'full'});
      return (await s.get(`/files/${file}/download`)).v('reason') === undefined;
    },
  ),
  fault(
    'flat',
    'unprocessable-without-reason',
    '254',
    '422 lacks reason',
    'register with a foreign key path: no reason',
    async (s) =>
      (await s.register({...(await s.land()), key: 'spaces/9/x.epub'})).v('reason') === undefined,
  ),
  fault(
    'flat',
    'errors-as-html',
    '018',
    '404 goes out as text/html',
    'GET unknown publication: Content-Type text/html',
    async (s) => !(await s.get('/publications/77')).headers.get('content-type')?.includes('json'),
  ),
  fault(
    'flat',
    'error-as-object',
    '115',
    'error is an object',
    'GET unknown publication: error is no string',
    async (s) => typeof (await s.get('/publications/77')).v('error') !== 'string',
  ),
  fault(
    'deep',
    'reason-changes-on-repeat',
    '117',
    'from the second time on, the reason ends in _again',
    'GET unknown publication twice: reasons differ',
    async (s) =>
      (await s.get('/publications/77')).reason !== (await s.get('/publications/77')).reason,
  ),
  fault(
    'flat',
    'success-as-text',
    '017',
    '200 goes out as text/plain',
    'GET account: Content-Type text/plain',
    async (s) => !(await s.get('/account')).headers.get('content-type')?.includes('json'),
  ),
  fault(
    'flat',
    'unreadable-body-500',
    '019',
    'a body that is no JSON ends in 500',
    'POST uploads with `{`: 500',
    async (s) => (await s.post('/uploads', '{')).status === 500,
  ),
  fault(
    'flat',
    'paths-without-prefix',
    '289',
    'serves the paths without the prefix too',
    'GET /account: 200',
    async (s) => (await s.ask('GET', '/account')).status === 200,
  ),
  fault(
    'flat',
    'store-paths-served',
    '002',
    'serves /integration-api/v1/orders',
    'GET /integration-api/v1/orders with a workspace key: 200',
    async (s) => (await s.ask('GET', '/integration-api/v1/orders')).status === 200,
  ),
  fault(
    'deep',
    'workspace-by-header',
    '021',
    'X-Workspace chooses the workspace',
    'GET account with X-Workspace: 41070: the other one',
    async (s) =>
      (await s.ask('GET', '/api/v1/account', undefined, {headers: {'X-Workspace': '41070'}})).v(
        'account.workspace.number',
      ) === '41070',
  ),
  fault(
    'flat',
    'new-key-without-reading',
    '232',
    'new keys lack library:read',
    'mint-key; GET account with it: 403',
    async (s) =>
      (await s.get('/account', (await s.hook('mint-key', {role: 'full'})).s('key'))).status === 403,
  ),
  fault(
    'flat',
    'current-needs-writing',
    '242',
    'wants library:write',
    'GET files/current with read-only: 403',
    async (s) =>
      (await s.get(`/publications/${await s.publish()}/files/current`, 'read-only')).status === 403,
  ),
  fault(
    'flat',
    'publication-unguarded',
    '166',
    'checks no ability',
    'GET publication with tools-only: 200',
    async (s) => (await s.get(`/publications/${await s.publish()}`, 'tools-only')).status === 200,
  ),
  fault(
    'deep',
    'usage-public-with-query',
    '154',
    'usage with a query string is served without a key',
    'GET usage?day=today without key: 200',
    async (s) =>
      (await s.ask('GET', '/api/v1/account/usage?day=today', undefined, {auth: null})).status ===
      200,
  ),
  fault(
    'flat',
    'not-found-without-reason',
    '116',
    '404 lacks reason',
    'GET unknown publication: no reason',
    async (s) => (await s.get('/publications/77')).v('reason') === undefined,
  ),
];
