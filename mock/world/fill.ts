import type {Json} from '../../spec/json.ts';
import type {Seeding} from '../chapter.ts';
import {sampleFile} from '../objects/sample-files.ts';
import type {Row, WorldImage, WorldMeta} from './change.ts';
import {Ids} from './ids.ts';
import type {Kit} from './kit.ts';
import type {Settings} from './settings.ts';

/** Bytes that a template lays into storage. */
export interface FilledObject {
  key: string;
  bytes: Uint8Array;
  contentType: string;
}

/** A new world's image: its template, filled in by the chapters from the seed. */
export function fill(
  kit: Kit,
  seed: number,
  settings: Settings,
  clock: WorldMeta['clock'],
): [WorldImage, FilledObject[]] {
  const counters: Record<string, number> = {};
  const ids = new Ids(seed, counters);
  const tables: Record<string, Row[]> = {};
  const objects: FilledObject[] = [];
  let seq = 1;
  const seeding: Seeding = {
    now: settings.filledAt,
    freedom: (name) => settings.freedoms[name],
    put: (table, row) => void (tables[table] ??= []).push(row),
    rows: <R extends Row>(table: string) => (tables[table] ?? []) as R[],
    newId: (kind) => ids.id(kind),
    newNumber: (kind) => ids.number(kind),
    newSeq: () => seq++,
    newSecret: (prefix) => ids.secret(prefix),
    sampleFile,
    object: (key, bytes, contentType) => void objects.push({key, bytes, contentType}),
  };
  if (settings.template !== 'empty')
    for (const template of kit.templates[settings.template]) template(seeding);
  const meta = {
    clock,
    seed,
    seq,
    ids: counters,
    settings: {...settings} as unknown as Record<string, Json>,
  };
  return [{meta, tables, due: [], reads: {}}, objects];
}
