import {defined} from '../../spec/defined.ts';
import {loadSpecification, type Specification} from '../../spec/specification.ts';
import {credentials} from '../control/credentials.ts';
import {operations} from '../control/operations.ts';
import type {World} from '../world/world.ts';
import type {Ground} from './arbitrary/raw-request.ts';
import type {OriginName} from '../http/public-url.ts';

/** Header lines with the credentials of a world, by role. */
interface Headers {
  bearer(role: string): string;
  token(role: string): string;
  /** Lines that carry no valid credential. */
  wrong: string[];
}

/** What was made in a world before it is fuzzed. */
interface Made {
  publication: {id: string; working_file_id: string};
  run: {id: string};
  /** Bodies of registrations: reserved, landed, registered. */
  bodies: object[];
  links: Ground['links'];
}

/**
 * What requests to a world are made from.
 * @param url of the workspace API of the root world
 */
export async function groundOf(world: World, origin: OriginName, url: string): Promise<Ground> {
  const headers = headersOf(world);
  const made = await makeRows(`${url}/w/${world.id}`, headers.bearer('full'));
  const grounds: Record<OriginName, () => Ground> = {
    workspace: () => workspaceGround(world, headers, made),
    store: () => storeGround(world, headers),
    objects: () => objectsGround(world, headers, made),
    control: () => controlGround(world, made),
  };
  return grounds[origin]();
}

const prefixOf = ({id}: World): string => `/w/${id}`;

function headersOf(world: World): Headers {
  const {keys, tokens} = credentials(world);
  const secrets = [
    ...keys.map(({role, key}) => ({role, secret: key})),
    ...tokens.map(({role, token}) => ({role, secret: token})),
  ];
  const secretOf = (role: string): string =>
    defined(
      secrets.find((one) => one.role === role),
      `a credential of the role ${role}`,
    ).secret;
  const bearer = (role: string): string => `Authorization: Bearer ${secretOf(role)}`;
  const token = (role: string): string => `X-User-Token: ${secretOf(role)}`;
  const wrong = [
    '',
    'Authorization: Basic eDp5',
    'Authorization: Bearer nobody',
    `${bearer('full')}\u00e9`,
    `${token('admin')}x`,
    'X-User-Token: ',
    `Authorization: ${secretOf('full')}`,
  ];
  return {bearer, token, wrong};
}

/** Reserves three uploads, sends the bytes of two, registers one, and starts a run on it. */
async function makeRows(url: string, header: string): Promise<Made> {
  const authorization = header.replace('Authorization: ', '');
  const post = async <T>(path: string, body: object): Promise<T> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {authorization, 'content-type': 'application/json'},
    });
    return (await response.json()) as T;
  };
  const links: Ground['links'] = [];
  const bodies: object[] = [];
  for (const number of [0, 1, 2]) {
    const file = {original_filename: `tides-${number}.epub`, size_bytes: 5};
    const {
      upload_url: link,
      upload_headers: headers,
      publication_id,
      key,
    } = await post<Reserved>('/uploads', file);
    links.push({path: link.replace(/^http:\/\/[^/]*/, ''), headers});
    if (number) await fetch(link, {method: 'PUT', headers, body: 'tides'});
    bodies.push({publication_id, key, ...file});
  }
  const publication = await post<Made['publication']>('/publications', bodies.at(-1) ?? {});
  const run = await post<Made['run']>(`/publications/${publication.id}/runs`, {
    tool: 'file-validation',
  });
  return {publication, run, bodies, links};
}

/** The response to a reservation. */
interface Reserved {
  upload_url: string;
  upload_headers: Record<string, string>;
  publication_id: string;
  key: string;
}

const routesOf = ({contract}: Specification): string[] => [
  ...new Set(Object.values(contract.operations).map(({prefix, path}) => prefix + path)),
];

