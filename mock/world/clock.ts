import type {WorldMeta} from './change.ts';
import type {Ports} from './ports.ts';

/** One clock per world: frozen, or real time plus an offset. Milliseconds. */
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

  /** Shows again what it showed in an earlier state. */
  rollBack(state: WorldMeta['clock']): void {
    this.#state = state;
  }

  /** Moves on, frozen or running. */
  advance(ms: number): void {
    this.#state =
      'frozen' in this.#state
        ? {frozen: this.#state.frozen + ms}
        : {offset: this.#state.offset + ms};
  }

  freeze(at: number): void {
    this.#state = {frozen: at};
  }

  /** Runs on from the instant that it shows. */
  run(): void {
    this.#state = {offset: this.now() - this.#ports.now()};
  }
}
