import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterEach, expect, test} from 'vitest';
import {openProfile} from '../../spec/profile.ts';
import {UsageError} from '../../spec/usage-error.ts';
import type {Role} from '../../spec/step.ts';
import {AccessTokens} from './access-tokens.ts';
import type {Config} from './config.ts';
import {clientOf, type OauthClient} from './oauth-client.ts';
import {Unreachable} from './unreachable.ts';

const open: Server[] = [];
afterEach(async () => {
  await Promise.all(
    open.splice(0).map(
      (server) =>
        new Promise((fulfil) => {
          server.close(fulfil);
          server.closeAllConnections();
        }),
    ),
  );
});

/** A request that a server got. */
interface Seen {
  line: string;
  authorization: string | undefined;
  form: URLSearchParams;
}

type Handler = (request: IncomingMessage, reply: ServerResponse, seen: Seen) => void;

const json = (
  reply: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void =>
  void reply
    .writeHead(status, {'content-type': 'application/json', ...headers})
    .end(JSON.stringify(body));

/** A server with a handler for each `METHOD /path`; it answers 404 to anything else. */
async function serve(
  handlers: Record<string, Handler>,
): Promise<{origin: string; seen: Seen[]; lines: () => string[]}> {
  const seen: Seen[] = [];
  const server = createServer((request, reply) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const one = {
        line: `${request.method} ${request.url}`,
        authorization: request.headers.authorization,
        form: new URLSearchParams(body),
      };
      seen.push(one);
      const handle = handlers[one.line];
      if (handle) handle(request, reply, one);
      else json(reply, 404, {error: 'not_found'});
    });
  });
  open.push(server);
  await new Promise<void>((fulfil) => server.listen(0, '127.0.0.1', fulfil));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    lines: () => seen.map(({line}) => line),
  };
}

const here = (request: IncomingMessage): string => `http://${request.headers.host}`;

/** The metadata of a deployment below /w/one, without its token endpoint. */
const METADATA: Record<string, Handler> = {
  'POST /w/one/mcp': (request, reply) =>
    json(
      reply,
      401,
      {},
      {
        'www-authenticate': `Bearer resource_metadata="${here(request)}/.well-known/oauth-protected-resource/w/one/mcp", scope="mcp:use"`,
      },
    ),
  'GET /.well-known/oauth-protected-resource/w/one/mcp': (request, reply) =>
    json(reply, 200, {
      resource: `${here(request)}/w/one/mcp`,
      authorization_servers: [`${here(request)}/w/one`],
    }),
  'GET /.well-known/oauth-authorization-server/w/one': (request, reply) =>
    json(reply, 200, metadataOf(here(request), `${here(request)}/w/one/token`)),
};
const metadataOf = (issuer: string, token: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: token,
  response_types_supported: ['code'],
});

/** The metadata of a deployment whose URLs have characters that a URL parser rewrites. */
const ODD_METADATA: Record<string, Handler> = {
  'POST /w/one/mcp': (request, reply) => {
    const metadata = `${here(request)}/meta/./%7e|a?of='mcp'`;
    json(reply, 401, {}, {'www-authenticate': `Bearer resource_metadata="${metadata}"`});
  },
  "GET /meta/./%7e|a?of='mcp'": (request, reply) =>
    json(reply, 200, {
      resource: `${here(request)}/w/one/mcp`,
      authorization_servers: [`${here(request)}/issuers/{one}`],
    }),
  'GET /.well-known/oauth-authorization-server/issuers/{one}': (request, reply) =>
    json(
      reply,
      200,
      metadataOf(`${here(request)}/issuers/{one}`, `${here(request)}/token/../token?for='x'|{y}`),
    ),
};

const TOKEN = 'POST /w/one/token';
const SECRET = 'secret-of-a-client';
const given =
  (more: object = {}): Handler =>
  (_, reply) =>
    json(reply, 200, {
      access_token: 'an-access-token',
      token_type: 'Bearer',
      expires_in: 3600,
      ...more,
    });

const client = (role: Role = 'agent', more: object = {}): OauthClient =>
  clientOf(role, {client_id: 'a-client', client_secret: SECRET, ...more});

