import type {Json} from '../../spec/json.ts';
import type {Counter} from './counter.ts';
import type {WorldDefinition} from './world-definition.ts';
import {numbersOf, settingsOf, type Settings, type WorldOverrides} from './settings.ts';

/** The configuration of one world: the declarations of the chapters, overridden by the settings of the world. */
export class Configuration {
  readonly settings: Settings;
  /** The counters of limits, by name. */
  readonly counters: Readonly<Record<string, Counter>>;
  readonly #definition: WorldDefinition;
  readonly #overrides: WorldOverrides;
  #numbers: Readonly<Record<string, number>>;

  /** @throws RangeError when the settings name a defect that this mock was not made with */
  constructor(
    stored: Record<string, Json>,
    definition: WorldDefinition,
    overrides: WorldOverrides,
  ) {
    this.settings = settingsOf(stored);
    overrides.accept(this.settings);
    this.#definition = definition;
    this.#overrides = overrides;
    this.#numbers = this.#currentNumbers();
    this.counters = overrides.counters(this.settings, definition.counters);
  }

  /** Limits, lifetimes and page sizes by name. */
  get numbers(): Readonly<Record<string, number>> {
    return this.#numbers;
  }

  /** The same numbers without the changes of defects. */
  get plainNumbers(): Readonly<Record<string, number>> {
    return numbersOf(this.#definition, this.settings);
  }

  /**
   * Changes a limit, lifetime or page size.
   * @returns a function that undoes the change
   * @throws RangeError for a name that no chapter declares
   */
  setNumber(name: string, value: number): () => void {
    const declared = this.#definition.numbers;
    if (!Object.hasOwn(declared, name))
      throw new RangeError(`no number \`${name}\`; there are ${Object.keys(declared).join(', ')}`);
    const before = {...this.settings.numbers};
    this.#setNumbers({...before, [name]: value});
    return () => this.#setNumbers(before);
  }

  /**
   * The value of a freedom: what the world does where the documents leave it open. @throws Error for an unknown
   * freedom
   */
  freedom(name: string): unknown {
    const declared = this.#definition.freedoms;
    if (!Object.hasOwn(declared, name))
      throw new Error(
        `no freedom \`${name}\` is declared; there are ${Object.keys(declared).join(', ')}`,
      );
    const {freedoms} = this.settings;
    return Object.hasOwn(freedoms, name) ? freedoms[name] : declared[name]?.values[0];
  }

  #setNumbers(numbers: Record<string, number>): void {
    this.settings.numbers = numbers;
    this.#numbers = this.#currentNumbers();
  }

  #currentNumbers(): Readonly<Record<string, number>> {
    return this.#overrides.numbers(this.settings, this.plainNumbers);
  }
}
