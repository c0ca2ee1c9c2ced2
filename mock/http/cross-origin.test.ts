import request from 'supertest';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';
import {whyNoSite} from './cross-origin.ts';

const SHOP = 'http://shop.example:5173';
const OTHER = 'http://other.example';
const AUTHORIZED = {authorization: 'Bearer demo-key-harbour-full'};
const NAMED = 'Authorization,Content-Type,Idempotency-Key,Prefer,Range,If-None-Match';

const lines: string[] = [];
let mock: Mock;
let closed: Mock;
beforeAll(async () => {
  mock = await createMock({cors: [SHOP], report: (line) => lines.push(line)});
  closed = await createMock({report: (line) => lines.push(line)});
});
afterAll(() => Promise.all([mock.close(), closed.close()]));

const preflight = (url: string, path: string, origin: string, method = 'PUT') =>
  request(url).options(path).set({
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,content-type,idempotency-key',
  });

const ALLOWS = 'access-control-allow-origin';

describe('storage', () => {
  test.each([SHOP, OTHER, 'null'])('answers the preflight of %s', async (origin) => {
    const {status, headers, text} = await preflight(closed.urls.objects, '/a/b/c', origin);
    expect([status, text, headers[ALLOWS]]).toEqual([204, '', '*']);
    expect(headers['access-control-allow-methods']).toContain('PUT');
    expect(headers['access-control-allow-headers']).toBe(NAMED);
  });

  test.each([SHOP, 'null'])('lets a page of %s read what it answers', async (origin) => {
    const {status, headers} = await request(closed.urls.objects).get('/a/b').set({origin});
    expect([status, headers[ALLOWS]]).toEqual([403, '*']);
    expect(headers['access-control-expose-headers']).toContain('ETag');
  });

  test('does not take OPTIONS otherwise', async () => {
    expect((await request(closed.urls.objects).options('/a/b')).status).toBe(405);
  });
});

describe('the OpenAPI documents', () => {
  test.each(['workspace', 'store'] as const)('of the %s API are for every page', async (api) => {
    await closed.worlds.create({id: `w-${api}`, template: 'empty'});
    for (const path of ['/openapi.json', `/w/w-${api}/openapi.json?x=1`]) {
      const read = await request(closed.urls[api]).get(path).set({origin: OTHER});
      expect([read.status, read.headers[ALLOWS]]).toEqual([200, '*']);
      expect((await preflight(closed.urls[api], path, OTHER, 'GET')).status).toBe(204);
    }
  });
});

describe('the workspace API', () => {
  test('answers pages of the origins that were named, and of no others', async () => {
    const read = (origin: string) =>
      request(mock.urls.workspace)
        .get('/api/v1/account')
        .set({origin, ...AUTHORIZED});
    const named = await read(SHOP);
    expect([named.status, named.headers[ALLOWS], named.headers['vary']]).toEqual([
      200,
      SHOP,
      'Origin',
    ]);
    expect(named.headers['access-control-expose-headers']).toBe(
      'Location,Retry-After,X-RateLimit-Limit,X-RateLimit-Remaining,X-RateLimit-Reset,ETag,' +
        'Accept-Ranges,Content-Range',
    );
    const other = await read(OTHER);
    expect([other.status, other.headers[ALLOWS]]).toEqual([200, undefined]);
  });

  test('answers all origins when all were named', async () => {
    const open = await createMock({cors: ['*'], control: false});
    const {headers} = await preflight(open.urls.workspace, '/api/v1/uploads', OTHER, 'POST');
    expect(headers[ALLOWS]).toBe('*');
    await open.close();
  });

  test('answers a preflight without a credential, and counts it against no limit', async () => {
    for (let count = 0; count < 70; count++) {
      const asked = preflight(mock.urls.workspace, '/api/v1/uploads', SHOP, 'POST');
      const {status, headers} = await asked.set(AUTHORIZED);
      expect([status, headers[ALLOWS]]).toEqual([204, SHOP]);
      expect(headers['access-control-allow-headers']).toBe(NAMED);
    }
    const {status} = await request(mock.urls.workspace).get('/api/v1/account').set(AUTHORIZED);
    expect(status).toBe(200);
  });

  test('refuses a preflight of others, and the terminal says what to do', async () => {
    const {status, headers} = await preflight(mock.urls.workspace, '/api/v1/account', OTHER);
    expect([status, headers[ALLOWS]]).toEqual([405, undefined]);
    expect(lines.at(-1)).toContain(`got a preflight request of ${OTHER}`);
    expect(lines.at(-1)).toContain(`start the mock with --cors ${OTHER}`);
  });
});

describe('the store API', () => {
  test('answers no page, and the terminal says why', async () => {
    for (const on of [mock, closed]) {
      const path = '/integration-api/v1/dashboard/users';
      const {status, headers} = await preflight(on.urls.store, path, SHOP, 'GET');
      expect([status, headers[ALLOWS]]).toEqual([405, undefined]);
      expect(lines.at(-1)).toContain('the store API is for backends: call it from your server');
      const token = {'x-user-token': 'demo-token-riverside-admin'};
      const read = await request(on.urls.store)
        .get(path)
        .set({origin: SHOP, ...token});
      expect([read.status, read.headers[ALLOWS]]).toEqual([200, undefined]);
    }
  });
});

test('the control plane stays closed', async () => {
  const {status, headers} = await preflight(mock.urls.control!, '/worlds', SHOP, 'GET');
  expect([status, headers[ALLOWS]]).toEqual([403, undefined]);
});

test('what is no origin is refused with one', () => {
  for (const right of ['*', SHOP, 'https://[::1]:8443', 'capacitor://localhost'])
    expect(whyNoSite(right), right).toBeUndefined();
  for (const wrong of ['', 'localhost:5173', 'shop.example', 'file:', 'null'])
    expect(whyNoSite(wrong), wrong).toMatch(/^give an origin, such as/);
  for (const [wrong, right] of [
    [`${SHOP}/`, SHOP],
    [`${SHOP}/app?x`, SHOP],
    ['http://shop.example:80', 'http://shop.example'],
    ['https://Shop.example', 'https://shop.example'],
  ] as const)
    expect(whyNoSite(wrong)).toMatch(new RegExp(`: give ${right}$`));
});
