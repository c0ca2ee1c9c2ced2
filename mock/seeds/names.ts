import {nearest} from '../http/nearest.ts';
import {WrongValue, type Path} from '../wrong-value.ts';

/** The things of one kind, by the names that a seed may use for them. */
export class Names<T> {
  readonly #what: string;
  readonly #found = new Map<string, T[]>();

  /**
   * @param what the noun, such as `user`
   * @param namesOf every name of a thing
   */
  constructor(
    what: string,
    things: Iterable<T>,
    namesOf: (thing: T) => readonly (string | null | undefined)[],
  ) {
    this.#what = what;
    for (const thing of things)
      for (const name of new Set(namesOf(thing)))
        if (typeof name === 'string')
          this.#found.set(name, [...(this.#found.get(name) ?? []), thing]);
  }

  /** The thing with a name. @throws WrongValue when there is none, or more than one */
  get(name: string, path: Path): T {
    const [one, another] = this.#found.get(name) ?? [];
    if (one !== undefined && another === undefined) return one;
    const what = this.#what;
    if (one !== undefined)
      throw new WrongValue(
        path,
        `\`${name}\` is the name of several ${what}s`,
        'give them different names',
      );
    const known = [...this.#found.keys()];
    const near = nearest(name, known)?.text;
    const listed = known.slice(0, 10).map((each) => `\`${each}\``);
    throw new WrongValue(
      path,
      `there is no ${what} \`${name}\`${near === undefined ? '' : `: did you mean \`${near}\`?`}`,
      listed.length ? `there are ${listed.join(', ')}` : `add a ${what} of this name`,
    );
  }

  /** Whether something has a name. */
  has(name: string): boolean {
    return this.#found.has(name);
  }
}
