import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Json} from '../../../spec/json.ts';
import {createMock, type Mock} from '../../create-mock.ts';
import {mismatches, TestStore} from '../../testing/store.ts';
import {generateReading} from './generate.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock();
});
afterAll(() => mock.close());

const YEAR = {store: 'store-a', from: '2024-01-01', to: '2024-12-31'};

/** A store with 120 more sessions, over a year. */
async function opened(freedoms: Record<string, Json> = {}): Promise<TestStore> {
  const store = await TestStore.open(mock, freedoms);
  await generateReading(store.world, {...YEAR, sessions: 120});
  return store;
}

const page = async (store: TestStore, query: Record<string, string> = {}) => {
  const {status, body} = await store.call(
    'GET',
    `/consumption/sessions?${new URLSearchParams(query).toString()}`,
  );
  return {status, body};
};

/** Every session of a list, by a walk through its cursors; each of its pages fits the contract. */
async function walked(store: TestStore, query: Record<string, string> = {}) {
  const rows: Record<string, unknown>[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const {body} = await page(store, {...query, ...(cursor !== '' && {cursor})});
    expect(mismatches('ReadingPage', body)).toEqual([]);
    rows.push(...body.data);
    cursor = body.next_cursor as string | null;
  }
  return rows;
}

const FILTERS: [Record<string, string>, (row: Record<string, unknown>) => boolean][] = [
  [{issue_id: '70001'}, (row) => row['issue_id'] === 70_001],
  [{reason_type: 'gifted_issue'}, (row) => row['reason_type'] === 'gifted_issue'],
  [
    {reason_type: 'global_subscription', reason_value: '501'},
    (row) => row['reason_type'] === 'global_subscription' && row['reason_value'] === 501,
  ],
  [
    {from_date: '2024-03-05', to_date: '2024-03-20'},
    (row) => /^2024-03-(0[5-9]|1\d|20)/.test(String(row['started_at'])),
  ],
  [
    {from_date: '2024-02-01', to_date: '2024-10-31'},
    (row) => /^2024-(0[2-9]|10)/.test(String(row['started_at'])),
  ],
  [
    {issue_id: '70002', from_date: '1990-01-01', to_date: '2024-06-30'},
    (row) => row['issue_id'] === 70_002 && /^2024-0[1-6]/.test(String(row['started_at'])),
  ],
  [{from_date: '0001-01-01', to_date: '9999-12-31'}, () => true],
  [{from_date: '2024-05-02', to_date: '2024-05-01'}, () => false],
];

describe('the list of reading sessions', () => {
  it.each(['newest', 'oldest'])('finds what its filters say, %s first', async (order) => {
    const store = await opened({'reading.order': order});
    const all = await walked(store);
    expect(all).toHaveLength(148);
    for (const [query, fits] of FILTERS)
      expect(await walked(store, query), JSON.stringify(query)).toEqual(all.filter(fits));
  });

  it('is turned in both directions', async () => {
    const store = await opened();
    const first = await page(store);
    const second = await page(store, {cursor: first.body.next_cursor});
    const back = await page(store, {cursor: second.body.prev_cursor});
    expect(back.body).toEqual(first.body);
    expect(second.body).toMatchObject({current_page: 2, per_page: 25});
    const url = new URL(second.body.next_page_url);
    expect((await page(store, Object.fromEntries(url.searchParams))).body.current_page).toBe(3);
  });

  it.each([
    [{reason_value: '1'}],
    [{from_date: '2024-01-01'}],
    [{to_date: '2024-01-01'}],
    [{reason_type: 'sold'}],
    [{from_date: '2024-02-30', to_date: '2024-03-01'}],
    [{issue_id: 'x'}],
    [{cursor: 'a1_2.none'}],
  ])('refuses %j', async (query) => {
    expect((await page(await TestStore.open(mock), query)).status).toBe(422);
  });

  it('tells dates as the freedom says', async () => {
    const store = await opened({'reading.dates': 'object', 'store.timezone': 'Pacific/Auckland'});
    const {body} = await page(store);
    expect(body.data[0].started_at).toEqual({
      timestamp: expect.any(Number),
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      timezone: 'Pacific/Auckland',
    });
  });
});
