import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';
import type {User} from '../store/users/user.ts';
import {TestStore} from '../testing/store.ts';
import {isOwnForm} from '../http/own-form.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock();
});
afterAll(() => mock.close());

/** A browser at the pages of the store `store-a`. */
class Browser {
  readonly base: string;
  cookie = '';

  constructor(store: TestStore) {
    this.base = `${mock.urls.store}/w/${store.world.id}/site/store-a`;
  }

  async send(path: string, form?: Record<string, string>, headers: Record<string, string> = {}) {
    const response = await fetch(this.base + path, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        'user-agent': FIREFOX,
        ...(this.cookie && {cookie: this.cookie}),
        ...headers,
      },
      ...(form && {body: new URLSearchParams(form)}),
    });
    const set = response.headers.get('set-cookie');
    if (set) this.cookie = set.split(';')[0] ?? '';
    return {
      status: response.status,
      to: response.headers.get('location'),
      html: await response.text(),
      headers: response.headers,
    };
  }

  signIn(email: string, password: string) {
    return this.send('/sign-in', {email, password});
  }
}

const open = async (freedoms = {}) => {
  const store = await TestStore.open(mock, freedoms);
  const user = await store.create({new_password: 'correct horse'});
  return {store, user, browser: new Browser(store)};
};

describe('the sign-in page', () => {
  it('signs a user in, and the list shows the browser', async () => {
    const {store, user, browser} = await open();
    expect((await browser.send('/library')).to).toMatch(/\/site\/store-a$/);
    const form = await browser.send('/sign-in');
    expect(form.html).toContain('type="password"');
    expect(form.headers.get('content-security-policy')).toContain("form-action 'self'");
    const {status, to} = await browser.signIn(user.email, 'correct horse');
    expect([status, to]).toEqual([303, expect.stringMatching(/\/site\/store-a\/library$/)]);
    expect((await browser.send('/library')).html).toContain(user.email);
    const {body} = await store.call('GET', `/auth-sessions?user_id=${user.id}`);
    expect(body.data).toMatchObject([
      {
        ip_address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
        session_data: {type: 'web', browser: 'Firefox', os: 'Linux', raw: FIREFOX},
      },
    ]);
  });

  it('refuses everybody else in the same words', async () => {
    const {store, user, browser} = await open();
    const gone = await store.create({new_password: 'correct horse'});
    await store.call('DELETE', `/dashboard/users/${gone.id}`);
    const pages = [
      await browser.signIn(user.email, 'wrong horse'),
      await browser.signIn('nobody@readers.example', 'correct horse'),
      await browser.signIn(gone.email, 'correct horse'),
    ];
    expect(pages.map(({status}) => status)).toEqual([422, 422, 422]);
    const alerts = pages.map(({html}) => /role="alert">([^<]*)/.exec(html)?.[1]);
    expect(new Set(alerts).size).toBe(1);
    expect(browser.cookie).toBe('');
  });

  it('shows what was typed as text', async () => {
    const {browser} = await open();
    const {html} = await browser.signIn('"><script>alert(1)</script>', 'x');
    expect(html).not.toContain('<script');
  });

  it('takes no form of another site', async () => {
    const {user, browser} = await open();
    const form = {email: user.email, password: 'correct horse'};
    const foreign: Record<string, string>[] = [
      {'sec-fetch-site': 'cross-site'},
      {origin: 'https://evil.example'},
    ];
    for (const headers of foreign)
      expect((await browser.send('/sign-in', form, headers)).status).toBe(403);
    expect(browser.cookie).toBe('');
  });

  it('answers whatever comes', async () => {
    const {browser} = await open();
    expect((await browser.send('/sign-in', {})).status).toBe(422);
    expect((await browser.send('/sign-in', {email: 'x'.repeat(70_000)})).status).toBe(400);
    for (const cookie of ['presscheck_session_store-a=', 'presscheck_session_store-a=a.b.c', '=;;'])
      expect((await browser.send('/library', undefined, {cookie})).status).toBe(303);
    expect((await fetch(browser.base, {method: 'DELETE'})).status).toBe(405);
    expect((await fetch(browser.base.replace('store-a', '%2e%2e%2fx'))).status).toBe(404);
  });
});

