import {isObject} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';

/** The classes of responses that one scene has reached, and how many responses it took. */
interface Reached {
  classes: ReadonlySet<string>;
  responses: number;
}

/**
 * Counts the classes of responses of a run: operation, status, situation, reason, and the shape of the body. A
 * scene that reaches what few others reach is worth going on from, as in coverage-guided fuzzing.
 */
export class ResponseClasses {
  /** In how many scenes each class was seen. */
  readonly #scenes = new Map<string, number>();
  readonly #reached = new Map<string, Reached>();

  /** The number of classes that were seen. */
  get size(): number {
    return this.#scenes.size;
  }

  /** Records the responses of a scene. */
  note(scene: string, exchanges: readonly Exchange[]): void {
    const classes = new Set(exchanges.map(classOf));
    for (const one of classes) this.#scenes.set(one, (this.#scenes.get(one) ?? 0) + 1);
    this.#reached.set(scene, {classes, responses: exchanges.length});
  }

  /** How rare the classes are that a scene reached when it was last run, per response; 0 where it was never run. */
  rarityOf(scene: string): number {
    const {classes, responses} = this.#reached.get(scene) ?? {classes: [], responses: 1};
    const shares = [...classes].map((one) => 1 / (this.#scenes.get(one) ?? 1));
    return shares.reduce((sum, share) => sum + share, 0) / responses;
  }
}

/** What is told apart: values are not, but for the reason of a refusal. */
function classOf({op, as, status, situations, body}: Exchange): string {
  const reason = isObject(body) && typeof body.reason === 'string' ? body.reason : '';
  return [op, as, status, situations.join(' '), reason, shapeOf(body, DEPTH)].join('\n');
}

/** Below this depth no members are told apart. */
const DEPTH = 4;

/** The kind of a value, and the names and kinds of its members; a list has the shapes of its items. */
function shapeOf(value: unknown, depth: number): string {
  if (value === null) return 'null';
  if (depth === 0) return typeof value;
  if (Array.isArray(value))
    return `[${[...new Set(value.map((item) => shapeOf(item, depth - 1)))].sort().join()}]`;
  if (!isObject(value)) return typeof value;
  const members = Object.entries(value).map(
    ([name, member]) => `${name}:${shapeOf(member, depth - 1)}`,
  );
  return `{${members.sort().join()}}`;
}
