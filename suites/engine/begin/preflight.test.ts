import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterEach, expect, test} from 'vitest';
import {openProfile} from '../../../spec/profile.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import {Deployment} from '../../target/deployment.ts';
import type {Role} from '../../../spec/step.ts';
import type {WaitingClock} from '../../../spec/clock.ts';
import {Pacer} from '../send/pacing/pacer.ts';
import {Unreachable} from '../../target/unreachable.ts';
import {preflight} from './preflight.ts';
import {noteDoubt, type RoleDoubt, type RoleDoubts} from '../judge/role-doubt.ts';

const specifications = loadSpecifications();

const KEYS = ['full', 'other-key', 'read-only', 'write-only', 'tools-only', 'second-workspace'];
const TOKENS = ['admin', 'second-admin'];

/** Abilities of the operations that can be called without a resource. */
const ABILITIES: Record<string, string> = {
  'GET /api/v1/account': 'library:read',
  'GET /api/v1/account/usage': 'library:read',
  'GET /api/v1/publications': 'library:read',
  'GET /api/v1/tools': 'tools:run',
  'POST /api/v1/uploads': 'library:write',
  'POST /api/v1/publications': 'library:write',
};
const ONLY: Record<string, string> = {
  'read-only': 'library:read',
  'write-only': 'library:write',
  'tools-only': 'tools:run',
};

/** The status of a deployment that obeys the documents, to a request of a role. */
function right(role: string, route: string): number {
  const ability = ABILITIES[route];
  if (ability && ONLY[role] && ONLY[role] !== ability) return 403;
  return route.startsWith('POST') ? 422 : 200;
}

/** What a deployment answers: a status, or one with a body and headers. */
type Wrong = (
  role: string,
  route: string,
  nth: number,
) => number | {status: number; body?: object; headers?: Record<string, string>} | undefined;

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Verifies the roles of a deployment that is right but for what `wrong` says. */
async function verified(
  wrong: Wrong = () => undefined,
  roles: string[] = KEYS,
  samples: Record<string, unknown> = {},
): Promise<{
  doubts: RoleDoubts;
  sent: string[];
  slept: number[];
  repeated: string[];
}> {
  const sent: string[] = [];
  const slept: number[] = [];
  server = createServer((request, reply) => {
    const {authorization, 'x-user-token': token} = request.headers;
    const role = String(token ?? authorization).replace(/^Bearer /, '');
    const route = `${request.method} ${request.url}`;
    sent.push(`${role} ${route}`);
    const found = wrong(role, route, sent.length) ?? right(role, route);
    const {status, body, headers} = {
      body: {workspace: role === 'second-workspace' ? 'b' : 'a'},
      headers: {},
      ...(typeof found === 'number' ? {status: found} : found),
    };
    reply
      .writeHead(status, {'content-type': 'application/json', ...headers})
      .end(JSON.stringify(body));
  });
  await new Promise<void>((fulfil) => server!.listen(0, '127.0.0.1', fulfil));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clock: WaitingClock = {now: () => 0, sleep: async (ms) => void slept.push(ms)};
  const api = roles === TOKENS ? 'store' : 'workspace';
  const target = new Deployment(
    {
      name: 'd',
      bases: {[api]: base},
      profiles: {workspace: openProfile(), store: openProfile()},
      credentials: Object.fromEntries(roles.map((role) => [role, [role]])),
      samples,
      uniqueIds: [],
      maxWait: 0,
      timeout: 2000,
      hooks: {},
      expected: [],
      lineOf: (pointer) => `c.yaml:${pointer}`,
    },
    clock,
  );
  const repeated: string[] = [];
  const doubts = await preflight(target, specifications, {
    clock,
    pacer: new Pacer(clock),
    repeated: (text) => repeated.push(text),
  });
  return {doubts, sent, slept, repeated};
}

/** The requests for keys that are what they say. */
const FIRST = 13;

test('credentials that are what they say are verified by at most three requests each', async () => {
  expect((await verified()).sent.length).toBe(FIRST);
  expect((await verified(undefined, TOKENS)).sent.length).toBe(2);
});

