import {Ajv2020 as Ajv} from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {loadSpecifications} from '../../spec/specification.ts';
import {suiteWorld, type SuiteWorld} from '../testing/client.ts';
import {preferenceOf} from './preferred.ts';

const formats = addFormats.default;
const specifications = loadSpecifications();
let here: SuiteWorld;
beforeAll(async () => {
  here = await suiteWorld({}, {limits: false});
});
afterAll(() => here.mock.close());

const urlOf = (api: 'workspace' | 'store', path: string, method = ''): string => {
  const {prefix: ofApi, operations} = specifications[api].contract;
  const all = Object.values(operations);
  const own = all.find((operation) => operation.path === path && operation.method === method);
  return `${here.mock.urls[api]}/w/w${own?.prefix ?? ofApi}${path}`;
};
const ordered = (
  api: 'workspace' | 'store',
  method: string,
  path: string,
  prefer: string,
  more: Record<string, string> = {},
) =>
  here.send(urlOf(api, path, method).replace(/\{\w+\}/, '1'), {
    method,
    headers: {authorization: `Bearer ${here.key()}`, 'x-user-token': here.token(), prefer, ...more},
  });

/** Every documented response of a document, with its operation. */
const responsesOf = (document: any): [method: string, path: string, code: string, any][] =>
  Object.entries<any>(document.paths).flatMap(([path, item]) =>
    Object.entries<any>(item).flatMap(([method, {responses}]) =>
      Object.entries<any>(responses).map(
        ([code, response]) => [method.toUpperCase(), path, code, response] as const,
      ),
    ),
  ) as never;

describe('the published document', () => {
  it('lies on both origins, with the address of the world that was asked', async () => {
    for (const api of ['workspace', 'store'] as const) {
      const {status, body} = await here.send(`${here.mock.urls[api]}/w/w/openapi.json`, {});
      expect(status).toBe(200);
      expect(body.servers).toEqual([{url: urlOf(api, '')}]);
      // An operation with another prefix says so itself.
      const own = body.paths['/dashboard/plans/{plan_id}']?.delete.servers;
      if (api === 'store') expect(own).toMatchObject([{url: `${here.mock.urls.store}/w/w/api/v1`}]);
      expect(JSON.stringify(body)).not.toMatch(/"x-(open|situations|conditions)"/);
    }
  });

  it('has plain statuses only, and marks what is invented', async () => {
    const {body} = await here.send(`${here.mock.urls.workspace}/openapi.json`, {});
    const {responses} = body.paths['/uploads'].post;
    expect(Object.keys(responses)).toEqual(['201', '400', '401', '403', '422', '429']);
    expect(responses['201']['x-presscheck-choice']).toBeUndefined();
    expect(responses['401']['x-presscheck-choice']).toMatchObject([
      {situation: 'unauthenticated', open: 'NS-WS-30'},
    ]);
    expect(responses['422'].content['application/json'].examples.oversize.value.reason).toBe(
      'file_too_large',
    );
    expect(body.components.schemas.Account.properties.plan['x-presscheck-choice'].open).toBe(
      'NS-WS-01',
    );
  });
});

describe('the header', () => {
  it.each([
    ['code=404', {code: '404', dynamic: false}],
    [
      'respond-async, code="422"; example=oversize, dynamic=true',
      {code: '422', example: 'oversize', dynamic: true},
    ],
    ['return=minimal', undefined],
    ['barcode=3', undefined],
  ])('%s is read', (header, preference) => expect(preferenceOf(header)).toEqual(preference));
});

