import {wholeNumber} from '../nightly-options.ts';
import {progressOf} from '../nightly-progress.ts';
import {NightlyResults} from '../nightly-results.ts';
import type {Certification, Trial} from './certification.ts';
import type {Options} from './night-options.ts';
import {playTrials} from './workers.ts';

/**
 * Plays trials and keeps what each found, in the order in which they end.
 * @param what they are, for the lines of progress
 * @param tell is called after each trial
 */
export async function playAll(
  what: string,
  trials: Trial[],
  options: Options,
  tell: (played: Certification[]) => void,
): Promise<Certification[]> {
  const results = new NightlyResults<Certification>(options.json);
  const progress = progressOf(what, trials.length, 'servers');
  const effort = options.effort === 'deep' ? {effort: 'deep' as const} : {};
  const played = trials.map((trial) => ({...trial, ...effort}));
  try {
    await playTrials(played, wholeNumber(options.processes, '--processes'), (certifications) => {
      results.add(...certifications);
      tell(certifications);
      progress(1);
    });
  } finally {
    results.write();
  }
  return results.all;
}
