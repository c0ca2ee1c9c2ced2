import {defined} from '../../spec/defined.ts';
import {createMock, type Mock, type MockOptions} from '../create-mock.ts';
import type {TokenRow} from '../store/access/rows.ts';
import type {KeyRow} from '../workspace/access/rows.ts';
import type {World} from '../world/world.ts';
import type {NewWorld} from '../world/worlds.ts';

/** A response in the form that tests read. */
export interface Got {
  status: number;
  /** The parsed JSON, or the text of a body that is no JSON object. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read members without declaring them
  body: any;
  headers: Headers;
}

/** The parts of a reservation that the next two steps need. */
interface Reservation {
  publication_id: string;
  key: string;
  upload_url: string;
  upload_headers: Record<string, string>;
}

/** A mock with one suite world `w`, and functions that send requests to it. */
export async function suiteWorld(options: MockOptions = {}, spec: NewWorld = {}) {
  const mock: Mock = await createMock({control: false, world: 'empty', ...options});
  const world: World = await mock.worlds.create({id: 'w', seed: 5, ...spec});
  const key = (role = 'full'): string => secretOf<KeyRow>(world, 'keys', role);
  const token = (role = 'admin'): string => secretOf<TokenRow>(world, 'tokens', role);

  const workspace = (method: string, path: string, body?: unknown, as = key()): Promise<Got> => {
    const url = `${mock.urls.workspace}/w/w/api/v1${path}`;
    return sendJson(url, method, {authorization: `Bearer ${as}`}, body);
  };
  const store = (method: string, path: string, body?: unknown, as = token()): Promise<Got> =>
    sendJson(`${mock.urls.store}/w/w${path}`, method, {'x-user-token': as}, body);

  const reserve = (filename = 'tides.epub', size = 5, as = key()): Promise<Got> =>
    workspace('POST', '/uploads', {original_filename: filename, size_bytes: size}, as);
  const put = (reservation: Reservation, bytes = 'tides'): Promise<Got> => {
    const {upload_url: url, upload_headers: headers} = reservation;
    return send(url, {method: 'PUT', body: bytes, headers});
  };
  const register = (reservation: Reservation, over: object = {}, as = key()): Promise<Got> => {
    const {publication_id, key: object} = reservation;
    const file = {original_filename: 'tides.epub', size_bytes: 5};
    const body = {publication_id, key: object, ...file, ...over};
    return workspace('POST', '/publications', body, as);
  };
  const publish = async (): Promise<Got> => {
    const {body} = await reserve();
    await put(body);
    return register(body);
  };
  return {mock, world, key, token, send, workspace, store, reserve, put, register, publish};
}

export type SuiteWorld = Awaited<ReturnType<typeof suiteWorld>>;

/** Sends a request; redirects are not followed. */
async function send(url: string, init: RequestInit): Promise<Got> {
  const response = await fetch(url, {redirect: 'manual', ...init});
  const text = await response.text();
  const body: unknown = text.startsWith('{') ? JSON.parse(text) : text;
  return {status: response.status, body, headers: response.headers};
}

function sendJson(
  url: string,
  method: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<Got> {
  if (body === undefined) return send(url, {method, headers});
  const json = {'content-type': 'application/json', ...headers};
  return send(url, {method, headers: json, body: JSON.stringify(body)});
}

/** The secret of the first row with a role. */
function secretOf<R extends {role?: string; secret: string}>(
  world: World,
  table: string,
  role: string,
): string {
  const rows = [...world.table(table).all()] as unknown as R[];
  const row = rows.find((each) => each.role === role);
  return defined(row, `the credential of role ${role}`).secret;
}
