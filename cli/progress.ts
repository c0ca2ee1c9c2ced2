import {quantity} from '../spec/quantity.ts';
import type {WaitingClock} from '../spec/clock.ts';
import {realClock} from '../suites/engine/facts/ports.ts';

/** Shows the progress of a run. */
export interface Progress {
  /**
   * Shows it if some time has passed since it was last shown.
   * @param secondsLeft the remaining time of the run, if known
   */
  show(done: number, of: number, what: string, secondsLeft?: number): void;
  /**
   * Shows what is done before the first request sequence.
   * @param whyLong why it may take long
   */
  say(what: string, whyLong?: string): void;
  /** Clears the line on the terminal. */
  end(): void;
}

const CLEAR_LINE = '\r\u001B[2K';

/** Milliseconds between two lines, on a terminal and in a file: nobody has to wait ten seconds for a word. */
const PAUSES = {terminal: 100, file: 8000};

/** After how many milliseconds the time of a step is shown, too: it may wait for a limit or a mail. */
const LONG_STEP_MS = 5000;

/** Milliseconds after which the time of such a step is shown again, where a line may be written. */
const REMINDER_MS = 1000;

/**
 * Shows the progress of some work on standard error, until it ends.
 * @param whyLong why a step may take long
 */
export async function withProgress<T>(
  whyLong: string | undefined,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const progress = progressOn(process.stderr, realClock, whyLong);
  try {
    return await work(progress);
  } finally {
    progress.end();
  }
}

/**
 * Shows the progress in place on a terminal, and as separate lines elsewhere.
 * @param whyLong why a step may take long
 */
export function progressOn(
  stream: NodeJS.WriteStream,
  clock: WaitingClock,
  whyLong?: string,
): Progress {
  const terminal = stream.isTTY;
  const pause = terminal ? PAUSES.terminal : PAUSES.file;
  let last = -Infinity;
  let step = {text: '', since: clock.now(), why: whyLong};
  const write = (text: string): void => {
    const now = clock.now();
    if (now - last < pause) return;
    last = now;
    const width = (stream.columns ?? 80) - 1;
    stream.write(terminal ? `${CLEAR_LINE}${text.slice(0, width)}` : `${text}\n`);
  };
  const begin = (text: string, why = whyLong): void => {
    step = {text, since: clock.now(), why};
    write(text);
  };
  const ended = new AbortController();
  void remind();
  return {
    show(done, of, what, secondsLeft) {
      const text = `${done} of ${quantity(of, 'request sequence')}${timeText(secondsLeft)}: ${what}`;
      begin(text);
    },
    say: begin,
    end() {
      ended.abort();
      if (terminal) stream.write(CLEAR_LINE);
    },
  };

  /** Shows the step again and again while it takes long. */
  async function remind(): Promise<void> {
    while (!ended.signal.aborted) {
      const ms = clock.now() - step.since;
      const why = step.why === undefined ? '' : `; ${step.why}`;
      if (step.text && ms >= LONG_STEP_MS) write(`${step.text} (${Math.round(ms / 1000)} s${why})`);
      await clock.sleep(REMINDER_MS, ended.signal);
    }
  }
}

/** Describes the remaining time of a run. */
const timeText = (seconds: number | undefined): string =>
  seconds === undefined ? '' : `, about ${Math.ceil(seconds / 60)} min left`;
