import type {TokenRow} from '../store/access/rows.ts';
import type {World} from '../world/world.ts';
import {type Handler, rowOf, worldOf} from './handler.ts';

/** A token by its id, or by the token itself. */
const tokenOf = (world: World, said: string): TokenRow =>
  (world.table('tokens').first('secret', said, '') as TokenRow | undefined) ??
  rowOf<TokenRow>(world, 'tokens', 'token', said);

export const readsOperations: Record<string, Handler> = {
  preloadReads(asked) {
    const world = worldOf(asked);
    const {token: said, store, count, ago_ms: ago = 0, api: version = 'v1'} = asked.body;
    const token = said === undefined ? undefined : tokenOf(world, said);
    const {name, count: counter} = token
      ? world.reads('store.limits.token_reads', {
          credential: token.key,
          tenant: token.tenant,
          version,
        })
      : world.reads('store.limits.store_reads', {
          tenant: rowOf(world, 'stores', 'store', store).key,
          version,
        });
    counter.add(world.now() - ago, count);
    world.noteReads();
    return {status: 200, body: {counter: name, count: counter.count(world.now())}};
  },
};