test.each<[what: string, wrong: Wrong]>([
  [
    'a read-only key that can reserve an upload, and no more',
    (role, route) => (role === 'read-only' && route === 'POST /api/v1/uploads' ? 422 : undefined),
  ],
  [
    'a read-only key that is not valid at one operation',
    (role, route) => (role === 'read-only' && route === 'GET /api/v1/account' ? 401 : undefined),
  ],
  [
    'a full key that may not read the account',
    (role, route) => (role === 'full' && route === 'GET /api/v1/account' ? 403 : undefined),
  ],
  [
    'a tools-only key that can read the account, and nothing else',
    (role, route) => (role === 'tools-only' && route === 'GET /api/v1/account' ? 200 : undefined),
  ],
  [
    'a key that is not valid at the reads, and at nothing else',
    (role, route) => (role === 'write-only' && route.startsWith('GET') ? 401 : undefined),
  ],
  [
    'a key for which some reads fail, and for which others find nothing',
    (role, route) => {
      if (role !== 'other-key' || !route.startsWith('GET')) return undefined;
      return /account/.test(route) ? {status: 500, body: {error: 'E', reason: 'e'}} : 404;
    },
  ],
  [
    'a key that can read the account and its usage, but not the list, and no more',
    (role, route) => (role === 'write-only' && /account/.test(route) ? 200 : undefined),
  ],
  [
    'a server error of the API itself',
    (role, route) =>
      role === 'full' && route === 'GET /api/v1/account'
        ? {status: 503, body: {error: 'Busy.', reason: 'busy', detail: null}}
        : undefined,
  ],
])('%s: that is for the rules to decide', async (_what, wrong) => {
  const {doubts, sent} = await verified(wrong);
  expect([...doubts]).toEqual([]);
  expect(sent.length).toBeLessThanOrEqual(FIRST + 3 * 4);
});

test.each<[what: string, wrong: Wrong, complaint: RegExp]>([
  [
    'a main key that is not valid',
    (role) => (role === 'full' ? 401 : undefined),
    /^c\.yaml:\/credentials\/full: .* the credential full was answered 401: credentials\.full is not valid there$/,
  ],
  [
    'a base address of another deployment',
    () => 401,
    /^c\.yaml:\/workspace\/base_url: .*all 6 credentials are answered so: perhaps `workspace\.base_url` is the address of another/,
  ],
  [
    'a base address that is wrong',
    () => 404,
    /answered 404.*perhaps `workspace\.base_url` is wrong: it must be the part of the URL before \/api\/v1/,
  ],
  [
    'the address of the store API',
    () => ({status: 404, body: {CODE: 'error', message: 'There is no such route.', errors: {}}}),
    /all 6 credentials are answered so: `workspace\.base_url` seems to be the address of the store API$/,
  ],
])('%s is a mistake in the configuration', async (_what, wrong, complaint) => {
  await expect(verified(wrong)).rejects.toThrow(complaint);
});

test.each<[what: string, wrong: Wrong, doubtful: string[]]>([
  [
    'a read-only key that can write everywhere',
    (role, route) => (role === 'read-only' && route.startsWith('POST') ? 422 : undefined),
    ['read-only'],
  ],
  [
    'a write-only key that can read everything',
    (role, route) =>
      role === 'write-only' && ABILITIES[route] === 'library:read' ? 200 : undefined,
    ['write-only'],
  ],
  [
    'a tools-only key that can read everything',
    (role, route) => (role === 'tools-only' && route.startsWith('GET') ? 200 : undefined),
    ['tools-only'],
  ],
  [
    'a deployment that lets every key write',
    (_role, route) => (route.startsWith('POST') ? 422 : undefined),
    ['read-only'],
  ],
  [
    'a deployment that takes any ability of the library for all of them',
    (role, route) => {
      if (role === 'tools-only' || !ABILITIES[route]?.startsWith('library:')) return undefined;
      return route.startsWith('POST') ? 422 : 200;
    },
    ['read-only', 'write-only'],
  ],
  [
    'a deployment that looks at no ability at all',
    (_role, route) => (route.startsWith('POST') ? 422 : 200),
    ['read-only', 'write-only', 'tools-only'],
  ],
])(
  '%s: the rule about abilities fails, unless the credential is wrong',
  async (...[, wrong, doubtful]) => {
    const {doubts, sent} = await verified(wrong);
    expect([...doubts.keys()]).toEqual(doubtful);
    for (const doubt of doubts.values())
      expect(doubt).toMatchObject({
        kind: 'more',
        rule: 'workspace.access.ability-is-needed',
        reason: expect.stringMatching(/or the credential is not of this role$/) as string,
      });
    expect(sent.length).toBeLessThanOrEqual(FIRST + 3 * 4);
  },
);

