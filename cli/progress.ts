import type {WaitingClock} from '../suites/engine/pacer.ts';

/** Shows how far a run is: in place on a terminal, a line a minute elsewhere. */
export function progressOn(
  stream: NodeJS.WriteStream,
  clock: WaitingClock,
): {tell(done: number, of: number, what: string): void; end(): void} {
  let last = clock.now();
  const terminal = stream.isTTY;
  return {
    tell(done, of, what) {
      const now = clock.now();
      if (now - last < (terminal ? 100 : 60_000)) return;
      last = now;
      const text = `${done} of ${of} scenes, ${of - done} left: ${what}`;
      stream.write(
        terminal ? `\r\u001B[2K${text.slice(0, (stream.columns ?? 80) - 1)}` : `${text}\n`,
      );
    },
    end() {
      if (terminal) stream.write('\r\u001B[2K');
    },
  };
}
