import {defined} from '../../spec/defined.ts';
import {createMock, type Mock} from '../create-mock.ts';
import {DEMO_ADMINS} from '../store/access/admins.ts';
import type {Order} from '../store/orders/order.ts';
import type {World} from '../world/world.ts';

/** The token of the admin of the demo's first store. */
const TOKEN = defined(DEMO_ADMINS[0]?.token, 'the token of the demo');

/** A mock whose demo world has a store with checkouts, for tests. */
export class TestShop {
  readonly mock: Mock;
  readonly world: World;

  /** The prefix of the world's paths; empty for the demo world. */
  readonly prefix: string;

  constructor(mock: Mock, world: World, prefix = '') {
    this.mock = mock;
    this.world = world;
    this.prefix = prefix;
  }

  static async open(): Promise<TestShop> {
    const mock = await createMock({limits: false});
    return new TestShop(mock, defined(mock.world('demo'), 'the demo world'));
  }

  /** Creates a sale order, with some members replaced. */
  async sell(members: Record<string, unknown> = {}): Promise<Sale> {
    const body = {
      type: 'sale',
      return_url: 'https://shop.example/thanks?basket=7&note=a%20b',
      unit_price: 1234.5,
      currency_id: 'USD',
      user: {id: 'buyer-1', email: 'buyer@readers.example'},
      products: [
        {
          type: 'content',
          id: 'new-book',
          name: 'Tides <b>& "sands"',
          url: 'https://books.example/tides',
          unit_price: 1234.5,
          currency_id: 'USD',
        },
      ],
      ...members,
    };
    const {data} = (await this.call('POST', '/orders', body)) as {data: Sale};
    return data;
  }

  /** Calls the API as the admin of the demo's first store. */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(
      `${this.mock.urls.store}${this.prefix}/integration-api/v1${path}`,
      {
        method,
        headers: {
          'x-user-token': TOKEN,
          'content-type': 'application/json',
        },
        ...(body !== undefined && {body: JSON.stringify(body)}),
      },
    );
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return response.json();
  }

  /** Reads an order, as the API shows it. */
  read = ({id}: Sale): Promise<Sale> =>
    this.call('GET', `/orders/${id}?id_type=internal`) as Promise<Sale>;

  /** The sessions of the buyers. */
  sessions(): number {
    return [...this.world.table('auth_sessions').all()].length;
  }

  /** An order as the world has it. */
  rowOf = ({id}: Sale): Order => this.world.table('orders').get(id) as Order;

  close(): Promise<void> {
    return this.mock.close();
  }
}

/** A sale order as the API shows it, as far as tests read it. */
export interface Sale {
  id: string;
  status: string;
  checkout: {url: string; ttl: number};
}

/** Presses a button of the page at a checkout URL. */
export function press(
  url: string,
  outcome: string,
  token?: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const address = new URL(url);
  const form = new URLSearchParams({
    outcome,
    'external-auth-token': token ?? address.searchParams.get('external-auth-token') ?? '',
  });
  address.search = '';
  return fetch(address, {method: 'POST', body: form, redirect: 'manual', headers});
}
