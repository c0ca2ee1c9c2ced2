import type {WorldMeta} from './change.ts';
import type {Ports} from './ports.ts';

/** The clock of one world: frozen, or real time plus an offset, in milliseconds. */
export class Clock {
  readonly #ports: Ports;
  #state: WorldMeta['clock'];

  constructor(ports: Ports, state: WorldMeta['clock']) {
    this.#ports = ports;
    this.#state = state;
  }

  get state(): WorldMeta['clock'] {
    return this.#state;
  }

  get frozen(): boolean {
    return 'frozen' in this.#state;
  }

  now(): number {
    return 'frozen' in this.#state ? this.#state.frozen : this.#ports.now() + this.#state.offset;
  }

  /** Restores an earlier state of the clock. */
  rollBack(state: WorldMeta['clock']): void {
    this.#state = state;
  }

  /** Advances the clock, frozen or running. */
  advance(ms: number): void {
    this.#state =
      'frozen' in this.#state
        ? {frozen: this.#state.frozen + ms}
        : {offset: this.#state.offset + ms};
  }

  freeze(at: number): void {
    this.#state = {frozen: at};
  }

  /** Lets the clock run from the instant that it shows. */
  run(): void {
    this.#state = {offset: this.now() - this.#ports.now()};
  }
}
