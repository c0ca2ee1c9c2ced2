import {afterAll, beforeEach, describe, expect, it} from 'vitest';
import {suiteWorld, type SuiteWorld} from '../testing/client.ts';
import type {WorkspaceRow} from './access/rows.ts';
import {seedPublications} from './publications/seed.ts';
import {withLeft} from './uploads/allowance.ts';

let on: SuiteWorld;
let open: SuiteWorld[] = [];
beforeEach(async () => void open.push((on = await suiteWorld({}, {limits: false}))));
afterAll(() => Promise.all(open.map(({mock}) => mock.close())));

const reason = ({status, body}: {status: number; body: any}): [number, string] => [
  status,
  body.reason,
];
const home = (): WorkspaceRow => on.world.table('workspaces').all().next().value as WorkspaceRow;
const leave = (places: number): void =>
  void on.world.commit({
    changes: [{table: 'workspaces', put: withLeft(home(), places, on.world.now())}],
    effects: [],
  });

describe('keys', () => {
  it('are required, with their scheme, in their world', async () => {
    const url = `${on.mock.urls.workspace}/w/w/api/v1/account`;
    const reasonFor = (headers: Record<string, string>, search = ''): Promise<any> =>
      on.send(url + search, {headers}).then(reason);
    expect(await reasonFor({})).toEqual([401, 'unauthorized']);
    expect(await reasonFor({authorization: `Basic ${on.key()}`})).toEqual([401, 'unauthorized']);
    expect(await reasonFor({}, `?key=${on.key()}`)).toEqual([401, 'unauthorized']);
    expect(await reasonFor({authorization: `Bearer ${on.token()}`})).toEqual([401, 'unauthorized']);
    expect(await reasonFor({authorization: `bearer ${on.key()}`})).toEqual([200, undefined]);
  });
  it('carry abilities', async () => {
    expect(
      reason(await on.workspace('GET', '/publications', undefined, on.key('write-only'))),
    ).toEqual([403, 'ability_missing']);
    expect(reason(await on.reserve('a.epub', 1, on.key('read-only')))).toEqual([
      403,
      'ability_missing',
    ]);
    expect((await on.reserve('a.epub', 1, on.key('write-only'))).status).toBe(201);
  });
  it('get the same response for foreign and unknown publications', async () => {
    const {body} = await on.publish();
    const foreign = await on.workspace(
      'GET',
      `/publications/${body.id}`,
      undefined,
      on.key('second-workspace'),
    );
    const unknown = await on.workspace(
      'GET',
      '/publications/pub_none',
      undefined,
      on.key('second-workspace'),
    );
    const plain = ({status, body: seen, headers}: typeof foreign): unknown => [
      status,
      seen,
      [...headers].filter(([name]) => name !== 'date'),
    ];
    expect(plain(foreign)).toEqual(plain(unknown));
    expect(reason(foreign)).toEqual([404, 'publication_not_found']);
  });
  it('that are mistyped are matched with a near key in the journal only', async () => {
    const {body} = await on.workspace('GET', '/account', undefined, `${on.key()}x`);
    expect(JSON.stringify(body)).not.toContain('wk_');
    const entry = on.world.journal.after(0, 100).at(-1)!;
    expect(entry.why!.todo).toContain('did you mean wk_');
    expect(JSON.stringify(entry)).not.toContain(on.key());
    expect(on.mock.worlds.unroutedJournal.after(0, 100)).toHaveLength(1);
  });
});

describe('registration', () => {
  it('has its five refusals', async () => {
    const {body} = await on.reserve();
    expect(reason(await on.register(body))).toEqual([422, 'upload_not_found']);
    await on.put(body, 'tide');
    expect(reason(await on.register(body))).toEqual([422, 'upload_incomplete']);
    await on.put(body);
    expect(reason(await on.register(body, {original_filename: 'notes.exe'}))).toEqual([
      422,
      'unsupported_format',
    ]);
    expect(
      reason(await on.register(body, {key: `ws_elsewhere/${body.publication_id}/tides.epub`})),
    ).toEqual([422, 'invalid_upload_key']);
    leave(0);
    expect(reason(await on.register(body))).toEqual([422, 'publication_quota_exceeded']);
    leave(1);
    expect((await on.register(body)).status).toBe(201);
  });
  it('takes what was reserved, once, by its workspace', async () => {
    const {body} = await on.reserve();
    await on.put(body);
    expect(reason(await on.register(body, {publication_id: 'pub_never'}))).toEqual([
      422,
      'upload_not_reserved',
    ]);
    const second = await on.reserve();
    expect(reason(await on.register(body, {key: second.body.key}))).toEqual([
      422,
      'upload_mismatch',
    ]);
    expect(reason(await on.register(body, {original_filename: 'other.epub'}))).toEqual([
      422,
      'upload_mismatch',
    ]);
    expect((await on.register(body)).status).toBe(201);
    expect(reason(await on.register(body))).toEqual([409, 'already_registered']);
    expect((await on.workspace('GET', '/account')).body.publications_left).toBe(499);
  });
});

