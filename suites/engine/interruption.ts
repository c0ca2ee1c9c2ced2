import type {WaitingClock} from './pacer.ts';

/** Somebody ended the run: nothing more is sent, and what was being decided stays undecided. */
export class Interrupted extends Error {
  override name = 'Interrupted';
  constructor() {
    super('the run was interrupted');
  }
}

/** A clock whose waits end when the run is interrupted: pacing and `advance` may take minutes. */
export const interruptible = (clock: WaitingClock, signal: AbortSignal): WaitingClock => ({
  now: () => clock.now(),
  async sleep(ms) {
    if (signal.aborted) throw new Interrupted();
    await clock.sleep(ms, signal);
    if (signal.aborted) throw new Interrupted();
  },
});
