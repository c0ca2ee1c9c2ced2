import type {TokenRow} from '../store/access/rows.ts';
import type {World} from '../world/world.ts';
import {rowOf, worldOf, type ControlRequest, type Handler} from './handler.ts';

/** Either a token or a store, as the document says. */
interface PreloadReads {
  token?: string;
  store?: string;
  count: number;
  ago_ms?: number;
  api?: 'v1' | 'v3';
}

/** Daily read counters of the store API. */
export const readsOperations: Record<string, Handler> = {
  preloadReads(request: ControlRequest<PreloadReads>) {
    const world = worldOf(request);
    const {count: added, ago_ms: ago = 0} = request.body;
    const {name, count: counter} = counterOf(world, request.body);
    counter.add(world.now() - ago, added);
    world.keeping.noteReads();
    return {status: 200, body: {counter: name, count: counter.count(world.now())}};
  },
};

function counterOf(world: World, {token, store = '', api: version = 'v1'}: PreloadReads) {
  if (token === undefined) {
    const {key: tenant} = rowOf(world, 'stores', 'store', store);
    return world.reads.of('store.limits.store_reads', {tenant, version});
  }
  const {key: credential, tenant} = tokenOf(world, token);
  return world.reads.of('store.limits.token_reads', {credential, tenant, version});
}

/** @param name the token itself or its id */
const tokenOf = (world: World, name: string): TokenRow =>
  (world.table('tokens').first('secret', name, '') as TokenRow | undefined) ??
  rowOf<TokenRow>(world, 'tokens', 'token', name);
