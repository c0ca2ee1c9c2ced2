import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {createMock, type Mock} from './create-mock.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({control: false});
});
afterAll(() => mock.close());

const KEY = 'demo-key-harbour-full';
const call = (
  path: string,
  {key = KEY, ...init}: RequestInit & {key?: string} = {},
): Promise<Response> =>
  fetch(`${mock.urls.workspace}/api/v1${path}`, {
    ...init,
    headers: {
      authorization: `Bearer ${key}`,
      ...(init.body !== undefined && {'content-type': 'application/json'}),
      ...init.headers,
    },
  });
const post = (path: string, body: unknown, key = KEY): Promise<Response> =>
  call(path, {method: 'POST', body: JSON.stringify(body), key});

describe('the way of an upload', () => {
  it('reserves, stores, registers, lists', async () => {
    const bytes = new TextEncoder().encode('a small book');
    const before = ((await (await call('/account')).json()) as any).publications_left;
    const reserved = await post('/uploads', {
      original_filename: 'small book.epub',
      size_bytes: bytes.length,
    });
    expect(reserved.status).toBe(201);
    const {publication_id, key, upload_url, upload_headers} = (await reserved.json()) as any;
    const registration = {
      publication_id,
      key,
      original_filename: 'small book.epub',
      size_bytes: bytes.length,
    };
    expect(((await (await post('/publications', registration)).json()) as any).reason).toBe(
      'upload_not_found',
    );
    expect((await fetch(upload_url, {method: 'PUT', body: bytes})).status).toBe(403);
    expect(
      (await fetch(upload_url, {method: 'PUT', body: bytes, headers: upload_headers})).status,
    ).toBe(200);
    const registered = await post('/publications', registration);
    expect(registered.status).toBe(201);
    const publication = (await registered.json()) as any;
    expect(publication).toMatchObject({
      id: publication_id,
      type: 'book',
      title: 'small book',
      original_size_bytes: bytes.length,
    });
    expect((await (await call(`/publications/${publication_id}`)).json()) as any).toEqual(
      publication,
    );
    expect(((await (await call('/publications')).json()) as any).data[0]).toEqual(publication);
    expect(((await (await call('/account')).json()) as any).publications_left).toBe(before - 1);
    const again = await post('/publications', registration);
    expect([again.status, ((await again.json()) as any).reason]).toEqual([
      409,
      'already_registered',
    ]);
  });
});
