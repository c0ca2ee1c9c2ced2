import type {Json} from '../../spec/json.ts';
import type {Seeder} from '../chapter.ts';
import {sampleFile} from '../objects/sample-files.ts';
import type {Row, WorldImage, WorldMeta} from './change.ts';
import {Ids} from './ids.ts';
import type {WorldDefinition} from './world-definition.ts';
import type {Settings} from './settings.ts';

/** A file that a template puts into object storage. */
export interface SeededObject {
  key: string;
  bytes: Uint8Array;
  contentType: string;
}

/** Makes the image of a new world: the chapters add the rows of the template, with ids derived from the seed. */
export function seedWorld(
  definition: WorldDefinition,
  seed: number,
  settings: Settings,
  clock: WorldMeta['clock'],
): [WorldImage, SeededObject[]] {
  const counters: Record<string, number> = {};
  const ids = new Ids(seed, counters);
  const tables: Record<string, Row[]> = {};
  const objects: SeededObject[] = [];
  let seq = 1;
  const seeder: Seeder = {
    now: settings.filledAt,
    freedom: (name) => settings.freedoms[name],
    put: (table, row) => void (tables[table] ??= []).push(row),
    rows: <R extends Row>(table: string) => (tables[table] ?? []) as R[],
    newId: (kind) => ids.id(kind),
    newNumber: (kind) => ids.number(kind),
    newSeq: () => seq++,
    newSecret: (prefix) => ids.secret(prefix),
    ownCredential: (ofDemo) => ofDemo.replace(/^demo(?=-)/, settings.credentials),
    sampleFile,
    object: (key, bytes, contentType) => void objects.push({key, bytes, contentType}),
  };
  if (settings.template !== 'empty')
    for (const template of definition.templates[settings.template]) template(seeder);
  const meta = {
    clock,
    seed,
    seq,
    ids: counters,
    settings: {...settings} as unknown as Record<string, Json>,
  };
  return [{meta, tables, due: [], reads: {}}, objects];
}
