import {plant} from '../seeds/plant.ts';
import {NoSeed, parsedSeed, type ParsedSeed} from '../seeds/parse-seed.ts';
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
    const {body} = request;
    const world = await orWrongSeed(() => plant(request.worlds, id, body), located.get(body));
    return {status: 200, body: describeWorld(request, world)};
  },
};

/** What finds the place of an error in the text of a seed that came as YAML. */
const located = new WeakMap<Seed, ParsedSeed['located']>();

/**
 * Converts the error of a wrong seed.
 * @param find its place in the text, if the seed came as YAML
 * @throws Problem 422
 */
export async function orWrongSeed<T>(
  work: () => Promise<T>,
  find?: ParsedSeed['located'],
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    if (find) throw wrongText(find(error));
    throw new Problem(422, `body/${pathText(error.path)}: ${error.message}`, error.todo);
  }
}

/** The seed in a body of YAML. @throws Problem 422 */
export function seedInYaml(text: string): Seed {
  try {
    const parsed = parsedSeed(text);
    located.set(parsed.seed, parsed.located);
    return parsed.seed;
  } catch (error) {
    throw error instanceof NoSeed ? wrongText(error) : error;
  }
}

const wrongText = ({message}: NoSeed): Problem =>
  new Problem(422, `body: ${message}`, 'correct the seed; nothing was changed');