function tokensOf(origin: string, credentials: Config['credentials'] = {}) {
  const clock = {at: 0, now: () => clock.at, sleep: async () => undefined};
  const config: Config = {
    name: 'tokens',
    bases: {workspace: `${origin}/w/one`},
    profiles: {workspace: openProfile(), store: openProfile()},
    credentials,
    samples: {},
    uniqueIds: [],
    maxWait: 0,
    timeout: 300,
    hooks: {},
    expected: [],
  };
  return {tokens: new AccessTokens(config, clock), clock};
}

/** The error of a first fetch; it is checked to show no secret and to be one line. */
async function refused(
  handlers: Record<string, Handler>,
  one = client(),
): Promise<{error: Error; lines: string[]}> {
  const {origin, lines} = await serve(handlers);
  const error: unknown = await tokensOf(origin)
    .tokens.of(one)
    .then(
      () => new Error('a token was taken'),
      (thrown: unknown) => thrown,
    );
  if (!(error instanceof Error)) throw new Error('no error');
  for (const secret of [
    SECRET,
    Buffer.from(`a-client:${SECRET}`).toString('base64'),
    'an-access-token',
  ])
    expect(error.message).not.toContain(secret);
  expect(error.message).toMatch(/^[\x20-\x7E]+$/);
  return {error, lines: lines()};
}

