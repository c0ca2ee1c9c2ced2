import {plant} from '../seeds/plant.ts';
import {NoSeed, parsedSeed} from '../seeds/parse-seed.ts';
import type {Seed} from '../seeds/seed.ts';
import {seedOf} from '../seeds/seed-of.ts';
import {pathText, WrongValue} from '../wrong-value.ts';
import {newIdOf, worldOf, type ControlRequest, type Handler} from './handler.ts';
import {Problem} from './problem.ts';
import {describeWorld} from './worlds.ts';

/** Worlds from seeds, and seeds from worlds. */
export const plantOperations: Record<string, Handler> = {
  getSeed: (request) => ({status: 200, body: seedOf(worldOf(request))}),

  async putSeed(request: ControlRequest<Seed>) {
    const id = newIdOf(request);
    const world = await orWrongSeed(() => plant(request.worlds, id, request.body));
    return {status: 200, body: describeWorld(request, world)};
  },
};

/** Converts the error of a wrong seed. @throws Problem 422 */
export async function orWrongSeed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    throw new Problem(422, `body/${pathText(error.path)}: ${error.message}`, error.todo);
  }
}

/** The seed in a body of YAML. @throws Problem 422 */
export function seedInYaml(text: string): Seed {
  try {
    return parsedSeed(text).seed;
  } catch (error) {
    if (!(error instanceof NoSeed)) throw error;
    throw new Problem(422, `body: ${error.message}`, 'correct the seed; nothing was changed');
  }
}