describe('a user without a password', () => {
  it('is not signed in, whatever is typed', async () => {
    const {store, browser} = await open();
    const user = await store.create();
    const row = store.world.table('users').get(String(user.id)) as User;
    const put = {...row, password: null};
    await store.world.commit({changes: [{table: 'users', put}], effects: []});
    for (const password of ['', 'null', 'any'])
      expect((await browser.signIn(user.email, password)).status).toBe(422);
  });
});

describe('who is signed in', () => {
  it('is sent to the initial page when the session is ended through the API', async () => {
    const {store, user, browser} = await open();
    const ends: [method: string, path: string][] = [
      ['DELETE', `/auth-sessions/users/${user.id}`],
      ['POST', `/users/${user.id}/force-logout`],
      ['POST', `/users/${user.external_id}/force-logout`],
      ['DELETE', `/dashboard/users/${user.id}`],
    ];
    for (const [method, path] of ends) {
      await browser.signIn(user.email, 'correct horse');
      expect((await browser.send('/library')).status).toBe(200);
      await store.call(method, path);
      const {status, to} = await browser.send('/library');
      expect([status, to]).toEqual([303, expect.stringMatching(/\/site\/store-a$/)]);
      expect((await browser.send('')).html).toContain('Sign in');
    }
  });

  it('keeps the session alive by visits, and loses it without', async () => {
    const {store, user, browser} = await open();
    await browser.signIn(user.email, 'correct horse');
    const days = (n: number) => store.world.advance(n * 86_400_000);
    await days(10);
    expect((await browser.send('/library')).status).toBe(200);
    await days(10);
    const {body} = await store.call('GET', `/auth-sessions?user_id=${user.id}`);
    expect(body.data).toMatchObject([{last_activity_diff: '10 days ago'}]);
    expect((await browser.send('/library')).status).toBe(200);
    await days(15);
    expect((await browser.send('/library')).status).toBe(303);
  });

  it('signs out, here and nowhere else', async () => {
    const {store, user, browser} = await open();
    const other = new Browser(store);
    for (const one of [browser, other]) await one.signIn(user.email, 'correct horse');
    expect((await browser.send('/sign-out', {})).status).toBe(303);
    expect((await browser.send('/library')).status).toBe(303);
    expect((await other.send('/library')).status).toBe(200);
  });
});

describe('a session', () => {
  it('is one of as many as the limit allows', async () => {
    for (const overLimit of ['oldest_ends', 'refused']) {
      const store = await TestStore.open(mock, {'auth-sessions.over_limit': overLimit});
      const user = await store.create({new_password: 'correct horse', sessions_limit: 1});
      const [first, second] = [new Browser(store), new Browser(store)];
      await first.signIn(user.email, 'correct horse');
      const {status} = await second.signIn(user.email, 'correct horse');
      expect(status).toBe(overLimit === 'refused' ? 422 : 303);
      expect((await first.send('/library')).status).toBe(overLimit === 'refused' ? 200 : 303);
    }
  });

  it('is unknown in another world and another store, whose seals differ', async () => {
    const {user, browser} = await open();
    await browser.signIn(user.email, 'correct horse');
    const {browser: elsewhere} = await open();
    const otherStore = browser.base.replace('store-a', 'store-b');
    const cookie = browser.cookie.replace('store-a', 'store-b');
    const {status} = await fetch(`${otherStore}/library`, {headers: {cookie}, redirect: 'manual'});
    expect(status).toBe(303);
    elsewhere.cookie = browser.cookie;
    // Both worlds have the same seed, and so the same seals and ids: the session is another user's.
    expect((await elsewhere.send('/library')).status).toBe(303);
  });
});

it('a form is of this origin, or of no browser', () => {
  const host = 'localhost:4011';
  const url = 'https://press.example:8443/mock';
  expect(isOwnForm({host}, url)).toBe(true);
  expect(isOwnForm({host, origin: 'https://press.example:8443'}, url)).toBe(true);
  expect(isOwnForm({host, origin: 'http://press.example:8443'}, url)).toBe(false);
  expect(isOwnForm({host, origin: `http://${host}`}, url)).toBe(true);
  expect(isOwnForm({host, origin: 'null'}, url)).toBe(false);
  expect(isOwnForm({host, origin: 'http://localhost:4010'}, url)).toBe(false);
  expect(isOwnForm({host, 'sec-fetch-site': 'same-site'}, url)).toBe(false);
  expect(isOwnForm({host, 'sec-fetch-site': 'same-origin', origin: 'null'}, url)).toBe(true);
});