test('a key with the abilities of another role, and without its own, accuses nobody', async () => {
  const {doubts} = await verified((role, route) =>
    role === 'read-only' ? right('write-only', route) : undefined,
  );
  expect(doubts.get('read-only')).toMatchObject({
    kind: 'another',
    reason: expect.stringMatching(/perhaps credentials\.read-only is of another role/) as string,
  });
  expect(doubts.get('read-only')).not.toHaveProperty('rule');
});

test('a key that lacks an ability of its role may be wrong, and the deployment as well', async () => {
  const {doubts} = await verified((role, route) =>
    role === 'other-key' && ABILITIES[route] === 'library:read' ? 403 : undefined,
  );
  expect([...doubts]).toEqual([
    [
      'other-key',
      {
        kind: 'less',
        lacks: expect.any(Set),
        reason: expect.stringMatching(/either credentials\.other-key can do less/),
      },
    ],
  ]);
});

test.each<[key: Role, rule: string]>([
  ['full', 'workspace.tools.list-answers-200'],
  ['tools-only', 'workspace.access.ability-alone-suffices'],
])(
  'a %s key that may not run tools: the rule about their only operation fails',
  async (key, rule) => {
    const {doubts} = await verified((role, route) =>
      role === key && ABILITIES[route] === 'tools:run' ? 403 : undefined,
    );
    expect([...doubts.keys()]).toEqual([key]);
    const addition = `or the credential is not of this role (credentials.${key})`;
    expect(doubts.get(key)).toMatchObject({kind: 'less', rule});
    expect(doubts.get(key)?.reason).toContain(addition);
  },
);

const GOOD = {filename: 'good.epub', size_bytes: 1000};

/** An account that names one workspace for every key, or another for each. */
const namesWorkspace =
  (nameFor: (role: string) => string, isOutside: (role: string) => boolean): Wrong =>
  (role, route) => {
    if (route === 'GET /api/v1/account') return {status: 200, body: {workspace: nameFor(role)}};
    if (role !== 'full' && role !== 'other-key' && role !== 'second-workspace') return undefined;
    if (route === 'POST /api/v1/uploads')
      return {status: 201, body: {publication_id: 'p1', key: 'k1', url: 'http://localhost/k1'}};
    const reason = isOutside(role) ? 'invalid_upload_key' : 'upload_not_found';
    return route === 'POST /api/v1/publications'
      ? {status: 422, body: {error: 'No.', reason}}
      : undefined;
  };

test.each<[what: string, nameFor: (role: string) => string]>([
  ['one workspace for all keys', () => 'a'],
  ['the key in place of the workspace', (role) => role],
])('an account that shows %s is for the rules to judge', async (_what, nameFor) => {
  const isOutside = (role: string): boolean => role === 'second-workspace';
  const {doubts} = await verified(namesWorkspace(nameFor, isOutside), KEYS, {good: GOOD});
  expect([...doubts]).toEqual([]);
});

test('a second workspace that is the first one, as upload keys show, breaks the rule about tenants', async () => {
  const wrong = namesWorkspace(
    () => 'a',
    () => false,
  );
  const {doubts} = await verified(wrong, KEYS, {good: GOOD});
  expect([...doubts]).toEqual([
    [
      'second-workspace',
      {
        kind: 'more',
        rule: 'workspace.access.key-names-one-workspace',
        reason: expect.stringMatching(/or the credential is not of this role$/),
      },
    ],
  ]);
});

