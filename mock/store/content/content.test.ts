import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Json} from '../../../spec/json.ts';
import {createMock, type Mock} from '../../create-mock.ts';
import {mismatches, TestStore} from '../../testing/store.ts';
import {seedIssues} from './seed.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock();
});
afterAll(() => mock.close());

const ISSUES = '/dashboard/issues';

const DIGITAL = {
  publication_date: '2026-03-02',
  name: 'Sobre las mareas – 潮汐',
  description: 'What the <i>moon</i> does',
  extension: 'epub',
  file_url: 'https://files.presscheck.example/good.epub',
  external_id: '9780000000019',
  author: ['Ada Marsh', 'Boris Hale'],
  category: ['Sea'],
  prices: {USD: 9.99, ARS: 8999},
  lang: 'es',
};

const {extension: _extension, file_url: _url, ...REST} = DIGITAL;
const PHYSICAL = {...REST, type: 'physical', pages: 120, stock: true, external_id: 'paper'};

const open = (freedoms: Record<string, Json> = {}) => TestStore.open(mock, freedoms);

const upload = (store: TestStore, more: object = {}) =>
  store.call('POST', ISSUES, {...DIGITAL, ...more});

/** Longer than the names of which parts are kept. */
const LONG_NAME = `Wind, ${'a very long name, '.repeat(20)}ebb`;

/** Uploads content, and gives its id. */
const uploaded = async (store: TestStore, more: object = {}): Promise<number> => {
  const {status, body} = await upload(store, more);
  expect(status).toBe(201);
  return body.data.issue.id;
};

const read = (store: TestStore, id: number | string) =>
  store.call('GET', `${ISSUES}/${encodeURIComponent(id)}`);

const list = (store: TestStore, query: string) =>
  store.call('GET', `${ISSUES}?${new URLSearchParams({query}).toString()}`);

/** The names on the first page that a query finds. */
const named = async (store: TestStore, query: string): Promise<string[]> => {
  const {status, body} = await list(store, query);
  return status === 404 ? [] : body.data.paginator.data.map(({name}: {name: string}) => name);
};

const hook = async (store: TestStore, body: object): Promise<number> => {
  const url = `${mock.urls.control}/worlds/${store.world.id}/hooks`;
  const headers = {'content-type': 'application/json'};
  const answer = await fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify({role: 'admin', ...body}),
  });
  return answer.status;
};

describe('uploaded content', () => {
  it('looks as the document says, when created, read and listed', async () => {
    const store = await open();
    const {status, body} = await upload(store);
    expect(status).toBe(201);
    expect(mismatches('IssueCreated', body)).toEqual([]);
    const {issue} = body.data;
    expect(issue).toMatchObject({name: DIGITAL.name, external_id: DIGITAL.external_id});
    expect(issue.price_morph[0]).toMatchObject({currency_id: 'USD', amount_in_cents: 999});
    for (const id of [issue.id, DIGITAL.external_id]) {
      const {body: shown} = await read(store, id);
      expect(mismatches('IssueRead', shown)).toEqual([]);
      expect(shown).toMatchObject({id: issue.id, author: DIGITAL.author});
    }
    const page = await list(store, String(issue.id));
    expect(mismatches('IssuePage', page.body)).toEqual([]);
    expect(await named(store, 'las MAREAS')).toEqual([DIGITAL.name]);
    expect(await named(store, DIGITAL.external_id)).toEqual([]);
  });

  it.each([
    ['extension', {extension: undefined}],
    ['file_url', {file_url: undefined}],
    ['name', {name: undefined}],
    ['external_id', {external_id: 'book-tides'}],
    ['collection', {collection: ['No such collection']}],
    ['prices', {prices: {XXX: 1}}],
    ['prices', {prices: {USD: 1e308}}],
    ['lang', {lang: 'xx'}],
    ['cover', {cover: 'https://files.example/cover.gif?size=2'}],
    ['publication_date', {publication_date: '2026-02-30'}],
    ['bisac', {bisac: [{}]}],
  ])('is refused for %s', async (field, more) => {
    const store = await open();
    const {status, body} = await upload(store, more);
    expect([status, Object.keys(body.errors)[0]?.split('.')[0]]).toEqual([422, field]);
  });

  it('is physical without a file, where the store may sell it', async () => {
    const store = await open();
    const {status, body} = await store.call('POST', ISSUES, PHYSICAL);
    expect([status, body.data.issue.file]).toEqual([201, null]);
    await hook(store, {verb: 'switch-physical', on: false});
    const refused = await store.call('POST', ISSUES, {...PHYSICAL, external_id: 'more'});
    expect(refused.status).toBe(403);
    expect((await upload(store)).status).toBe(201);
  });

  it('needs the feature and the permission', async () => {
    const store = await open();
    const id = await uploaded(store);
    expect((await store.call('POST', ISSUES, DIGITAL, 'limited-admin')).status).toBe(403);
    expect((await store.call('DELETE', `${ISSUES}/${id}`, undefined, 'limited-admin')).status).toBe(
      403,
    );
    await hook(store, {verb: 'switch-content', on: false});
    expect((await upload(store, {external_id: 'b'})).status).toBe(403);
    await hook(store, {verb: 'switch-content', on: true});
    expect((await upload(store, {external_id: 'b'})).status).toBe(201);
  });
});

