import {nearest} from '../http/nearest.ts';
import {WrongValue, type Path} from '../wrong-value.ts';

/**
 * Names that are unique: of several things with one name, `Monthly #2` is the second.
 * @param things in the order in which they are made
 */
export function numbered<T>(things: Iterable<T>, nameOf: (thing: T) => string): Map<T, string> {
  const named = new Map<string, T[]>();
  for (const thing of things) {
    const name = nameOf(thing);
    const same = named.get(name);
    if (same) same.push(thing);
    else named.set(name, [thing]);
  }
  const uniqueOf = (name: string, position: number, count: number): string =>
    count === 1 ? name : free(`${name} #${position + 1}`, named);
  return new Map(
    [...named].flatMap(([name, same]) =>
      same.map((thing, at) => [thing, uniqueOf(name, at, same.length)] as const),
    ),
  );
}

/** A text that is not taken, which begins with this one. */
export const free = (text: string, taken: {has(text: string): boolean}): string =>
  taken.has(text) ? free(`${text}-`, taken) : text;

/** The things of one kind, by the names that a seed may use for them. */
export class Names<T> {
  readonly #what: string;
  /** The things by each kind of name, the most particular one first. */
  readonly #kinds: Map<string, T[]>[] = [];

  /**
   * @param what the noun, such as `user`
   * @param things in the order in which they were made
   * @param namesOf every name of a thing, one of each kind: where two things share one, the earlier kind decides. The last
   * is the name for people, which several may have
   */
  constructor(
    what: string,
    things: Iterable<T>,
    namesOf: (thing: T) => readonly (string | null | undefined)[],
  ) {
    this.#what = what;
    const all = [...things];
    const unique = numbered(all, (thing) => namesOf(thing).at(-1) ?? '');
    for (const thing of all)
      for (const [kind, name] of [...namesOf(thing), unique.get(thing)].entries()) {
        const found = (this.#kinds[kind] ??= new Map<string, T[]>());
        if (typeof name === 'string') found.set(name, [...(found.get(name) ?? []), thing]);
      }
  }

  /** The thing with a name. @throws WrongValue when there is none, or more than one */
  get(name: string, path: Path): T {
    const [one, another] = this.#kinds.map((found) => found.get(name)).find(Boolean) ?? [];
    if (one !== undefined && another === undefined) return one;
    const what = this.#what;
    if (one !== undefined)
      throw new WrongValue(
        path,
        `\`${name}\` is the name of several ${what}s`,
        `write \`${name} #1\` for the first one, or give them different names`,
      );
    const known = [...new Set(this.#kinds.slice(0, -1).flatMap((found) => [...found.keys()]))];
    const near = nearest(name, known)?.text;
    const listed = known.slice(0, 10).map((each) => `\`${each}\``);
    throw new WrongValue(
      path,
      `there is no ${what} \`${name}\`${near === undefined ? '' : `: did you mean \`${near}\`?`}`,
      listed.length ? `there are ${listed.join(', ')}` : `add a ${what} of this name`,
    );
  }

  /** Whether something has this as its most particular name. */
  identifies(name: string): boolean {
    return this.#kinds[0]?.has(name) ?? false;
  }
}
