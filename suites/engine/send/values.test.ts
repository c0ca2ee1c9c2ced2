import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Fresh, Val} from '../../../spec/value.ts';
import {labelFor} from './send-services.ts';
import {Unresolved} from './unresolved.ts';
import {fill, type Scope} from './values.ts';
import {samplesIn} from '../../../spec/references.ts';
import {stepsIn} from '../../../spec/references.ts';

const exchange = (body: unknown, headers = {}): Exchange => ({
  step: 's',
  op: 'o',
  as: 'full',
  status: 200,
  situations: [],
  documented: [],
  headers,
  body,
  sentAt: 0,
  gotAt: 0,
  sent: {method: 'GET', url: '', headers: {}},
});
const scope = (more: Partial<Scope> = {}): Scope => ({
  exchanges: new Map(),
  sample: () => undefined,
  label: 'label',
  iterationPath: [],
  fresh: new Map(),
  onMinted: () => undefined,
  ...more,
});
const kinds = fc.constantFrom<Fresh['$fresh'][]>(
  'email',
  'external-id',
  'file-name',
  'text',
  'password',
);
const fresh = ($fresh: Fresh['$fresh'], n: number, depth = 0, length?: number): Val =>
  ({$fresh, n, depth, ...(length !== undefined && {length})}) as Val;

test('a fresh value has exactly the length that was asked for', () => {
  fc.assert(
    fc.property(kinds, fc.integer({min: 1, max: 5001}), (kind, length) => {
      expect(fill(fresh(kind, 1, 0, length), scope())).toHaveLength(length);
    }),
    {seed: 7},
  );
});

test('fresh values differ by number, label and the iterations around them, and by nothing else', () => {
  const value = (n: number, label: string, iterationPath: string[], depth: number): string =>
    String(fill(fresh('email', n, depth), scope({label, iterationPath})));
  const seen = new Set<string>();
  for (const n of [1, 2])
    for (const label of ['a', 'b'])
      for (const path of [[], ['r#0'], ['r#1'], ['r#1', 'q#0']])
        seen.add(value(n, label, path, path.length));
  expect(seen.size).toBe(16);
  expect(value(1, 'a', ['r#0', 'q#1'], 1)).toBe(value(1, 'a', ['r#0', 'q#2'], 1));
  expect(value(1, 'a', ['r#0'], 0)).toBe(value(1, 'a', [], 0));
});

test('fresh values of two runs differ, whatever their length', () => {
  const label = (nonce: string): string => labelFor({seed: 1, nonce}, 'a scene', 1);
  const value = (kind: Fresh['$fresh'], nonce: string, length?: number): string =>
    String(fill(fresh(kind, 1, 0, length), scope({label: label(nonce)})));
  expect(value('email', 'k3x9q2')).toMatch(/^pc-k3x9q2-\w{7}-\w{12}@presscheck\.example$/);
  for (const kind of ['email', 'external-id', 'file-name', 'text', 'password'] as const)
    for (const length of [undefined, 12, 64, 255])
      expect(value(kind, 'k3x9q2', length)).not.toBe(value(kind, 'b80fzz', length));
});

test("every fresh value is noted as the run's own", () => {
  const own: string[] = [];
  const filled = fill(
    {a: fresh('email', 1), b: [fresh('text', 2)]},
    scope({onMinted: (value) => void own.push(value)}),
  ) as any;
  expect(own).toEqual([filled.a, filled.b[0]]);
  expect(filled.a).toMatch(/^pc-label-\w+@presscheck\.example$/);
});

test('a text with a fresh part belongs to the run, too', () => {
  const minted: string[] = [];
  const fresh: Fresh = {$fresh: 'external-id', n: 1, depth: 0};
  const {one, other} = fill(
    {one: {$text: ['00', fresh]}, other: {$text: ['00', '7']}},
    scope({onMinted: (value) => void minted.push(value)}),
  ) as Record<string, string>;
  expect(minted).toContain(one);
  expect(minted).not.toContain(other);
});

test('references, headers, samples, sums and texts', () => {
  const exchanges = new Map([['made', exchange({data: {id: 7, name: null}}, {etag: '"x"'})]]);
  const at = (pointer: string): Val => ({$from: 'made', at: pointer});
  expect(
    fill(
      {
        id: at('/data/id'),
        name: at('/data/name'),
        tag: at('header:ETag'),
        sum: {$sum: [at('/data/id'), 1]},
        text: {$text: ['u', at('/data/id')]},
        size: {$sample: 'good', at: '/size'},
      },
      scope({exchanges, sample: () => ({size: 3})}),
    ),
  ).toEqual({id: 7, name: null, tag: '"x"', sum: 8, text: 'u7', size: 3});
  for (const gone of [
    at('/data/none'),
    at('/data/id/deeper'),
    at('header:none'),
    {$from: 'unsent', at: ''},
    {$sample: 'none', at: ''},
    at('/constructor'),
  ])
    expect(() => fill(gone as Val, scope({exchanges}))).toThrow(Unresolved);
});

