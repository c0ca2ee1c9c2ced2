import type {Row} from '../world/change.ts';
import type {World} from '../world/world.ts';
import type {Worlds} from '../world/worlds.ts';
import {Problem} from './problem.ts';

/** A request that has passed the control plane's own document. */
export interface ControlRequest {
  worlds: Worlds;
  /** Base address of an origin for a world, as the caller would reach it. */
  url(origin: 'workspace' | 'store' | 'objects', world: string): string;
  path: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, any>;
}

/** Status 204 has no body. */
export interface ControlResponse {
  status: 200 | 201 | 204;
  body?: unknown;
}

/** Does what one operation says. Resolves when what it changed is kept. Throws Problem. */
export type Handler = (asked: ControlRequest) => Promise<ControlResponse> | ControlResponse;

/** The world that a path names. */
export function worldOf({worlds, path}: ControlRequest): World {
  const world = worlds.get(path['world']!);
  if (!world)
    throw new Problem(
      404,
      `there is no world \`${path['world']}\``,
      '`GET /worlds` lists them, `POST /worlds` makes one',
    );
  return world;
}

/** Turns the complaint about a name that nobody declared into an answer. */
export async function orUnprocessable<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError)
      throw new Problem(422, error.message, 'use one of the names that there are');
    throw error;
  }
}

/** A row that a path or body names. @param word what the table's rows are called */
export function rowOf<R extends Row>(world: World, table: string, word: string, key: string): R {
  const row = world.table(table).get(key);
  if (row) return row as R;
  const some = [...world.table(table).all()].slice(0, 10).map((each) => each.key);
  throw new Problem(
    404,
    `world \`${world.id}\` has no ${word} \`${key}\``,
    some.length ? `there are ${some.join(', ')}` : `it has no ${word} at all`,
  );
}
