import {counted, quantity} from '../../spec/quantity.ts';
import type {World} from '../world/world.ts';

/** Tables whose rows a seed does not hold, and what they are for people. */
const TABLES: Readonly<Record<string, string>> = {
  access_tokens: 'OAuth access tokens',
  auth_sessions: 'sessions (of signed-in users)',
  reading_sessions: 'reading sessions',
  checkout_visits: 'visits (of checkouts)',
};

/** Says in words what a seed of this world leaves out. */
export function leftOut(world: World): string[] {
  const counts = Object.entries(TABLES).map(([table, things]): [number, string] => [
    world.table(table).size,
    things,
  ]);
  const rows = counts
    .filter(([count]) => count > 0)
    .map(([count, things]) => counted(count, things));
  return [
    'secrets: keys, tokens, passwords and client secrets; planting makes new keys and tokens',
    'ids: planting gives new ones to everything but workspaces and stores',
    `the bytes of ${quantity(world.table('files').size, 'file')}: planting makes small valid files, and tools work on them again`,
    'whether an order that ended was paid before, and what was mailed',
    ...(world.clock.speed === 1 && !world.settings.skipWaits
      ? []
      : ['how fast the clock runs, and whether it skips waits']),
    ...rows,
  ];
}