it.each([
  ['description', '<'.repeat(200_000)],
  ['description', '<a '.repeat(200_000)],
  ['file_url', `https://files.presscheck.example/${'a'.repeat(200_000)}/`],
])(
  'a %s that looks like many of something takes no time',
  async (name, text) => {
    const {status} = await upload(await open(), {[name]: text});
    expect(status).toBeLessThan(500);
  },
  4000,
);

describe('content that exists', () => {
  it('is updated: lists of terms as a whole, the file never', async () => {
    const store = await open();
    const id = await uploaded(store);
    const other = {name: 'B', author: ['Cleo'], extension: 'pdf', file_url: 'https://b.example/b'};
    expect((await store.call('PUT', `${ISSUES}/${id}`, other)).status).toBe(204);
    expect((await read(store, id)).body).toMatchObject({
      name: 'B',
      author: ['Cleo'],
      category: [],
      lang: 'es',
      file_type: 'epub',
      version: 2,
    });
    const taken = await store.call('PUT', `${ISSUES}/${id}`, {external_id: 'book-tides'});
    expect(taken.status).toBe(422);
  });

  it('is deleted, and gone', async () => {
    const store = await open();
    const id = await uploaded(store);
    expect((await store.call('DELETE', `${ISSUES}/${id}`)).status).toBe(200);
    expect((await read(store, id)).status).toBe(404);
    expect((await store.call('DELETE', `${ISSUES}/${id}`)).status).toBe(404);
    expect((await upload(store)).status).toBe(201);
  });

  it('is hidden from other stores', async () => {
    const store = await open();
    const path = `${ISSUES}/${await uploaded(store)}`;
    for (const [method, body] of [['GET'], ['PUT', {name: 'B'}], ['DELETE']] as const)
      expect((await store.call(method, path, body, 'second-store')).status).toBe(404);
  });
});

describe('a conversion', () => {
  const statusOf = async (store: TestStore, id: number): Promise<string> =>
    (await read(store, id)).body.conversion_status;

  it('is over after a while, well or not', async () => {
    const store = await open();
    const good = await uploaded(store);
    const broken = await uploaded(store, {
      external_id: 'b',
      file_url: 'https://files.presscheck.example/broken.epub',
    });
    expect(await statusOf(store, good)).toBe('started_dispatching_conversion');
    expect(await named(store, 'converting')).toHaveLength(2);
    await store.world.advance(5000);
    expect([await statusOf(store, good), await statusOf(store, broken)]).toEqual([
      'done',
      'failed',
    ]);
    expect(await named(store, 'converting')).toEqual([]);
  });

  it('waits while it is deferred', async () => {
    const store = await open();
    const issue = await uploaded(store);
    expect(await hook(store, {verb: 'defer-conversion', issue})).toBe(200);
    await store.world.advance(60_000);
    expect(await named(store, 'deferred')).toEqual([DIGITAL.name]);
    await hook(store, {verb: 'resume-conversion', issue});
    expect(await named(store, 'converting')).toEqual([DIGITAL.name]);
    await store.world.advance(5000);
    expect(await statusOf(store, issue)).toBe('done');
    expect(await hook(store, {verb: 'defer-conversion', issue: 'none'})).toBe(404);
  });
});

