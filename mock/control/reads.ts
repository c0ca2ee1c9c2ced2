import type {TokenRow} from '../store/access/rows.ts';
import {counters} from '../store/limits/admit.ts';
import type {World} from '../world/world.ts';
import {type Handler, rowOf, worldOf} from './handler.ts';

/** A token by its id, or by the token itself. */
const tokenOf = (world: World, said: string): TokenRow =>
  (world.table('tokens').by('secret', said, '')[0] as TokenRow | undefined) ?? rowOf<TokenRow>(world, 'tokens', 'token', said);

export const readsOperations: Record<string, Handler> = {
  preloadReads(asked) {
    const world = worldOf(asked);
    const {token, store, count, ago_ms: ago = 0, api = 'v1'} = asked.body;
    const name = token === undefined ? counters(rowOf(world, 'stores', 'store', store), api).store : counters(tokenOf(world, token), api).token;
    const counter = world.reads(name);
    counter.add(world.now() - ago, count);
    world.noteReads();
    return {status: 200, body: {counter: name, count: counter.count(world.now())}};
  },
};
