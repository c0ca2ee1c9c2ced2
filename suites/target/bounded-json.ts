import {exceeded} from '../../spec/nesting.ts';

/** How much JSON of a deployment is read: no documented response comes near it. */
const BOUNDS = {levels: 100, values: 200_000, members: 5000};

/** JSON that nests deeper or holds more values than is read: what it says stays undecided. */
export class TooMuchJson extends Error {
  override name = 'TooMuchJson';
}

/** Why a JSON text is not read; undefined for one that is. */
export function tooMuchIn(text: string): string | undefined {
  const bound = exceeded(text, BOUNDS);
  if (bound === 'levels') return `the body nests deeper than ${BOUNDS.levels} levels`;
  if (bound === 'values') return `the body has more than ${BOUNDS.values} values`;
  if (bound === 'members') return `the body has an object of more than ${BOUNDS.members} members`;
  return undefined;
}

/**
 * Parses a JSON text of a deployment or a hook.
 * @throws TooMuchJson for more than is read
 * @throws SyntaxError for what is no JSON
 */
export function jsonIn(text: string): unknown {
  const problem = tooMuchIn(text);
  if (problem !== undefined) throw new TooMuchJson(problem);
  return JSON.parse(text);
}
