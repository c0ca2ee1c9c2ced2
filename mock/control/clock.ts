import type {World} from '../world/world.ts';
import {worldOf, type ControlRequest, type Handler} from './handler.ts';
import {Problem} from './problem.ts';

/** The last instant that a clock can show, in epoch milliseconds. */
export const LAST_CLOCK_INSTANT = Date.UTC(3000, 0, 1) - 1;

/** Exactly one of the four is set; the OpenAPI document requires it. */
interface SetClock {
  advance_ms?: number;
  freeze_at?: string;
  run?: true;
  speed?: number;
}

/**
 * Parses an ISO 8601 instant.
 * @param member of the body or query, for the message
 * @returns epoch milliseconds
 * @throws Problem 422 for a text that is not an instant in the years 1970 to 2999
 */
export function instantOf(text: string, member: string, part = 'body'): number {
  const instant = Date.parse(text);
  if (instant >= 0 && instant <= LAST_CLOCK_INSTANT) return instant;
  throw new Problem(
    422,
    `${part}/${member}: \`${text}\` is no instant of the years 1970 to 2999`,
    'write it like 2026-03-01T09:30:00Z',
  );
}

/** The clock of a world. */
export const clockOperations: Record<string, Handler> = {
  getClock: (request) => ({status: 200, body: describe(worldOf(request))}),

  async setClock(request: ControlRequest<SetClock>) {
    const world = worldOf(request);
    const {advance_ms: ms, freeze_at: instant, speed} = request.body;
    if (ms !== undefined) await advance(world, ms);
    else if (instant !== undefined) await world.freeze(instantOf(instant, 'freeze_at'));
    else if (speed !== undefined) await world.setSpeed(speed);
    else await world.run();
    return {status: 200, body: describe(world)};
  },
};

const describe = (world: World) => ({
  now: new Date(world.now()).toISOString(),
  frozen: world.clock.frozen,
  speed: world.clock.speed,
  due: world.due(MAX_DUE).map(({at, event, key}) => ({at: new Date(at).toISOString(), event, key})),
});

/** The number of events that are listed with the clock. */
const MAX_DUE = 50;

async function advance(world: World, ms: number): Promise<void> {
  if (world.now() + ms > LAST_CLOCK_INSTANT)
    throw new Problem(
      422,
      'body/advance_ms: the clock would pass the year 2999',
      'advance by less, or reset the world',
    );
  await world.advance(ms);
}