test('a token is fetched as MCP clients do, with scope and resource', async () => {
  const {origin, seen, lines} = await serve({...METADATA, [TOKEN]: given()});
  expect(await tokensOf(origin).tokens.of(client())).toBe('an-access-token');
  expect(lines()).toEqual([...Object.keys(METADATA), TOKEN]);
  expect(seen.slice(0, 3).map(({authorization}) => authorization)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(seen[3]!.authorization).toBe(
    `Basic ${Buffer.from(`a-client:${SECRET}`).toString('base64')}`,
  );
  expect(Object.fromEntries(seen[3]!.form)).toEqual({
    grant_type: 'client_credentials',
    scope: 'mcp:use',
    resource: `${origin}/w/one/mcp`,
  });
});

test('URLs of metadata are used byte for byte', async () => {
  const odd = "POST /token/../token?for='x'|{y}";
  const {origin, lines} = await serve({...ODD_METADATA, [odd]: given()});
  expect(await tokensOf(origin).tokens.of(client())).toBe('an-access-token');
  expect(lines()).toEqual([...Object.keys(ODD_METADATA), odd]);
});

test('without a challenge the metadata at the well-known addresses is used', async () => {
  for (const [line, handler] of [
    ['POST /w/one/mcp', undefined],
    [
      'POST /w/one/mcp',
      (_: IncomingMessage, reply: ServerResponse) =>
        void reply.writeHead(200, {'content-type': 'text/event-stream'}).write(': open'),
    ],
  ] as const) {
    const {[line]: _challenge, ...rest} = METADATA;
    const {origin} = await serve({...rest, ...(handler && {[line]: handler}), [TOKEN]: given()});
    expect(await tokensOf(origin).tokens.of(client())).toBe('an-access-token');
  }
});

test.each([
  ['without an authorization_endpoint', {authorization_endpoint: undefined}],
  ['with null in its place', {authorization_endpoint: null}],
  [
    'without response types',
    {authorization_endpoint: undefined, response_types_supported: undefined},
  ],
])('metadata of a server for client credentials alone, %s', async (_what, left) => {
  const {origin} = await serve({
    ...METADATA,
    'GET /.well-known/oauth-authorization-server/w/one': (request, reply) =>
      json(reply, 200, {...metadataOf(here(request), `${here(request)}/w/one/token`), ...left}),
    [TOKEN]: given(),
  });
  expect(await tokensOf(origin).tokens.of(client())).toBe('an-access-token');
});

test('with a token_url no metadata is read, and an empty scope is not sent', async () => {
  const {origin, seen, lines} = await serve({'POST /elsewhere?tenant=1': given()});
  expect(
    await tokensOf('http://127.0.0.1:1').tokens.of(
      client('scopeless-agent', {token_url: `${origin}/elsewhere?tenant=1`}),
    ),
  ).toBe('an-access-token');
  expect(lines()).toEqual(['POST /elsewhere?tenant=1']);
  expect(seen[0]!.form.has('scope')).toBe(false);
  expect(seen[0]!.form.get('resource')).toBe('http://127.0.0.1:1/w/one/mcp');
});

test('a secret that Basic would have to encode is sent in the form', async () => {
  const {origin, seen} = await serve({...METADATA, [TOKEN]: given()});
  await tokensOf(origin).tokens.of(client('agent', {client_secret: 'a+b/c=%41:'}));
  expect(seen.at(-1)!.authorization).toBeUndefined();
  expect(seen.at(-1)!.form.get('client_secret')).toBe('a+b/c=%41:');
});

const ODD = 'robot secret/1%:x+~';
/** An authorization server that takes one way to authenticate. */
const taking = (
  supported: string[] | undefined,
  isRight: (seen: Seen) => boolean,
): Record<string, Handler> => ({
  ...METADATA,
  'GET /.well-known/oauth-authorization-server/w/one': (request, reply) =>
    json(reply, 200, {
      ...metadataOf(here(request), `${here(request)}/w/one/token`),
      token_endpoint_auth_methods_supported: supported,
    }),
  [TOKEN]: (request, reply, seen) =>
    isRight(seen)
      ? given()(request, reply, seen)
      : json(reply, 401, {error: 'invalid_client', error_description: `not ${ODD}`}),
});
const basicOf = ({authorization = ''}: Seen): string =>
  Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();

test.each<[string, string[] | undefined, (seen: Seen) => boolean, number]>([
  [
    'the form',
    ['client_secret_basic', 'client_secret_post'],
    ({form}) => form.get('client_secret') === ODD,
    1,
  ],
  [
    'Basic, encoded',
    ['client_secret_basic'],
    (seen) => basicOf(seen) === 'a-client:robot+secret%2F1%25%3Ax%2B%7E',
    1,
  ],
  ['Basic as it is', ['client_secret_basic'], (seen) => basicOf(seen) === `a-client:${ODD}`, 2],
  ['Basic where nothing is said', undefined, (seen) => basicOf(seen).startsWith('a-client:r'), 2],
  ['Basic of a server that names neither', ['none'], (seen) => basicOf(seen).includes('+'), 2],
])('a secret with odd characters is sent by %s', async (_way, supported, isRight, count) => {
  const {origin, seen} = await serve(taking(supported, isRight));
  const one = client('agent', {client_secret: ODD});
  expect(await tokensOf(origin).tokens.of(one)).toBe('an-access-token');
  expect(seen.filter(({line}) => line === TOKEN)).toHaveLength(count);
});

test('a secret with odd characters that is refused in every way is a mistake', async () => {
  const {error, lines} = await refused(
    taking(undefined, () => false),
    client('agent', {client_secret: ODD}),
  );
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toMatch(/`client_id` or `client_secret` is not valid there/);
  expect(error.message).not.toContain(ODD);
  expect(lines.filter((line) => line === TOKEN)).toHaveLength(3);
});

test('one token is used until less than a minute is left, by parallel requests too', async () => {
  let count = 0;
  const {origin} = await serve({
    ...METADATA,
    [TOKEN]: (_, reply) =>
      json(reply, 200, {
        access_token: `token-${(count += 1)}`,
        token_type: 'bearer',
        expires_in: '300',
      }),
  });
  const {tokens, clock} = tokensOf(origin);
  const agent = client();
  expect(await Promise.all([tokens.of(agent), tokens.of(agent)])).toEqual(['token-1', 'token-1']);
  clock.at = 239_000;
  expect(await tokens.of(agent)).toBe('token-1');
  clock.at = 241_000;
  expect(await Promise.all([tokens.of(agent), tokens.of(agent)])).toEqual(['token-2', 'token-2']);
});

test('a token that lives for less than a minute is used for half of that', async () => {
  let count = 0;
  const {origin} = await serve({
    ...METADATA,
    [TOKEN]: (_, reply) =>
      json(reply, 200, {
        access_token: `token-${(count += 1)}`,
        token_type: 'Bearer',
        expires_in: 10,
      }),
  });
  const {tokens, clock} = tokensOf(origin);
  const agent = client();
  for (const [at, token] of [
    [0, 'token-1'],
    [4900, 'token-1'],
    [5100, 'token-2'],
    [9000, 'token-2'],
  ] as const) {
    clock.at = at;
    expect(await tokens.of(agent)).toBe(token);
  }
});

test.each([-1, 0, -1e300, null])(
  'a lifetime of %j says nothing: the token is used for five minutes',
  async (lifetime) => {
    const {origin, lines} = await serve({...METADATA, [TOKEN]: given({expires_in: lifetime})});
    const {tokens, clock} = tokensOf(origin);
    const agent = client();
    expect(await tokens.of(agent)).toBe('an-access-token');
    clock.at = 299_000;
    expect(await tokens.of(agent)).toBe('an-access-token');
    expect(lines()).toHaveLength(4);
    clock.at = 301_000;
    expect(await tokens.of(agent)).toBe('an-access-token');
    expect(lines()).toHaveLength(5);
  },
);

test('a token that was refused is replaced if it may have expired', async () => {
  const {origin, lines} = await serve({...METADATA, [TOKEN]: given({expires_in: undefined})});
  const {tokens, clock} = tokensOf(origin);
  const agent = client();
  expect(tokens.renewRefused(agent)).toBe(false);
  await tokens.of(agent);
  expect(tokens.renewRefused(agent)).toBe(false);
  clock.at = 61_000;
  expect(tokens.renewRefused(agent)).toBe(true);
  await tokens.of(agent);
  expect(lines()).toHaveLength(5);
});

test('a token that was refused before the time at which it expires is not replaced', async () => {
  const {origin} = await serve({...METADATA, [TOKEN]: given()});
  const {tokens, clock} = tokensOf(origin);
  const agent = client();
  await tokens.of(agent);
  clock.at = 61_000;
  expect(tokens.renewRefused(agent)).toBe(false);
});

test('a client that is refused after its first token is no mistake of the configuration', async () => {
  let refuses = false;
  const {origin} = await serve({
    ...METADATA,
    [TOKEN]: (request, reply, seen) =>
      refuses ? json(reply, 401, {error: 'invalid_client'}) : given()(request, reply, seen),
  });
  const {tokens, clock} = tokensOf(origin);
  const agent = client();
  await tokens.of(agent);
  refuses = true;
  clock.at = 3_600_000;
  await expect(tokens.of(agent)).rejects.toThrow(Unreachable);
  await expect(tokens.of(agent)).rejects.toThrow(
    /no other access token: credentials\.agent: .* 401 .*invalid_client/,
  );
  refuses = false;
  expect(await tokens.of(agent)).toBe('an-access-token');
});

test('one token in two roles is refused, fetched or written down', async () => {
  const {origin} = await serve({...METADATA, [TOKEN]: given()});
  const {tokens} = tokensOf(origin);
  await tokens.of(client());
  await expect(tokens.of(client('second-agent'))).rejects.toThrow(
    /credentials\.second-agent: the server gave the same token as for `agent`/,
  );
  await expect(tokensOf(origin, {full: ['an-access-token']}).tokens.of(client())).rejects.toThrow(
    /credentials\.agent: the server gave the same token as for `full`/,
  );
});

test.each<[handler: Handler, complaint: RegExp]>([
  [
    (_, reply) =>
      json(reply, 401, {error: 'invalid_client', error_description: `no\n\u001B[31m ${SECRET}`}),
    /^credentials\.agent: POST http:\S+\/w\/one\/token was answered 401 application\/json, invalid_client \(no \[31m REDACTED\): `client_id` or `client_secret` is not valid there$/,
  ],
  [
    (_, reply) => json(reply, 400, {error: 'invalid_client'}),
    /400 .*invalid_client: `client_id` or/,
  ],
  [
    (_, reply) => json(reply, 401, {}),
    /401 application\/json: `client_id` or `client_secret` is not valid there/,
  ],
  [(_, reply) => json(reply, 400, {error: 'invalid_scope'}), /invalid_scope: name another `scope`/],
  [(_, reply) => json(reply, 400, {error: 'unsupported_grant_type'}), /give a token instead/],
  [
    (_, reply) => json(reply, 400, {error: 'invalid_target', error_description: 7}),
    /invalid_target: the client is given no token/,
  ],
  [(_, reply) => json(reply, 403, {error: '__proto__'}), /403 application\/json, __proto__: /],
  [given({scope: 'read'}), /the scope mcp:use was requested, and granted was `read`/],
  [given({scope: ''}), /the scope mcp:use was requested/],
])('a client that is refused is a mistake of the configuration: %#', async (handler, complaint) => {
  const {error} = await refused({...METADATA, [TOKEN]: handler});
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toMatch(complaint);
});

test('an agent without the scope must not get it', async () => {
  const {error} = await refused(
    {...METADATA, [TOKEN]: given({scope: 'read mcp:use'})},
    client('scopeless-agent'),
  );
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toMatch(
    /^credentials\.scopeless-agent: granted was `read mcp:use`, and this role is to lack mcp:use/,
  );
});

test.each<[name: string, handler: Handler, complaint: RegExp]>([
  [
    'HTML',
    (_, reply) =>
      void reply.writeHead(200, {'content-type': 'text/html'}).end('<p>an-access-token'),
    /200 text\/html, which is no access token/,
  ],
  [
    'HTML and 401',
    (_, reply) => void reply.writeHead(401, {'content-type': 'text/html'}).end('<p>'),
    /401 text\/html/,
  ],
  ['no header', (request) => void request.socket.setTimeout(0), /no answer: no answer in time/],
  [
    'half a body',
    (_, reply) =>
      void reply.writeHead(200, {'content-type': 'application/json'}).write('{"access_token":'),
    /no answer/,
  ],
  ['a reset', (request) => request.socket.resetAndDestroy(), /no answer/],
  ['an error of its own', (_, reply) => json(reply, 500, {error: 'server_error'}), /500/],
  [
    'an error that may pass',
    (_, reply) => json(reply, 400, {error: 'temporarily_unavailable'}),
    /400/,
  ],
  ['a limit', (_, reply) => json(reply, 429, {error: 'slow_down'}), /429/],
  ['nothing there', (_, reply) => json(reply, 404, {error: 'invalid_client'}), /404/],
  ['null', (_, reply) => json(reply, 200, null), /which is no access token/],
  ['a list', (_, reply) => json(reply, 200, []), /which is no access token/],
  ['no token', (_, reply) => json(reply, 200, {token_type: 'Bearer'}), /which is no access token/],
  [
    'an error with 200',
    (_, reply) => json(reply, 200, {error: 'invalid_client'}),
    /200 application\/json, which is no access token/,
  ],
  ['a token of another type', given({token_type: 'DPoP'}), /a token of the type DPoP/],
  [
    'a token with spaces',
    given({access_token: 'an access token'}),
    /token that no header can carry/,
  ],
  [
    'a token with a line break',
    given({access_token: 'an-access-token\r\nx-header: 1'}),
    /token that no header can carry/,
  ],
  ['an empty token', given({access_token: ''}), /token that no header can carry/],
  [
    'a token without end',
    given({access_token: 'x'.repeat(100_000)}),
    /token that no header can carry/,
  ],
  ['a token that is a number', given({access_token: 7}), /which is no access token/],
  ['a lifetime in words', given({expires_in: 'soon'}), /which is no access token/],
  ['scopes in a list', given({scope: ['mcp:use']}), /which is no access token/],
  ['a status that there is not', (_, reply) => void reply.writeHead(999).end(), /999/],
])('%s instead of a token: nobody is blamed', async (_name, handler, complaint) => {
  const {error, lines} = await refused({...METADATA, [TOKEN]: handler});
  expect(error).toBeInstanceOf(Unreachable);
  expect(error.message).toMatch(complaint);
  expect(lines.filter((line) => line === TOKEN)).toHaveLength(1);
});

test.each([301, 302, 303, 307, 308])(
  'a token endpoint that redirects (%i) is not followed, neither elsewhere nor on its own origin',
  async (status) => {
    const other = await serve({'POST /token': given()});
    for (const location of [`${other.origin}/token`, '/again']) {
      const {error, lines} = await refused({
        ...METADATA,
        [TOKEN]: (_, reply) => void reply.writeHead(status, {location}).end(),
        'POST /again': given(),
        'GET /again': given(),
      });
      expect(error).toBeInstanceOf(Unreachable);
      expect(error.message).toMatch(/redirects are not followed/);
      expect(lines).toEqual([...Object.keys(METADATA), TOKEN]);
    }
    expect(other.lines()).toEqual([]);
  },
);

test('nothing goes to another origin, wherever the deployment leads', async () => {
  const other = await serve({
    'POST /token': given(),
    'GET /.well-known/oauth-authorization-server': (request, reply) =>
      json(reply, 200, metadataOf(here(request), `${here(request)}/token`)),
  });
  const [challenge, resource, server] = Object.keys(METADATA) as [string, string, string];
  const leads: Record<string, Handler>[] = [
    {
      [challenge]: (_, reply) =>
        json(
          reply,
          401,
          {},
          {'www-authenticate': `Bearer resource_metadata="${other.origin}/described"`},
        ),
    },
    {
      [resource]: (request, reply) =>
        json(reply, 200, {
          resource: `${here(request)}/w/one/mcp`,
          authorization_servers: [other.origin],
        }),
    },
    {
      [server]: (request, reply) =>
        json(reply, 200, metadataOf(`${here(request)}/w/one`, `${other.origin}/token`)),
    },
    {
      [server]: (request, reply) =>
        json(
          reply,
          200,
          metadataOf(
            `${here(request)}/w/one`,
            `${here(request).replace('127.0.0.1', 'localhost')}/w/one/token`,
          ),
        ),
    },
    {
      [server]: (request, reply) =>
        json(
          reply,
          200,
          metadataOf(
            `${here(request)}/w/one`,
            `${here(request).replace('http://', 'http://a@127.0.0.1:1@x.example:80#')}/token`,
          ),
        ),
    },
  ];
  for (const lead of leads) {
    const {error} = await refused({...METADATA, [TOKEN]: given(), ...lead});
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toMatch(
      /^credentials\.agent: the deployment leads to http:\S+ for tokens, .* name the token endpoint as `token_url`$/,
    );
  }
  expect(other.lines()).toEqual([]);
});

test.each<[name: string, metadata: Record<string, Handler | undefined>, complaint: RegExp]>([
  [
    'nothing',
    Object.fromEntries(Object.keys(METADATA).map((line) => [line, undefined])),
    /GET http:\S+ was answered 404 .*no metadata names the token endpoint: name it as `token_url`/,
  ],
  [
    'HTML for everything',
    Object.fromEntries(
      Object.keys(METADATA).map((line): [string, Handler] => [
        line,
        (_, reply) => void reply.writeHead(200, {'content-type': 'text/html'}).end('<p>'),
      ]),
    ),
    /no metadata names the token endpoint|no answer/,
  ],
  [
    'no authorization server',
    {'GET /.well-known/oauth-authorization-server/w/one': undefined},
    /404 .*no metadata names the token endpoint/,
  ],
  [
    'an authorization server that fails',
    {'GET /.well-known/oauth-authorization-server/w/one': (_, reply) => json(reply, 500, {})},
    /500 .*no metadata names the token endpoint/,
  ],
  [
    'an authorization server that hangs',
    {'GET /.well-known/oauth-authorization-server/w/one': () => undefined},
    /no answer in time/,
  ],
  [
    'metadata that hangs',
    {'GET /.well-known/oauth-protected-resource/w/one/mcp': () => undefined},
    /no answer in time/,
  ],
  [
    'metadata of other types',
    {
      'GET /.well-known/oauth-authorization-server/w/one': (_, reply) =>
        json(reply, 200, {issuer: 1, token_endpoint: []}),
    },
    /no metadata names the token endpoint/,
  ],
  [
    'an endpoint that is code',
    {
      'GET /.well-known/oauth-authorization-server/w/one': (request, reply) =>
        json(reply, 200, metadataOf(here(request), 'javascript:alert(1)')),
    },
    /no metadata names the token endpoint/,
  ],
])('metadata: %s: nobody is blamed, and no secret is sent', async (_name, metadata, complaint) => {
  const {error, lines} = await refused(
    Object.fromEntries(
      Object.entries({...METADATA, [TOKEN]: given(), ...metadata}).flatMap(([line, answer]) =>
        answer ? [[line, answer]] : [],
      ),
    ),
  );
  expect(error).toBeInstanceOf(Unreachable);
  expect(error.message).toMatch(complaint);
  expect(lines).not.toContain(TOKEN);
});
