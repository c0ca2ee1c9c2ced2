import {Ajv2020} from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import {expect} from 'vitest';
import type {Json} from '../../spec/json.ts';
import {loadSpecification} from '../../spec/specification.ts';
import type {Mock} from '../create-mock.ts';
import type {World} from '../world/world.ts';
import type {TokenRow} from '../store/access/rows.ts';

const {contract} = loadSpecification('store');
const ajv = new Ajv2020({strict: false});
formats.default(ajv);
ajv.addSchema(contract.document, 'store');

type Role = 'admin' | 'second-store' | 'limited-admin';

/** A response in the form that tests of users read. */
interface UserResponse {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read members of any response
  body: any;
}

/** A client of the two stores of a new suite world. */
export class TestStore {
  readonly world: World;
  readonly #mock: Mock;
  #created = 0;

  constructor(mock: Mock, world: World) {
    this.#mock = mock;
    this.world = world;
  }

  static async open(mock: Mock, freedoms: Record<string, Json> = {}): Promise<TestStore> {
    const world = await mock.worlds.create({template: 'suite', seed: 7, limits: false, freedoms});
    return new TestStore(mock, world);
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    role: Role = 'admin',
  ): Promise<UserResponse> {
    const tokens = [...this.world.table('tokens').all()] as TokenRow[];
    const token = tokens.find((row) => row.role === role)?.secret ?? '';
    // An operation stands beside the prefix.
    const prefix = path.startsWith('/api/') ? '' : contract.prefix;
    const base = `${this.#mock.urls.store}/w/${this.world.id}${prefix}`;
    const response = await fetch(base + path, {
      method,
      headers: {'x-user-token': token, 'content-type': 'application/json'},
      ...(body !== undefined && {body: JSON.stringify(body)}),
    });
    const text = await response.text();
    return {status: response.status, body: text === '' ? undefined : JSON.parse(text)};
  }

  /** The body of a creation that is accepted, with some members replaced. */
  newUser(members: Record<string, unknown> = {}): Record<string, unknown> {
    this.#created += 1;
    return {
      email: `reader-${this.#created}@readers.example`,
      external_id: `ext-${this.#created}`,
      new_password: 'long enough',
      ...members,
    };
  }

  /** Creates a user and returns it as the response shows it. */
  async create(
    members: Record<string, unknown> = {},
    role: Role = 'admin',
  ): Promise<UserResponse['body']> {
    const response = await this.call('POST', '/dashboard/users', this.newUser(members), role);
    expect(response).toMatchObject({status: 201});
    return response.body.data;
  }

  /** Users under a query, or [] when nothing was found. */
  async list(query: string, role: Role = 'admin'): Promise<UserResponse['body'][]> {
    const path = `/dashboard/users?query=${encodeURIComponent(query)}`;
    const {status, body} = await this.call('GET', path, undefined, role);
    return status === 404 ? [] : body.data.paginator.data;
  }
}

/** The body of an update that changes nothing, with some members replaced. */
export const updateOf = (
  {email, external_id}: UserResponse['body'],
  members: Record<string, unknown> = {},
): Record<string, unknown> => ({email, external_id, only_sees_readable: false, ...members});

/** The errors of a value against a component of the contract; [] when it is valid. */
export function mismatches(component: string, value: unknown): unknown {
  const validate = ajv.getSchema(`store#/components/schemas/${component}`);
  return validate?.(value) ? [] : (validate?.errors ?? `no component ${component}`);
}