describe('Prefer: code=', () => {
  it('gives every documented answer of every operation, and changes nothing', async () => {
    const before = here.world.image();
    let asked = 0;
    for (const api of ['workspace', 'store'] as const) {
      const {body: document} = await here.send(`${here.mock.urls[api]}/openapi.json`, {});
      for (const [path, item] of Object.entries<any>(document.paths))
        for (const [method, operation] of Object.entries<any>(item))
          for (const [code, response] of Object.entries<any>(operation.responses)) {
            const examples = Object.entries<any>(
              response.content?.['application/json']?.examples ?? {},
            );
            const got = await ordered(api, method.toUpperCase(), path, `code=${code}`);
            expect(`${method} ${path} ${got.status}`).toBe(`${method} ${path} ${code}`);
            for (const [name, {value}] of examples)
              expect(
                (await ordered(api, method.toUpperCase(), path, `code=${code}, example=${name}`))
                  .body,
              ).toEqual(value);
            asked += 1 + examples.length;
          }
    }
    expect(asked).toBeGreaterThan(80);
    expect(here.world.image()).toEqual(before);
  });
});

describe('an order', () => {
  it('comes after the credential and its ability', async () => {
    expect(
      (await ordered('workspace', 'GET', '/account', 'code=200', {authorization: 'Bearer nobody'}))
        .status,
    ).toBe(401);
    expect(
      (
        await ordered('workspace', 'GET', '/account', 'code=200', {
          authorization: `Bearer ${here.key('tools-only')}`,
        })
      ).status,
    ).toBe(403);
  });

  it('counts in the minute, and carries its headers', async () => {
    const world = await here.mock.worlds.create({id: 'limited', seed: 9});
    const token = [...world.table('tokens').all()].map(
      (row) => (row as unknown as {secret: string}).secret,
    )[0]!;
    const ask = () =>
      here.send(`${here.mock.urls.store}/w/limited/integration-api/v1/dashboard/users`, {
        headers: {'x-user-token': token, prefer: 'code=404'},
      });
    expect((await ask()).headers.get('x-ratelimit-remaining')).toBe('59');
    for (let i = 1; i < 60; i++) expect((await ask()).status).toBe(404);
    expect((await ask()).status).toBe(429);
  });
});

describe('an ordered response', () => {
  it.each(['', ', dynamic=true'])('makes bodies that fit their schemas%s', async (more) => {
    const ajv = formats(new Ajv({strict: false, multipleOfPrecision: 6}));
    for (const api of ['workspace', 'store'] as const) {
      const {body: document} = await here.send(`${here.mock.urls[api]}/openapi.json`, {});
      ajv.addSchema(document, api);
      for (const [method, path, code, response] of responsesOf(document)) {
        const {body} = await ordered(api, method, path, `code=${code}${more}`);
        const {schema} = response.content?.['application/json'] ?? {};
        if (!schema) continue;
        const judged = JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${api}#/`));
        expect(
          ajv.validate(judged, body),
          `${method} ${path} ${code}: ${ajv.errorsText()} ${JSON.stringify(body)}`,
        ).toBe(true);
      }
    }
  });

  it('gives a server error where the document lists one', async () => {
    const {status, body} = await ordered('store', 'GET', '/dashboard/users', 'code=500');
    expect(status).toBe(500);
    expect(body).toMatchObject({CODE: 'error'});
    expect((await ordered('workspace', 'GET', '/account', 'code=500')).status).toBe(400);
  });

  it('redirects to bytes of the workspace', async () => {
    const sent = await here.publish();
    expect(sent.status).toBe(201);
    const {status, headers} = await fetch(urlOf('workspace', '/files/any/download'), {
      redirect: 'manual',
      headers: {authorization: `Bearer ${here.key()}`, prefer: 'code=302'},
    });
    expect(status).toBe(302);
    expect((await fetch(headers.get('location')!)).status).toBe(200);
  });

  it('says which codes and examples there are', async () => {
    const code = await ordered('workspace', 'GET', '/account', 'code=418');
    expect(code.status).toBe(400);
    expect(code.body).toMatchObject({
      reason: 'unknown_preference',
      detail: {prefer: [expect.stringContaining('code=200, code=401, code=403, code=429')]},
    });
    const example = await ordered('store', 'POST', '/dashboard/users', 'code=422, example=wonder');
    expect(example.body).toMatchObject({
      CODE: 'error',
      errors: {prefer: [expect.stringContaining('there are example=invalid')]},
    });
  });
});