describe('the list', () => {
  it('has pages whose links lead from one to the next, with the query', async () => {
    const store = await open();
    await seedIssues(store.world, 'store-a', 33).persisted;
    const first = (await list(store, 'Seeded')).body.data.paginator;
    expect(first).toMatchObject({from: 1, to: 15, total: 33, last_page: 3, prev_page_url: null});
    const seen = new Set<number>();
    let url: string | null = first.first_page_url;
    while (url !== null) {
      const path = url.slice(url.indexOf(ISSUES));
      const {paginator} = (await store.call('GET', path)).body.data;
      for (const {id} of paginator.data) seen.add(id);
      url = paginator.next_page_url;
    }
    expect(seen.size).toBe(33);
    expect((await store.call('GET', `${ISSUES}?page=4`)).status).toBe(404);
    expect((await store.call('GET', `${ISSUES}?page=x`)).status).toBe(404);
  });
});

describe('what the document leaves open', () => {
  it.each([
    [{'content.converts': 'at_once'}, 'done'],
    [{'content.converting_status': 'queued'}, 'queued'],
  ])('%o shows %s after the upload', async (freedoms, status) => {
    const {body} = await upload(await open(freedoms));
    expect(body.data.issue.conversion_status).toBe(status);
  });

  it.each([
    [{'content.read_envelope': 'data'}, 'data'],
    [{'content.read_envelope': 'issue'}, 'data.issue'],
  ])('%o shows an issue that is read at %s', async (freedoms, at) => {
    const store = await open(freedoms);
    const id = await uploaded(store);
    const {body} = await read(store, id);
    const shown = at === 'data' ? body.data : body.data.issue;
    expect(shown).toMatchObject({id, name: DIGITAL.name});
  });

  it.each([
    [{'content.strict': true}, {author: ['Ada', 'Ada']}],
    [{'content.stock': 'integer'}, {stock: true}],
    [{'content.longest_external_id': 64}, {external_id: 'x'.repeat(65)}],
    [
      {'content.too_large': 'refused'},
      {file_url: 'https://files.presscheck.example/too-large.epub'},
    ],
  ])('%o refuses %o', async (freedoms, more) => {
    expect((await upload(await open(freedoms), more)).status).toBe(422);
    expect((await upload(await open(), more)).status).toBe(201);
  });
});

describe('a search', () => {
  it('finds names as a look at each of them does, while they come, change and go', async () => {
    const store = await open();
    const names = [
      'Ebb',
      'ebbing',
      'Ebb, an EBB',
      '\u0130bb',
      'aaaa',
      'eb',
      '日本語の本',
      LONG_NAME,
    ];
    const ids: number[] = [];
    for (const name of names)
      ids.push(await uploaded(store, {name, external_id: `x${ids.length}`}));
    const newestFirst = names.toReversed();
    const searched = [
      'ebb',
      'EBBI',
      'ebb, an',
      'aaa',
      'aaaa',
      'aaaaa',
      'eb',
      '\u0130bb',
      '本語の本',
      ', an',
      'wind',
    ];
    const expectFound = async (): Promise<void> => {
      for (const query of searched) {
        const having = newestFirst.filter((name) =>
          name.toLowerCase().includes(query.toLowerCase()),
        );
        expect(await named(store, query), query).toEqual(having);
      }
    };
    await expectFound();
    const {status} = await store.call('PUT', `${ISSUES}/${ids[1]}`, {
      ...DIGITAL,
      name: 'Wind, an ebb',
      external_id: 'x1',
    });
    expect(status).toBe(204);
    newestFirst[newestFirst.indexOf('ebbing')] = 'Wind, an ebb';
    await expectFound();
    expect((await store.call('DELETE', `${ISSUES}/${ids[0]}`)).status).toBeLessThan(300);
    newestFirst.pop();
    await expectFound();
  });
});
