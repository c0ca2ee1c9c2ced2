import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {request} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {afterAll, beforeAll, describe, expect, it, test} from 'vitest';
import {MINUTE_MS} from '../../spec/durations.ts';
import {dataFolder} from '../data-folder.ts';
import {Link} from '../operation.ts';
import {suiteWorld, type SuiteWorld} from '../testing/client.ts';
import {signed} from '../world/signed-link.ts';

let on: SuiteWorld;
beforeAll(async () => {
  on = await suiteWorld({}, {limits: false});
});
afterAll(() => on.mock.close());

const url = (link: Link): string => `${on.mock.urls.objects}/w/w${signed(on.world, link)}`;
const later = (ms: number): number => on.world.now() + ms;
const put = (
  target: string,
  body: NonNullable<RequestInit['body']>,
  headers: Record<string, string> = {'content-type': 'text/plain'},
): Promise<number> => fetch(target, {method: 'PUT', body, headers}).then(({status}) => status);

describe('a presigned PUT', () => {
  const link = (limit = 100): string =>
    url(new Link('PUT', 'a/b ü/c', later(MINUTE_MS), {'content-type': 'text/plain'}, limit));
  it('holds for its method, path, expiry and headers', async () => {
    expect(await put(link(), 'x')).toBe(200);
    expect(await put(link(), 'x', {'content-type': 'text/html'})).toBe(403);
    expect(await put(link(), new TextEncoder().encode('x'), {})).toBe(403);
    expect(await put(link().replace('/c?', '/d?'), 'x')).toBe(403);
    expect(await put(link().replace('expires=', 'expires=9'), 'x')).toBe(403);
    expect(await put(link().replace('limit=100', 'limit=999'), 'x')).toBe(403);
    expect(
      await put(link().split('?')[0]!, 'x', {
        'content-type': 'text/plain',
        authorization: `Bearer ${on.key()}`,
      }),
    ).toBe(403);
    expect((await fetch(link(), {headers: {'content-type': 'text/plain'}})).status).toBe(403);
    expect(await put(link().replace('/w/w/', '/'), 'x')).toBe(403);
  });
  it('cannot be put together otherwise from what it signs', async () => {
    const {searchParams: given} = new URL(link());
    const [expires, limit] = [given.get('expires')!, given.get('limit')!];
    const forged = (over: Record<string, string>): string => {
      const query = {expires, limit, signature: given.get('signature')!, ...over};
      return `${link().split('?')[0]}?${new URLSearchParams(query)}`;
    };
    const withoutHeader = {expires: `${expires}\n${limit}`, limit: 'content-type:text/plain'};
    expect(await put(forged(withoutHeader), 'x')).toBe(403);
    expect(await put(forged({limit: `${limit}\ncontent-type:text/plain`}), 'x')).toBe(403);
  });
  it('holds in its own world only', async () => {
    await on.mock.worlds.create({id: 'twin', seed: 5});
    expect(await put(link().replace('/w/w/', '/w/twin/'), 'x')).toBe(403);
    expect(await put(link(), 'x')).toBe(200);
  });
  it('dies by the clock of its world', async () => {
    const {body} = await on.reserve();
    await on.world.advance(30 * MINUTE_MS - 1000);
    expect((await on.put(body)).status).toBe(200);
    await on.world.advance(2000);
    expect((await on.put(body)).status).toBe(403);
  });
  it('takes no more than its limit, however it is sent', async () => {
    expect(await put(link(3), 'abcd')).toBe(413);
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(50_000)),
    });
    const answer = await fetch(link(3), {
      method: 'PUT',
      body: endless,
      duplex: 'half',
      headers: {'content-type': 'text/plain'},
    } as RequestInit).catch(() => undefined);
    expect(answer?.status ?? 413).toBe(413);
    expect(await put(link(3), 'abc')).toBe(200);
  });
});

test('a forged link that names a header with a credential does not bring it into the journal', async () => {
  const key = on.key();
  const forged = `${on.mock.urls.objects}/w/w/any?expires=1&headers=authorization&signature=x`;
  expect((await fetch(forged, {headers: {authorization: `Bearer ${key}`}})).status).toBe(403);
  const shown = JSON.stringify(on.world.journal.newest(1));
  expect(shown).toContain('with authorization');
  expect(shown).not.toContain(key);
});