test('a row of an empty list is told from a member that is not there', () => {
  const exchanges = new Map([['made', exchange({data: [], one: {}})]]);
  const row = (pointer: string) => (): unknown =>
    fill({$from: 'made', at: pointer}, scope({exchanges}));
  expect(row('/data/0/id')).toThrow('shows an empty list');
  expect(row('/one/id')).toThrow('without /one/id');
});

test('a day is so many days after the one with which a text begins', () => {
  const exchanges = new Map([['made', exchange({data: {created_at: '2032-02-28T23:30:00Z'}})]]);
  const after: Val = {$from: 'made', at: '/data/created_at'};
  const days = [1, 2, -59, 0].map((add) => fill({$day: {after, add}}, scope({exchanges})));
  expect(days).toEqual(['2032-02-29', '2032-03-01', '2031-12-31', '2032-02-28']);
  for (const wrong of [{after: 'soon', add: 1}, {after, add: 'x'}, {after, add: 1e99}, null, 5])
    expect(() => fill({$day: wrong} as Val, scope({exchanges}))).toThrow(Unresolved);
});

test('what is no reference goes as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!JSON.stringify(value).includes('"$'));
      expect(JSON.stringify(fill(value as Val, scope()))).toBe(JSON.stringify(value));
      expect([...stepsIn(value), ...samplesIn(value)]).toEqual([]);
    }),
    {seed: 8},
  );
});

const PLACE = 'https://storage.example/b?until=7&seal=z';
const QUERY = 'https://other.example/a?until=5&seal=x%2By&name=5a';

test('an altered link has the path of one and the query of another', () => {
  const link = fill({$link: {place: PLACE, query: QUERY}}, scope());
  expect(link).toBe('https://storage.example/b?until=5&seal=x%2By&name=5a');
});

test('an altered link takes only numbers and instants from the third', () => {
  const times = 'https://t.example/?until=9&seal=w&name=6';
  const link = new URL(fill({$link: {place: QUERY, query: QUERY, times}}, scope()) as string);
  expect(link.origin + link.pathname).toBe('https://other.example/a');
  expect(Object.fromEntries(link.searchParams)).toEqual({until: '9', seal: 'x+y', name: '5a'});
});

test('a link cannot be altered where there is none', () => {
  expect(() => fill({$link: {place: '', query: QUERY}}, scope())).toThrow(Unresolved);
});

test.each([
  [0, 50],
  [49, 1],
  [50, 50],
])('a page with %i rows lacks %i', (has, lacks) => {
  const rows = Array.from({length: has}, () => ({}));
  expect(fill({$lacking: {of: 50, rows}}, scope())).toBe(lacks);
});

test('a stem stands in the place of all of a file name before its ending', () => {
  const good = {sample: () => ({filename: 'the.low-tide.epub'})};
  const name = {$sample: 'good', at: '/filename', stem: '007'} as unknown as Val;
  expect(fill(name, scope(good))).toBe('007.epub');
});

test('a file name can have its ending in capitals', () => {
  const unsupported = {sample: () => ({filename: 'my.notes.exe'})};
  const name = {$sample: 'unsupported', at: '/filename', capitals: true} as unknown as Val;
  expect(fill(name, scope(unsupported))).toBe('my.notes.EXE');
});

test('a member of a row is that of the first row with the value', () => {
  const rows = [
    {id: 1, name: 'Tide'},
    {id: 2, name: ' Ebb '},
    {id: 3, name: 'Ebb'},
  ];
  const row = (is: Val, at = '/id'): unknown =>
    fill(
      {$row: {of: {$from: 's', at: '/data'}, where: '/name', is, at}},
      scope({exchanges: new Map([['s', exchange({data: rows})]])}),
    );
  expect(row('Tide')).toBe(1);
  // A deployment may have trimmed what it was given.
  expect(row(' Tide ')).toBe(1);
  expect(row('Ebb')).toBe(3);
  expect(() => row('Flood')).toThrow(Unresolved);
  expect(() => row('Tide', '/url')).toThrow(Unresolved);
  expect(stepsIn({$row: {of: {$from: 's', at: ''}, where: '', is: '', at: ''}})).toEqual(['s']);
});
