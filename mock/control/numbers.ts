import {rangeOf} from '../world/number-range.ts';
import {worldOf, type ControlRequest, type Handler} from './handler.ts';
import {Problem} from './problem.ts';

/** Limits, lifetimes and page sizes of a world, by name. */
export const numberOperations: Record<string, Handler> = {
  getNumbers: (request) => ({status: 200, body: {numbers: worldOf(request).numbers}}),

  async changeNumbers(request: ControlRequest<Record<string, number>>) {
    const world = worldOf(request);
    requireNumbers(world.numbers, request.body, 'body');
    for (const [name, value] of Object.entries(request.body)) await world.setNumber(name, value);
    return {status: 200, body: {numbers: world.numbers}};
  },
};

/**
 * @param declared the numbers that there are
 * @param place of the given numbers, for the message
 * @throws Problem 422 for an unknown name, and for a value with which the mock could not work
 */
export function requireNumbers(
  declared: Readonly<Record<string, number>>,
  given: Readonly<Record<string, number>>,
  place: string,
): void {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(declared, name));
  if (unknown !== undefined)
    throw new Problem(
      422,
      `${place}: unknown number \`${unknown}\``,
      `there are ${Object.keys(declared).join(', ')}`,
    );
  for (const [name, value] of Object.entries(given)) requireInRange(name, value, place);
}

function requireInRange(name: string, value: number, place: string): void {
  const {minimum, maximum} = rangeOf(name);
  if (value < minimum || value > maximum)
    throw new Problem(
      422,
      `${place}: \`${name}\` must be between ${minimum} and ${maximum}`,
      'send a number in this range; nothing was changed',
    );
}
