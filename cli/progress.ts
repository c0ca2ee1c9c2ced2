import {quantity} from '../spec/quantity.ts';
import type {WaitingClock} from '../spec/clock.ts';

/** Shows the progress of a run. */
export interface Progress {
  /**
   * Shows it if some time has passed since it was last shown.
   * @param secondsLeft the remaining time of the run, if known
   */
  show(done: number, of: number, what: string, secondsLeft?: number): void;
  /** Clears the line on the terminal. */
  end(): void;
}

const CLEAR_LINE = '\r\u001B[2K';

/** Milliseconds between two lines, on a terminal and in a file. */
const PAUSES = {terminal: 100, file: 15_000};

/** Shows the progress in place on a terminal, and as separate lines elsewhere. */
export function progressOn(stream: NodeJS.WriteStream, clock: WaitingClock): Progress {
  const terminal = stream.isTTY;
  const pause = terminal ? PAUSES.terminal : PAUSES.file;
  let last = clock.now();
  return {
    show(done, of, what, secondsLeft) {
      const now = clock.now();
      if (now - last < pause) return;
      last = now;
      const text = `${done} of ${quantity(of, 'request sequence')}${timeText(secondsLeft)}: ${what}`;
      const width = (stream.columns ?? 80) - 1;
      stream.write(terminal ? `${CLEAR_LINE}${text.slice(0, width)}` : `${text}\n`);
    },
    end() {
      if (terminal) stream.write(CLEAR_LINE);
    },
  };
}

/** Describes the remaining time of a run. */
const timeText = (seconds: number | undefined): string =>
  seconds === undefined ? '' : `, about ${Math.ceil(seconds / 60)} min left`;
