import {createServer, type IncomingMessage} from 'node:http';
import {connect, type AddressInfo, type Server, type Socket} from 'node:net';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {UsageError} from '../../spec/usage-error.ts';
import {notTheDeployment} from '../engine/send/probe.ts';
import {HttpClient} from './client.ts';
import {runHook} from './hook.ts';
import {Proxies, proxyFor, readProxies, type Env} from './proxies.ts';

const PROXY = 'http://proxy.example:3128';
const proxied = {HTTPS_PROXY: PROXY};

test.each<[url: string, env: Env, proxy: string | undefined]>([
  ['https://api.example/x', proxied, PROXY],
  ['https://api.example/x', {https_proxy: PROXY, HTTPS_PROXY: 'http://other.example:1'}, PROXY],
  ['https://api.example/x', {HTTPS_PROXY: 'proxy.example:3128'}, PROXY],
  ['https://api.example/x', {HTTPS_PROXY: 'http://proxy.example'}, 'http://proxy.example'],
  ['https://api.example/x', {}, undefined],
  ['https://api.example/x', {HTTPS_PROXY: ''}, undefined],
  ['https://api.example/x', {...proxied, https_proxy: ''}, undefined],
  ['http://api.example/x', proxied, undefined],
  ['https://localhost:8443/x', proxied, undefined],
  ['https://LocalHost/x', proxied, undefined],
  ['https://127.0.0.2/x', proxied, undefined],
  ['https://[::1]:8443/x', proxied, undefined],
  ['https://api.example/x', {...proxied, NO_PROXY: '*'}, undefined],
  ['https://api.example/x', {...proxied, NO_PROXY: 'a.example, api.example'}, undefined],
  ['https://api.example/x', {...proxied, NO_PROXY: 'EXAMPLE'}, undefined],
  ['https://api.example/x', {...proxied, NO_PROXY: '.example'}, undefined],
  ['https://api.example/x', {...proxied, NO_PROXY: '*.example'}, undefined],
  ['https://api.example/x', {...proxied, NO_PROXY: 'pi.example'}, PROXY],
  ['https://api.example/x', {...proxied, NO_PROXY: 'api.example:443'}, undefined],
  ['https://api.example/x', {...proxied, NO_PROXY: 'api.example:8443'}, PROXY],
  ['https://api.example:8443/x', {...proxied, NO_PROXY: 'api.example:8443'}, undefined],
  ['https://api.example/x', {...proxied, NO_PROXY: 'api.example', no_proxy: ''}, PROXY],
  ['https://10.1.2.3/x', {...proxied, NO_PROXY: '10.0.0.0/8'}, undefined],
  ['https://11.1.2.3/x', {...proxied, NO_PROXY: '10.0.0.0/8'}, PROXY],
  ['https://[2001:db8::1]/x', {...proxied, NO_PROXY: '2001:db8::/32'}, undefined],
  ['https://[2001:db8::1]/x', {...proxied, NO_PROXY: '[2001:db8::1]:443'}, undefined],
  ['https://10.1.2.3/x', {...proxied, NO_PROXY: '10.0.0.0/99'}, PROXY],
])('%s with %j goes through %s', (url, env, proxy) => expect(proxyFor(env, url)?.name).toBe(proxy));

test('a password of a proxy is sent to it, and stands in no name', () => {
  const proxy = proxyFor(
    {HTTPS_PROXY: 'http://me:pass%20word@proxy.example:3128'},
    'https://a.example',
  );
  expect(proxy?.name).toBe(PROXY);
  expect(Buffer.from(proxy?.authorization?.slice(6) ?? '', 'base64').toString()).toBe(
    'me:pass word',
  );
});

test('a proxy that cannot be used is a mistake, unless the deployment is not reached through it', () => {
  const env = {HTTPS_PROXY: 'socks5://me:password@proxy.example'};
  expect(() => readProxies(env, ['https://api.example'])).toThrow(UsageError);
  expect(() => readProxies(env, ['https://api.example'])).not.toThrow(/password/);
  expect(readProxies(env, ['http://localhost:4010'])).toBeUndefined();
});