describe('the allowance', () => {
  it('is never passed in parallel, and renews with the month', async () => {
    const reserved = await Promise.all([1, 2, 3, 4].map(() => on.reserve()));
    await Promise.all(reserved.map(({body}) => on.put(body)));
    leave(1);
    const statuses = (await Promise.all(reserved.map(({body}) => on.register(body)))).map(
      ({status}) => status,
    );
    expect(statuses.sort()).toEqual([201, 422, 422, 422]);
    expect((await on.reserve()).status).toBe(422);
    await on.world.advance(31 * 86_400_000);
    expect((await on.workspace('GET', '/account')).body.publications_left).toBe(500);
    expect((await on.reserve()).status).toBe(201);
  });
});

describe('a reservation', () => {
  it('refuses bodies by form', async () => {
    const url = `${on.mock.urls.workspace}/w/w/api/v1/uploads`;
    const send = (body: string, type: string): Promise<any> =>
      on
        .send(url, {
          method: 'POST',
          body,
          headers: {authorization: `Bearer ${on.key()}`, 'content-type': type},
        })
        .then(reason);
    expect(await send('{', 'application/json')).toEqual([400, 'malformed_json']);
    expect(await send('{}', 'text/plain')).toEqual([422, 'invalid_request']);
    expect(await send('{}', 'application/json; charset=utf-16')).toEqual([422, 'invalid_request']);
    expect(await send('{"original_filename":"a.epub","size_bytes":0}', 'application/json')).toEqual(
      [422, 'invalid_request'],
    );
    expect(reason(await on.reserve('a.exe'))).toEqual([422, 'unsupported_format']);
    expect(reason(await on.reserve('a.epub', 2 ** 40))).toEqual([422, 'file_too_large']);
  });
});

describe('the list', () => {
  it('walks all, each once, while it grows; cursors belong to one workspace', async () => {
    const {ids} = seedPublications(on.world, home().key, 120);
    const seen: string[] = [];
    let cursor: string | null = null;
    const sizes: number[] = [];
    do {
      const {body} = await on.workspace(
        'GET',
        `/publications${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''}`,
      );
      seen.push(...body.data.map(({id}: any) => id));
      sizes.push(body.data.length);
      cursor = body.next_cursor;
      expect(body.has_more).toBe(cursor !== null);
      if (cursor)
        expect(
          (
            await on.workspace(
              'GET',
              `/publications?cursor=${cursor}`,
              undefined,
              on.key('second-workspace'),
            )
          ).body.reason,
        ).toBe('invalid_cursor');
      await on.publish();
    } while (cursor);
    expect(sizes).toEqual([50, 50, 20]);
    expect(seen).toEqual([...ids].reverse());
  });
  it('refuses cursors of its own making', async () => {
    for (const cursor of ['', 'x', '1.abc', 'null', '%00', '9'.repeat(3000)])
      expect(reason(await on.workspace('GET', `/publications?cursor=${cursor}`))).toEqual([
        422,
        'invalid_cursor',
      ]);
  });
});

describe('freedoms', () => {
  const free = async (freedoms: Record<string, any>): Promise<void> => {
    open.push((on = await suiteWorld({}, {limits: false, freedoms})));
  };
  it('a publication that appears later', async () => {
    await free({'publications.appears_after_ms': 3000});
    const {body} = await on.publish();
    expect((await on.workspace('GET', `/publications/${body.id}`)).status).toBe(404);
    expect((await on.workspace('GET', '/publications')).body.data).toEqual([]);
    await on.world.advance(3000);
    expect((await on.workspace('GET', `/publications/${body.id}`)).body).toEqual(body);
  });
  it('a title that comes later', async () => {
    await free({'titles.empty_at_first': true});
    const {body} = await on.publish();
    expect(body.title).toBeNull();
    await on.world.advance(2000);
    expect((await on.workspace('GET', `/publications/${body.id}`)).body.title).toBe('tides');
  });
  it('a repetition that is answered alike; a last page without cursor', async () => {
    await free({'registration.repetition': 'same', 'cursor.on_last_page': 'absent'});
    const {body} = await on.reserve();
    await on.put(body);
    const first = await on.register(body);
    const again = await on.register(body);
    expect([first.status, again.status, again.body]).toEqual([201, 200, first.body]);
    expect((await on.workspace('GET', '/publications')).body).toEqual({
      data: [first.body],
      has_more: false,
    });
  });
  it('unknown by name are refused', async () => {
    await expect(on.mock.worlds.create({freedoms: {'no.such': 1}})).rejects.toThrow('no.such');
  });
});
