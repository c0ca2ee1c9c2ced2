import type {World} from '../world/world.ts';
import {type Handler, worldOf} from './handler.ts';
import {Problem} from './problem.ts';

const LAST = Date.UTC(3000, 0, 1) - 1;

/**
 * Epoch milliseconds of an ISO 8601 instant. @throws Problem when there is none, or none that a
 * world can have
 */
export function instantOf(text: string, member: string): number {
  const instant = Date.parse(text);
  if (!(instant >= 0 && instant <= LAST))
    throw new Problem(
      422,
      `body/${member}: \`${text}\` is no instant of the years 1970 to 2999`,
      'write it like 2026-03-01T09:30:00Z',
    );
  return instant;
}

const shown = (world: World) => ({
  now: new Date(world.now()).toISOString(),
  frozen: world.clock.frozen,
});

export const clockOperations: Record<string, Handler> = {
  getClock: (asked) => ({status: 200, body: shown(worldOf(asked))}),

  async setClock(asked) {
    const world = worldOf(asked);
    const {advance_ms: ms, freeze_at: at} = asked.body;
    if (ms !== undefined) {
      if (world.now() + ms > LAST)
        throw new Problem(
          422,
          'body/advance_ms: the clock would pass the year 2999',
          'advance by less, or reset the world',
        );
      await world.advance(ms);
    } else if (at !== undefined) {
      const instant = instantOf(at, 'freeze_at');
      if (instant < world.now())
        throw new Problem(
          422,
          `body/freeze_at: it is ${shown(world).now} already, and a clock does not run back`,
          'make a world with `frozen_at`, or reset this one',
        );
      await world.freeze(instant);
    } else await world.run();
    return {status: 200, body: shown(world)};
  },
};