const WORKSPACE_ROLES = [
  'full',
  'full',
  'full',
  'read-only',
  'write-only',
  'tools-only',
  'second-workspace',
];

const workspaceGround = (
  world: World,
  {bearer, token, wrong}: Headers,
  {publication, run, bodies}: Made,
): Ground => ({
  prefix: prefixOf(world),
  links: [],
  ids: [publication.id, publication.working_file_id, run.id, 'pub_unknown'],
  bodies: [
    ...bodies,
    {original_filename: 'a.epub', size_bytes: 9},
    {tool: 'file-validation'},
    {tool: 'blurb-writing'},
    {tool: 'cover-studio'},
  ],
  routes: [...routesOf(loadSpecification('workspace')), '/openapi.json'],
  credentials: [...WORKSPACE_ROLES.map(bearer), ...wrong, token('admin')],
});

const STORE_ROLES = ['admin', 'admin', 'admin', 'second-admin', 'second-store'];

const storeGround = (world: World, {bearer, token, wrong}: Headers): Ground => ({
  prefix: prefixOf(world),
  links: [],
  ids: [...world.table('users').all(), ...world.table('issues').all()].map((row) => row.key),
  bodies: [
    {
      email: 'a@readers.example',
      external_id: 'a',
      new_password: 'correct horse',
      sessions_limit: 3,
      admin: false,
    },
    {email: 'b@readers.example', external_id: 'b', only_sees_readable: true},
    {
      publication_date: '2026-03-02',
      name: 'A',
      extension: 'epub',
      file_url: 'https://files.presscheck.example/good.epub',
      external_id: 'a',
      bisac: [{code: 'FIC000000'}],
      author: ['B'],
      prices: {USD: 9.99},
      lang: 'en',
      cover: '/cover.png',
    },
    {publication_date: '2026-03-02', name: 'A', type: 'physical', external_id: 'p', stock: true},
  ],
  routes: [...routesOf(loadSpecification('store')), '/api/v3/ping', '/openapi.json'],
  credentials: [...STORE_ROLES.map(token), ...wrong, bearer('full')],
});

const objectsGround = (
  world: World,
  {bearer}: Headers,
  {publication, bodies, links}: Made,
): Ground => ({
  prefix: prefixOf(world),
  links,
  ids: [publication.id],
  bodies,
  routes: [`/${publication.id}/{id}`, '/{id}'],
  credentials: ['', bearer('full')],
});

function controlGround(world: World, {publication}: Made): Ground {
  const shown = credentials(world);
  const {id: keyId, workspace} = defined(shown.keys[0], 'a key of the world');
  const {id: tokenId, store, token} = defined(shown.tokens[0], 'a token of the world');
  const at = '2026-03-02T09:30:00.000Z';
  return {
    prefix: '',
    links: [],
    ids: [world.id, world.id, keyId, workspace, tokenId, store],
    // An event stream has no end to wait for.
    routes: [
      ...Object.keys(operations).filter((path) => !path.endsWith('/events')),
      '/openapi.json',
    ],
    credentials: ['', '', 'Authorization: Bearer x'],
    bodies: [
      {template: 'suite', seed: 3, frozen_at: at, limits: true, freedoms: {}},
      {advance_ms: 1000},
      {freeze_at: at},
      {run: true},
      {workspace, minted_by: 'x', abilities: ['library:read']},
      {store, admin: 1},
      {plan: null, publications_left: 3},
      {'workspace.limits.requests_per_minute': 3},
      {publications: {workspace, count: 2}, users: {store, count: 2}},
      {runs_hold: true, runs_end: ['failed'], downloads: 'unavailable', reader: 'not-configured'},
      {runs: {workspace, leave: 1}},
      {
        publications: {workspace, count: 1, files: false},
        mirrors: {publication: publication.id, mirrors: ['original']},
      },
      {token, count: 3, ago_ms: 5, api: 'v3'},
      {store, email: 'a@b.example', password: 'x'},
    ],
  };
}
