import {worldOf, type Handler} from './handler.ts';

/** What a world does where the documents leave it open. It is set when the world is made. */
export const freedomOperations: Record<string, Handler> = {
  getFreedoms(request) {
    const world = worldOf(request);
    const freedoms = Object.entries(request.worlds.freedoms).map(
      ([name, {values, others = null, meaning, open = []}]) => ({
        name,
        value: world.freedom(name),
        values,
        others,
        meaning,
        open_points: open,
      }),
    );
    return {status: 200, body: {freedoms}};
  },
};
