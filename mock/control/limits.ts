import type {Row} from '../world/change.ts';
import type {Facets} from '../world/counter.ts';
import type {WindowKind} from '../world/window.ts';
import type {World} from '../world/world.ts';
import {worldOf, type Handler} from './handler.ts';

/** A limit of the documents: what it counts, and the number that is its maximum. */
interface ShownLimit {
  limit: string;
  /** The table whose rows it counts requests of. */
  table: 'keys' | 'tokens' | 'stores';
  counter: string;
  number: string;
  /** The freedom that says how the window of a minute moves; absent for the rolling day. */
  window?: string;
}

const LIMITS: readonly ShownLimit[] = [
  {
    limit: 'requests a minute',
    table: 'keys',
    counter: 'workspace.limits.minute',
    number: 'workspace.limits.requests_per_minute',
    window: 'workspace.limits.window',
  },
  {
    limit: 'requests a minute',
    table: 'tokens',
    counter: 'store.limits.minute',
    number: 'store.limits.requests_per_minute',
    window: 'store.limits.window',
  },
  {
    limit: 'reads a day',
    table: 'tokens',
    counter: 'store.limits.token_reads',
    number: 'store.limits.token_reads_per_day',
  },
  {
    limit: 'reads a day',
    table: 'stores',
    counter: 'store.limits.store_reads',
    number: 'store.limits.store_reads_per_day',
  },
];

/** How much of the limits is used. */
export const limitOperations: Record<string, Handler> = {
  getLimits(request) {
    const world = worldOf(request);
    return {status: 200, body: {enforced: world.settings.limits, limits: limitsOf(world)}};
  },
};

const limitsOf = (world: World): object[] =>
  LIMITS.flatMap((shown) =>
    ([...world.table(shown.table).all()] as (Row & {role?: string})[]).map((row) => ({
      of: row.role ?? row.key,
      limit: shown.limit,
      ...usageOf(world, shown, facetsOf(shown, row)),
    })),
  );

const facetsOf = ({table}: ShownLimit, {key, tenant}: Row): Facets =>
  table === 'stores' ? {tenant: key, version: 'v1'} : {credential: key, tenant, version: 'v1'};

function usageOf(
  world: World,
  {counter, number, window}: ShownLimit,
  facets: Facets,
): {used: number; maximum: number} {
  const maximum = world.numbers[number] ?? 0;
  const now = world.now();
  if (window === undefined)
    return {used: world.reads.find(counter, facets)?.count(now) ?? 0, maximum};
  const kind = world.freedom(window) as WindowKind;
  return {used: maximum - world.windows.of(counter, facets, maximum, kind).left(now), maximum};
}