test('a later doubt takes no rule away from the role that breaks it', () => {
  const doubts = new Map();
  const more: RoleDoubt = {
    kind: 'more',
    reason: 'served',
    rule: 'workspace.mcp.foreign-is-not-found',
  };
  const [less, invalid]: RoleDoubt[] = [
    {kind: 'less', reason: 'forbidden'},
    {kind: 'invalid', reason: 'refused'},
  ];
  for (const doubt of [less, invalid]) noteDoubt(doubts, 'second-agent', doubt as RoleDoubt);
  expect(doubts.get('second-agent')).toBe(invalid);
  for (const doubt of [more, invalid]) noteDoubt(doubts, 'second-agent', doubt as RoleDoubt);
  expect(doubts.get('second-agent')).toBe(more);
});

test('a key whose account shows another workspace accuses nobody', async () => {
  const wrong = namesWorkspace(
    (role) => (role === 'other-key' ? 'b' : role === 'second-workspace' ? 'b' : 'a'),
    (role) => role !== 'full',
  );
  const {doubts} = await verified(wrong, KEYS, {good: GOOD});
  expect([...doubts]).toEqual([
    [
      'other-key',
      {kind: 'another', reason: expect.stringMatching(/^the account of the credential/)},
    ],
  ]);
});

test('without a sample, an account is believed', async () => {
  const wrong = namesWorkspace(
    () => 'a',
    (role) => role === 'second-workspace',
  );
  expect([...(await verified(wrong)).doubts.keys()]).toEqual(['second-workspace']);
});

test('a base address that is wrong is a mistake in the configuration with one credential, too', async () => {
  await expect(verified(() => 404, ['full'])).rejects.toThrow(
    /nothing of the API is found there: perhaps `workspace\.base_url` is wrong: it must be/,
  );
});

test.each([401, 403])(
  'another key that is answered %d everywhere is not verified',
  async (status) => {
    const {doubts} = await verified((role) => (role === 'other-key' ? status : undefined));
    expect([...doubts]).toEqual([
      [
        'other-key',
        {
          kind: status === 401 ? 'invalid' : 'less',
          reason: expect.stringMatching(
            /other-key was answered 40[13], as every other .* either credentials\.other-key is not/,
          ),
        },
      ],
    ]);
  },
);

test('a store that finds no users is no wrong address', async () => {
  const {doubts} = await verified(
    (_, route) => (/^GET .*\/users/.test(route) ? 404 : undefined),
    TOKENS,
  );
  expect([...doubts]).toEqual([]);
  await expect(verified(() => 404, TOKENS)).rejects.toThrow(
    /`store\.base_url` is wrong: it must be the part/,
  );
});

test.each<[what: string, wrong: Wrong]>([
  ['a gateway', () => ({status: 503, body: {message: 'no upstream'}})],
  ['a deployment that fails everywhere', () => ({status: 500, body: {error: 'E', reason: 'e'}})],
  ['a quota of hours', () => ({status: 429, headers: {'retry-after': '7200'}})],
])('%s leaves everything undecided', async (_what, wrong) => {
  await expect(verified(wrong)).rejects.toBeInstanceOf(Unreachable);
});

test.each([1, 2])(
  'a gateway that fails %i times is asked again, and the report says so',
  async (times) => {
    const {doubts, sent, slept, repeated} = await verified((_, __, nth) =>
      nth <= times ? {status: 502, body: {message: 'no upstream'}} : undefined,
    );
    expect([...doubts]).toEqual([]);
    expect([sent.length, slept]).toEqual([FIRST + times, Array.from({length: times}, () => 2000)]);
    expect(repeated).toEqual([
      expect.stringMatching(/answered 502 .*; sent again, it was answered 200$/),
    ]);
  },
);

test('a used-up minute is waited out', async () => {
  const {doubts, sent, slept} = await verified((_, __, nth) =>
    nth === 1 ? {status: 429, headers: {'retry-after': '20'}} : undefined,
  );
  expect([...doubts]).toEqual([]);
  expect(sent.length).toBe(FIRST + 1);
  expect(slept).toEqual([21_000]);
});

test('keys that could not be verified for a limit accuse nobody', async () => {
  const {doubts} = await verified((role) => (role === 'read-only' ? 429 : undefined));
  expect([...doubts.keys()]).toEqual(['read-only']);
});
