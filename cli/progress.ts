import {quantity} from '../spec/quantity.ts';
import type {WaitingClock} from '../spec/clock.ts';

/** Shows how far a run is. */
export interface Progress {
  /**
   * Shows it when some time passed since the last call that did.
   * @param secondsLeft how long the run still takes, where that is known
   */
  show(done: number, of: number, what: string, secondsLeft?: number): void;
  /** Clears what stands on the terminal. */
  end(): void;
}

const CLEAR_LINE = '\r\u001B[2K';

/** Milliseconds between two lines: of a terminal, and of a file. */
const PAUSES = {terminal: 100, file: 15_000};

/** Progress in place on a terminal, and as lines of their own elsewhere. */
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

/** How long a run still takes, in words. */
const timeText = (seconds: number | undefined): string =>
  seconds === undefined ? '' : `, about ${Math.ceil(seconds / 60)} min left`;
