import {type Handler, worldOf} from './handler.ts';
import {Problem} from './problem.ts';

export const numberOperations: Record<string, Handler> = {
  getNumbers: (asked) => ({status: 200, body: {numbers: worldOf(asked).numbers}}),

  async changeNumbers(asked) {
    const world = worldOf(asked);
    const unknown = Object.keys(asked.body).find((name) => !Object.hasOwn(world.numbers, name));
    if (unknown !== undefined)
      throw new Problem(
        422,
        `body: unknown number \`${unknown}\``,
        `there are ${Object.keys(world.numbers).join(', ')}`,
      );
    for (const [name, value] of Object.entries(asked.body))
      await world.setNumber(name, value as number);
    return {status: 200, body: {numbers: world.numbers}};
  },
};
