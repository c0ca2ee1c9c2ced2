import fc from 'fast-check';
import type {Row, WorldImage, WorldMeta} from '../world/change.ts';
import type {Commit} from '../persistence/commit-log.ts';

/** A row for tests, with a payload that differs from version to version. */
export interface TestRow extends Row {
  value: string | number;
}

/** The row of a key at a version; every row is of one tenant. */
export const row = (key: string, seq: number, value: string | number): TestRow => ({
  key,
  tenant: 'ws',
  seq,
  value,
});

/** What is kept of a world beside its rows, which differs from version to version. */
export const meta = (seq: number): WorldMeta => ({
  clock: {frozen: 1_700_000_000_000 + seq},
  seed: 7,
  seq,
  ids: {row: seq},
  settings: {},
});

/** An entry that puts one row. */
export const put = (key: string, seq: number, value: string | number = seq): Commit => ({
  changes: [{table: 'books', put: row(key, seq, value)}],
  due: {add: [], gone: []},
  meta: meta(seq),
});

/** The image of a world without rows, at version 0. */
export const emptyImage = (): WorldImage => ({meta: meta(0), tables: {}, due: [], reads: {}});

/**
 * Entries over few keys and a wide range of `seq`, so that rows are replaced, moved between chunks
 * and deleted.
 */
export const entries: fc.Arbitrary<Commit[]> = fc
  .array(
    fc.record({
      changes: fc.array(
        fc.oneof(
          fc.record({
            table: fc.constantFrom('books', 'people'),
            put: fc.record({
              key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
              tenant: fc.constant('ws'),
              seq: fc.nat(2000),
              value: fc.string(),
            }),
          }),
          fc.record({
            table: fc.constantFrom('books', 'people'),
            del: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
          }),
        ),
        {maxLength: 4},
      ),
      add: fc.uniqueArray(fc.nat(20), {maxLength: 2}),
      gone: fc.uniqueArray(fc.nat(20), {maxLength: 2}),
    }),
    {maxLength: 30},
  )
  .map((drafts) =>
    drafts.map(({changes, add, gone}, index) => ({
      changes,
      due: {add: add.map((seq) => ({at: 100 - seq, seq, event: 'later', key: `k${index}`})), gone},
      meta: meta(index + 1),
    })),
  );

/** The state of a plain map after these entries: rows by table and key, due events, meta. */
export function plainly(all: Commit[]): {
  rows: Record<string, Record<string, unknown>>;
  due: Record<number, unknown>;
  meta: WorldMeta;
} {
  const rows: Record<string, Record<string, unknown>> = {};
  const due: Record<number, unknown> = {};
  for (const entry of all) {
    for (const change of entry.changes)
      if ('put' in change) (rows[change.table] ??= {})[change.put.key] = change.put;
      else delete rows[change.table]?.[change.del];
    for (const each of entry.due.add) due[each.seq] = each;
    for (const seq of entry.due.gone) delete due[seq];
  }
  return {rows, due, meta: all.at(-1)?.meta ?? meta(0)};
}

/** The same view of an image; fails the caller's comparison when a key stands twice. */
export function plain(image: Omit<WorldImage, 'reads'>): ReturnType<typeof plainly> {
  const rows: Record<string, Record<string, unknown>> = {};
  for (const [table, all] of Object.entries(image.tables)) {
    const named = (rows[table] ??= {});
    for (const each of all) {
      if (each.key in named) throw new Error(`${table}/${each.key} stands twice`);
      named[each.key] = each;
    }
  }
  return {
    rows,
    due: Object.fromEntries(image.due.map((each) => [each.seq, each])),
    meta: image.meta,
  };
}

/** Without tables that hold nothing: whether an emptied table is named is no part of the state. */
export const bare = (state: ReturnType<typeof plainly>): ReturnType<typeof plainly> => ({
  ...state,
  rows: Object.fromEntries(
    Object.entries(state.rows).filter(([, rows]) => Object.keys(rows).length),
  ),
});