/** Sends a PUT whose last byte follows only when `end` is called. */
async function slowPut({
  upload_url: target,
  upload_headers: headers,
}: {
  upload_url: string;
  upload_headers: Record<string, string>;
}) {
  const sent = request(target, {
    method: 'PUT',
    headers: {...headers, 'content-length': '5', expect: '100-continue'},
  });
  const status = once(sent, 'response').then(([{statusCode}]) => statusCode as number);
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.write('evil');
  return (): Promise<number> => {
    sent.end('!');
    return status;
  };
}

describe.each(['in memory', 'in a folder'])('a PUT that takes long, %s', (where) => {
  let folder: string;
  let at: SuiteWorld;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'presscheck-'));
    at = await suiteWorld(where === 'in memory' ? {} : await dataFolder(folder), {limits: false});
  });
  afterAll(async () => {
    await at.mock.close();
    await rm(folder, {recursive: true});
  });

  it('changes no file that was registered meanwhile', async () => {
    const {body} = await at.reserve();
    const end = await slowPut(body);
    expect((await at.put(body)).status).toBe(200);
    expect((await at.register(body)).status).toBe(201);
    const before = at.world.objects.head(body.key);
    expect(await end()).toBe(403);
    expect(at.world.objects.head(body.key)).toEqual(before);
    expect(await text(at.world.objects.read(body.key, 0, 4))).toBe('tides');
  });
  it('stores nothing in a world that was reset or dropped meanwhile', async () => {
    const {body} = await at.reserve();
    const first = await slowPut(body);
    const world = await at.mock.worlds.reset('w');
    expect(await first()).toBe(404);
    expect([world.objects.list(), at.world.objects.list()]).toEqual([[], []]);
    const second = await slowPut((await at.reserve()).body);
    await at.mock.worlds.drop('w');
    expect(await second()).toBe(404);
    expect(world.objects.list()).toEqual([]);
  });
});

describe('a presigned GET', () => {
  const bytes = Uint8Array.from({length: 1000}, (_, i) => i % 256);
  const link = (): string => url(new Link('GET', 'k/bytes', later(10 * MINUTE_MS)));
  const get = (headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(link(), {headers, method});
  beforeAll(() =>
    put(url(new Link('PUT', 'k/bytes', later(MINUTE_MS), {}, 5000)), bytes, {
      'content-type': 'audio/mpeg',
    }),
  );

  it('gives every byte, and some', async () => {
    const whole = await get();
    expect([
      whole.status,
      whole.headers.get('content-type'),
      new Uint8Array(await whole.arrayBuffer()),
    ]).toEqual([200, 'audio/mpeg', bytes]);
    const part = async (range: string): Promise<unknown> => {
      const answer = await get({range});
      return [
        answer.status,
        answer.headers.get('content-range'),
        [...new Uint8Array(await answer.arrayBuffer())].length,
      ];
    };
    expect(await part('bytes=10-19')).toEqual([206, 'bytes 10-19/1000', 10]);
    expect(await part('bytes=990-')).toEqual([206, 'bytes 990-999/1000', 10]);
    expect(await part('bytes=-5')).toEqual([206, 'bytes 995-999/1000', 5]);
    expect(await part('bytes=0-99999')).toEqual([206, 'bytes 0-999/1000', 1000]);
    expect(((await part('bytes=1000-')) as any)[0]).toBe(416);
    expect(((await part('bytes=5-2')) as any)[0]).toBe(200);
  });
  it('knows its tag', async () => {
    const head = await get({}, 'HEAD');
    const etag = head.headers.get('etag')!;
    expect([head.status, head.headers.get('content-length'), etag]).toEqual([
      200,
      '1000',
      expect.stringMatching(/^".+"$/),
    ]);
    expect((await get({'if-none-match': etag})).status).toBe(304);
    expect((await get({range: 'bytes=0-1', 'if-range': '"other"'})).status).toBe(200);
  });
  it('of nothing is not found; an empty object is', async () => {
    expect((await fetch(url(new Link('GET', 'k/none', later(MINUTE_MS))))).status).toBe(404);
    await put(url(new Link('PUT', 'k/empty', later(MINUTE_MS), {}, 5)), '', {});
    const empty = await fetch(url(new Link('GET', 'k/empty', later(MINUTE_MS))));
    expect([empty.status, empty.headers.get('content-length'), await empty.text()]).toEqual([
      200,
      '0',
      '',
    ]);
    const part = await fetch(url(new Link('GET', 'k/empty', later(MINUTE_MS))), {
      headers: {range: 'bytes=0-'},
    });
    expect(part.status).toBe(416);
  });
});
