import {createMock, type Mock, type MockOptions} from './create-mock.ts';
import type {KeyRow} from './workspace/access/rows.ts';
import type {TokenRow} from './store/access/rows.ts';
import type {World} from './world/world.ts';
import type {NewWorld} from './world/worlds.ts';

/** An answer as tests look at it. */
export interface Got {
  status: number;
  body: any;
  headers: Headers;
}

/** A mock with one suite world, and short ways to call it. */
export async function suiteWorld(options: MockOptions = {}, spec: NewWorld = {}) {
  const mock: Mock = await createMock({control: false, world: 'empty', ...options});
  const world: World = await mock.worlds.create({id: 'w', seed: 5, ...spec});
  const key = (role = 'full'): string => credential<KeyRow>(world, 'keys', role);
  const token = (role = 'admin'): string => credential<TokenRow>(world, 'tokens', role);
  const send = async (url: string, init: RequestInit): Promise<Got> => {
    const answer = await fetch(url, {redirect: 'manual', ...init});
    const text = await answer.text();
    return {
      status: answer.status,
      body: text.startsWith('{') ? JSON.parse(text) : text,
      headers: answer.headers,
    };
  };
  const json = (body: unknown): Pick<RequestInit, 'body'> =>
    body === undefined ? {} : {body: JSON.stringify(body)};
  const workspace = (method: string, path: string, body?: unknown, as = key()): Promise<Got> =>
    send(`${mock.urls.workspace}/w/w/api/v1${path}`, {
      method,
      ...json(body),
      headers: {
        authorization: `Bearer ${as}`,
        ...(body !== undefined && {'content-type': 'application/json'}),
      },
    });
  const store = (method: string, path: string, body?: unknown, as = token()): Promise<Got> =>
    send(`${mock.urls.store}/w/w${path}`, {
      method,
      ...json(body),
      headers: {
        'x-user-token': as,
        ...(body !== undefined && {'content-type': 'application/json'}),
      },
    });
  const reserve = (filename = 'tides.epub', size = 5, as = key()): Promise<Got> =>
    workspace('POST', '/uploads', {original_filename: filename, size_bytes: size}, as);
  const put = ({upload_url, upload_headers}: any, bytes = 'tides'): Promise<Got> =>
    send(upload_url, {method: 'PUT', body: bytes, headers: upload_headers});
  const register = (
    {publication_id, key: object}: any,
    over: object = {},
    as = key(),
  ): Promise<Got> =>
    workspace(
      'POST',
      '/publications',
      {publication_id, key: object, original_filename: 'tides.epub', size_bytes: 5, ...over},
      as,
    );
  const publish = async (): Promise<Got> => {
    const {body} = await reserve();
    await put(body);
    return register(body);
  };
  return {mock, world, key, token, send, workspace, store, reserve, put, register, publish};
}

export type SuiteWorld = Awaited<ReturnType<typeof suiteWorld>>;

const credential = <R extends {role?: string; secret: string}>(
  world: World,
  table: string,
  role: string,
): string =>
  ([...world.table(table).all()] as unknown as R[]).find((row) => row.role === role)!.secret;