/** A proxy that knows `CONNECT`, and a server behind it. */
const tunnels: string[] = [];
const opened = new Set<Socket>();
let behind: Server;
let proxy: Server;
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
  const listening = (server: Server) =>
    new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  behind = createServer((request, response) => {
    const body = {url: request.url, auth: request.headers['proxy-authorization'] ?? null};
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body));
  });
  const asked = createServer();
  asked.on('connect', ({url = '', headers}: IncomingMessage, socket: Socket) => {
    tunnels.push(`${url} ${headers['proxy-authorization']}`);
    opened.add(socket);
    socket.on('error', () => undefined);
    if (url.startsWith('closed.')) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const through = connect(portOf(behind), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      through.pipe(socket).pipe(through);
    });
    through.on('error', () => socket.destroy());
  });
  proxy = asked;
  await Promise.all([listening(behind), listening(proxy)]);
});
afterAll(() => {
  for (const socket of opened) socket.destroy();
  behind.close();
  proxy.close();
});

/** Proxies for every host but those of this machine. */
const everywhere = (): Proxies =>
  new Proxies((url) =>
    url.includes('127.0.0.1')
      ? undefined
      : {name: `http://127.0.0.1:${portOf(proxy)}`, authorization: 'Basic eA=='},
  );

const get = (url: string) => ({method: 'GET', url, headers: {}});

test('requests go through a tunnel, byte for byte and without the password', async () => {
  tunnels.length = 0;
  const proxies = everywhere();
  const client = new HttpClient(2000, undefined, proxies);
  expect(proxies.used).toEqual([]);
  for (const target of ["/a'|%7E?", '/b'])
    expect(JSON.parse((await client.send(get(`http://far.example:81${target}`))).text)).toEqual({
      url: target,
      auth: null,
    });
  expect((await client.send(get(`http://127.0.0.1:${portOf(behind)}/c`))).status).toBe(200);
  await client.close();
  expect(new Set(tunnels)).toEqual(new Set(['far.example:81 Basic eA==']));
  expect(proxies.used).toEqual([`http://127.0.0.1:${portOf(proxy)}`]);
});

test('an address of IPv6 has brackets where the proxy is asked for it', async () => {
  tunnels.length = 0;
  const client = new HttpClient(2000, undefined, everywhere());
  const own = await client.openConnection('http://[2001:db8::1]:81');
  await client.send(get('http://[2001:db8::1]:81/x'));
  await own.close();
  await client.close();
  expect(new Set(tunnels)).toEqual(new Set(['[2001:db8::1]:81 Basic eA==']));
});

test('each branch of a race has a tunnel of its own, open before its request', async () => {
  tunnels.length = 0;
  const client = new HttpClient(2000, undefined, everywhere());
  const own = await Promise.all([1, 2, 3].map(() => client.openConnection('http://far.example')));
  expect(tunnels).toHaveLength(3);
  const replies = await Promise.all(own.map((one) => one.send(get('http://far.example/x'))));
  expect(replies.map(({status}) => status)).toEqual([200, 200, 200]);
  expect(tunnels).toHaveLength(3);
  await Promise.all(own.map((one) => one.close()));
  await client.close();
});

test('a refusal of the proxy is named as such', async () => {
  const client = new HttpClient(2000, undefined, everywhere());
  const {status, problem} = await client.send(get('http://closed.example/x'));
  expect(status).toBe(0);
  expect(notTheDeployment({status, headers: {}, text: '', problem: problem ?? ''})).toMatch(
    /check the environment variables HTTPS_PROXY and NO_PROXY$/,
  );
  expect(problem).toBe(
    `no connection through the proxy http://127.0.0.1:${portOf(proxy)}: it answered 403 to CONNECT`,
  );
  await client.close();
});

test('a link of a deployment elsewhere leads to no address of this machine, by a proxy either', async () => {
  tunnels.length = 0;
  const addresses = {'inside.example': '127.0.0.1', 'api.example': '192.0.2.1'};
  const resolve = async (name: string) => {
    const address = addresses[name as keyof typeof addresses];
    if (!address) throw new Error('unknown here');
    return [{address, family: 4}];
  };
  const client = new HttpClient(2000, undefined, everywhere(), resolve);
  const given = (url: string) => client.send({...get(url), givenBy: 'https://api.example'});
  expect((await given('http://inside.example/x')).problem).toContain("this machine's own network");
  expect(tunnels).toEqual([]);
  // Only the proxy knows this name.
  expect((await given('http://storage.example/x')).status).toBe(200);
  await client.close();
});

test('a hook by URL goes through the proxy, byte for byte', async () => {
  const answered = await runHook({url: "http://far.example/h'|?"}, {}, undefined, everywhere());
  expect(answered).toEqual({url: "/h'|?", auth: null});
});
