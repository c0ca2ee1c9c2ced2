import express from 'express';
import request from 'supertest';
import {describe, expect, test} from 'vitest';
import {guarded, isLoopback} from './guard.ts';
import {Problem} from './problem.ts';

const app = (guard: Parameters<typeof guarded>[0]) =>
  express()
    .use(guarded(guard))
    .get('/', (_request, response) => void response.send('in'))
    .use(
      (
        error: Problem,
        _request: express.Request,
        response: express.Response,
        _next: express.NextFunction,
      ) => void response.status(error.status).json({error: error.message}),
    );

describe('without a token', () => {
  const open = app({hosts: ['mock.example.org']});
  const status = async (headers: Record<string, string>): Promise<number> =>
    (await request(open).get('/').set(headers)).status;

  test.each([
    'localhost',
    'localhost:4019',
    '127.0.0.1:4019',
    '[::1]:4019',
    '[::1]',
    'LOCALHOST:1',
    'mock.example.org',
  ])('lets Host %s in', async (host) => expect(await status({host})).toBe(200));
  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example:4019',
    'localhost:4019@evil.example',
    '10.0.0.1',
    '[::2]:4019',
  ])('keeps Host %s out', async (host) => expect(await status({host})).toBe(403));
  test.each([
    ['http://localhost:4019', 200],
    ['http://localhost:4010', 403],
    ['https://localhost:4019', 403],
    ['http://evil.example', 403],
    ['null', 403],
  ] as const)('Origin %s: %i', async (origin, expected) =>
    expect(await status({host: 'localhost:4019', origin})).toBe(expected),
  );
  test.each([
    ['none', 200],
    ['same-origin', 200],
    ['same-site', 403],
    ['cross-site', 403],
  ] as const)('Sec-Fetch-Site %s: %i', async (site, expected) =>
    expect(await status({host: 'localhost:4019', 'sec-fetch-site': site})).toBe(expected),
  );
  test.each([
    ['navigate', 'document', 200],
    ['navigate', 'iframe', 403],
    ['no-cors', 'script', 403],
    ['cors', 'empty', 403],
  ] as const)('a link from another page, %s of %s: %i', async (mode, dest, expected) => {
    const headers = {host: 'localhost:4019', 'sec-fetch-mode': mode, 'sec-fetch-dest': dest};
    for (const site of ['same-site', 'cross-site']) {
      expect(await status({...headers, 'sec-fetch-site': site})).toBe(expected);
      const other = await request(open)
        .get('/worlds')
        .set({...headers, 'sec-fetch-site': site});
      expect(other.status).toBe(403);
    }
  });
});

test('one that listens everywhere is called by any address, and by no other name', async () => {
  const open = app({hosts: ['0.0.0.0'], anyAddress: true});
  for (const [host, expected] of [
    ['10.0.0.1:4019', 200],
    ['[fd00::1]:4019', 200],
    ['evil.example', 403],
    ['1.2.3.4.evil.example', 403],
  ] as const)
    expect((await request(open).get('/').set({host})).status, host).toBe(expected);
});

test('with a token, only it opens', async () => {
  const closed = app({token: 'rosebud', hosts: []});
  for (const [authorization, expected] of [
    [undefined, 401],
    ['Bearer rosebuds', 401],
    ['Bearer ', 401],
    ['rosebud', 401],
    ['Bearer rosebud', 200],
    ['bearer rosebud', 200],
    ['Basic rosebud', 401],
  ] as const) {
    const sent = request(closed).get('/');
    const reply = await (authorization === undefined ? sent : sent.set({authorization}));
    expect(reply.status, authorization).toBe(expected);
    if (expected === 401) expect(reply.headers['www-authenticate']).toBe('Bearer');
  }
});

test('loopback', () => {
  expect([undefined, 'localhost', '127.0.0.1', '::1'].map(isLoopback)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(
    ['0.0.0.0', '::', '192.168.1.2', '127.evil.example', 'mock.example.org'].map(isLoopback),
  ).toEqual([false, false, false, false, false]);
});

describe('in a browser', () => {
  const closed = app({token: 'rosebud', hosts: []});
  const opened = (path: string, headers: Record<string, string> = {}) =>
    request(closed)
      .get(path)
      .set({host: 'localhost:4019', ...headers});

  test('the token in the address becomes a cookie, and leaves the address', async () => {
    const {status, headers} = await opened('/?token=rosebud&world=w1');
    expect(status).toBe(303);
    expect(headers['location']).toBe('./?world=w1');
    const [cookie] = headers['set-cookie'] as unknown as string[];
    expect(cookie).toBe('presscheck_control_4019=rosebud; HttpOnly; SameSite=Strict');
    const elsewhere = await opened('/worlds/demo/outbox.html?token=rosebud');
    expect(elsewhere.headers['location']).toBe('./outbox.html');
    expect(elsewhere.headers['set-cookie']).toEqual([`${cookie!.replace(';', '; Path=/;')}`]);
    const pair = cookie!.split(';')[0]!;
    expect((await opened('/', {cookie: `other=1; ${pair}`})).status).toBe(200);
    expect((await opened('/', {cookie: `${pair}s`})).status).toBe(401);
    expect((await opened('/', {cookie: 'presscheck_control_4119=rosebud'})).status).toBe(401);
  });

  test.each(['/?token=rosebuds', '/?token=', '/?token=rosebud&token=x'])(
    '%s opens nothing',
    async (path) => expect((await opened(path)).status).toBe(401),
  );

  test.each([
    '//evil.example/?token=rosebud',
    '/.//evil.example/?token=rosebud',
    '//evil.example?token=rosebud',
    '/\\\\evil.example?token=rosebud',
    '/javascript:evil?token=rosebud',
  ])('%s leads to no other host', async (path) => {
    const {location = ''} = (await opened(path)).headers;
    expect(location).toMatch(/^\.\/[^/]*$/);
  });

  test('a page of another origin is refused with the cookie too', async () => {
    const cookie = 'presscheck_control_4019=rosebud';
    expect((await opened('/', {cookie, origin: 'http://localhost:4012'})).status).toBe(403);
    expect((await opened('/', {cookie, 'sec-fetch-site': 'same-site'})).status).toBe(403);
  });
});
