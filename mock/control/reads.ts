import {defined} from '../../spec/defined.ts';
import type {TokenRow} from '../store/access/rows.ts';
import type {RollingCount} from '../world/rolling-count.ts';
import type {World} from '../world/world.ts';
import {rowOf, worldOf, type ControlRequest, type Handler} from './handler.ts';

/** Either a token or a store, and either `count` or `leave`; the OpenAPI document requires it. */
interface PreloadReads {
  token?: string;
  store?: string;
  count?: number;
  /** The number of reads to leave under the quota; null: removes the reads that an earlier call added. */
  leave?: number | null;
  ago_ms?: number;
  api?: 'v1' | 'v3';
}

/** Daily read counters of the store API. */
export const readsOperations: Record<string, Handler> = {
  preloadReads(request: ControlRequest<PreloadReads>) {
    const world = worldOf(request);
    const {count: added = 0, leave, ago_ms: ago = 0} = request.body;
    const {name, count: counter} = counterOf(world, request.body);
    if (leave === undefined) counter.add(world.now() - ago, added);
    else leaveReads(world, request.body, counter);
    world.persistence.saveReads();
    return {status: 200, body: {counter: name, count: counter.count(world.now())}};
  },
};

/**
 * The quota in the settings, without the changes of defects: a caller who asks for one remaining read expects the
 * documented quota.
 */
function leaveReads(world: World, {token, leave}: PreloadReads, counter: RollingCount): void {
  counter.removeUnsent();
  if (leave === undefined || leave === null) return;
  const name = `store.limits.${token === undefined ? 'store' : 'token'}_reads_per_day`;
  const quota = defined(world.plainNumbers[name], `the number ${name}`);
  const now = world.now();
  counter.addUnsent(now, Math.max(0, quota - leave - counter.count(now)));
}

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
