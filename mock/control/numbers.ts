import {rangeOf} from '../world/number-range.ts';
import {worldOf, type ControlRequest, type Handler} from './handler.ts';
import {Problem} from './problem.ts';

/** Limits, lifetimes and page sizes of a world, by name. */
export const numberOperations: Record<string, Handler> = {
  getNumbers: (request) => ({status: 200, body: {numbers: worldOf(request).numbers}}),

  async changeNumbers(request: ControlRequest<Record<string, number>>) {
    const world = worldOf(request);
    const unknown = Object.keys(request.body).find((name) => !Object.hasOwn(world.numbers, name));
    if (unknown !== undefined)
      throw new Problem(
        422,
        `body: unknown number \`${unknown}\``,
        `there are ${Object.keys(world.numbers).join(', ')}`,
      );
    for (const [name, value] of Object.entries(request.body)) requireInRange(name, value);
    for (const [name, value] of Object.entries(request.body)) await world.setNumber(name, value);
    return {status: 200, body: {numbers: world.numbers}};
  },
};

/** @throws Problem 422 for a value with which the mock could not work */
function requireInRange(name: string, value: number): void {
  const {minimum, maximum} = rangeOf(name);
  if (value < minimum || value > maximum)
    throw new Problem(
      422,
      `body: \`${name}\` must be between ${minimum} and ${maximum}`,
      'send a number in this range; nothing was changed',
    );
}
