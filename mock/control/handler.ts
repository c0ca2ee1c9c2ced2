import {defined} from '../../spec/defined.ts';
import type {SiteOperations} from '../site/site-operations.ts';
import type {Row} from '../world/change.ts';
import type {World} from '../world/world.ts';
import {WrongFreedom} from '../world/freedoms.ts';
import {ROOT, type Worlds} from '../world/worlds.ts';
import {Problem} from './problem.ts';
import type {OwnAddress} from './own-address.ts';

/**
 * A valid request to the control plane.
 * @typeParam Body the type of the operation's body in the OpenAPI document; `{}` for a request without one
 */
export interface ControlRequest<Body = unknown> {
  worlds: Worlds;
  /** The actions of people on the stores' pages. */
  site: SiteOperations;
  /** Waits in real time, in milliseconds. */
  wait(ms: number): Promise<void>;
  /** Base URL of an origin for a world, as the caller reaches it. */
  url(origin: 'workspace' | 'store' | 'objects', world: string): string;
  /** Where the mock itself reaches an origin for a world. */
  ownAddress(origin: 'workspace' | 'store' | 'objects', world: string): OwnAddress;
  /** Path parameters: `world`, `id`. */
  path: Record<string, string>;
  query: Record<string, string>;
  body: Body;
}

/** The response of an operation. Status 204 has no body. */
export interface ControlResponse {
  status: 200 | 201 | 204;
  body?: unknown;
}

/**
 * Performs an operation of the control plane; resolves when its changes are persisted. A handler declares the type of
 * its body: `(request: ControlRequest<MintKey>) => ...`.
 * @throws Problem
 */
export type Handler = (
  request: ControlRequest<never>,
) => Promise<ControlResponse> | ControlResponse;

/**
 * The world in the path.
 * @throws Problem 404
 */
export function worldOf({worlds, path}: ControlRequest): World {
  const id = defined(path['world'], 'the world in the path');
  const world = worlds.get(id);
  if (world) return world;
  throw new Problem(
    404,
    `there is no world \`${id}\``,
    '`GET /worlds` lists them, `POST /worlds` makes one',
  );
}

/**
 * The world in the path, which may be a new one.
 * @throws Problem 422 for a text that cannot be the name of a world
 */
export function newIdOf({path}: ControlRequest): string {
  const id = defined(path['world'], 'the world in the path');
  if (/^[a-z0-9][a-z0-9-]{0,63}$/.test(id)) return id;
  throw new Problem(
    422,
    `\`${id}\` cannot be the name of a world`,
    'use 1 to 64 lower-case letters, digits and dashes',
  );
}

/** The id in the path, of a key, a token or a workspace. */
export const idOf = ({path}: ControlRequest): string => defined(path['id'], 'the id in the path');

/** What to do about an unknown freedom, or an unknown value of one. */
export const TODO_FREEDOMS = `\`GET /worlds/${ROOT}/freedoms\` lists the freedoms with their values`;

/** Converts a RangeError, which names something that does not exist in the world, to a response with 422. */
export async function orUnprocessable<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const todo =
      error instanceof WrongFreedom ? TODO_FREEDOMS : 'use one of the names that there are';
    throw new Problem(422, error.message, todo);
  }
}

/**
 * Finds a row that the path or the body names.
 * @param noun the noun for a row of the table, for example `access token`
 * @throws Problem 404
 */
export function rowOf<R extends Row>(world: World, table: string, noun: string, key: string): R {
  const row = world.table(table).get(key);
  if (row) return row as R;
  const known = [...world.table(table).all()].slice(0, 10).map((each) => each.key);
  throw new Problem(
    404,
    `world \`${world.id}\` has no ${noun} \`${key}\``,
    known.length ? `there are ${known.join(', ')}` : `it has no ${noun} at all`,
  );
}
