import {request} from 'undici';
import type {TokenRow} from '../mock/store/access/rows.ts';
import type {World} from '../mock/world/world.ts';
import {defined} from '../spec/defined.ts';
import {median} from './figure.ts';

/** Key of a store in a suite world. */
export const STORE = 'store-a';

/** A token of the store. */
export function tokenOf(world: World): string {
  const tokens = [...world.table('tokens').all()] as TokenRow[];
  const token = tokens.find(({tenant}) => tenant === STORE);
  return defined(token, 'a token of the store').secret;
}

/** Median of the requests of one round, in sequence, in milliseconds. */
export async function medianOf(
  urlOf: (turn: number) => string,
  token: string,
  requests = 100,
): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < requests; turn++) {
    const url = urlOf(turn);
    const begin = performance.now();
    const response = await request(url, {headers: {'x-user-token': token}});
    await response.body.dump();
    times.push(performance.now() - begin);
    if (response.statusCode !== 200) throw new Error(`${url} was answered ${response.statusCode}`);
  }
  return median(times);
}
