import {fork, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {projectFile} from '../root.ts';
import type {Certification, Trial} from './certification.ts';
import type {Outcome} from './worker.ts';

/** The compiled worker, also when this runs from the sources. */
const WORKER = projectFile('dist/proof/independent/worker.js');

/**
 * Plays trials in several processes.
 * @param finished called after each trial, with what it found
 * @returns what the trials found, in their order
 * @throws Error for a trial that breaks off, which is a mistake of presscheck
 */
export async function playTrials(
  trials: Trial[],
  processes: number,
  finished: (played: Certification[], trial: Trial) => void = () => undefined,
): Promise<Certification[][]> {
  const results: Certification[][] = [];
  const queue = [...trials.entries()];
  const work = async (): Promise<void> => {
    const worker = fork(WORKER);
    const ended = once(worker, 'exit').then(() => Promise.reject(new Error('a worker ended')));
    ended.catch(() => undefined);
    try {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [index, trial] = next;
        const played = await play(worker, ended, trial);
        results[index] = played;
        finished(played, trial);
      }
    } finally {
      worker.kill();
    }
  };
  await Promise.all(Array.from({length: Math.min(processes, trials.length)}, work));
  return results;
}

async function play(
  worker: ChildProcess,
  ended: Promise<never>,
  trial: Trial,
): Promise<Certification[]> {
  worker.send(trial);
  const [outcome] = (await Promise.race([once(worker, 'message'), ended])) as [Outcome];
  if ('certifications' in outcome) return outcome.certifications;
  throw new Error(`${trial.api} ${trial.fault ?? 'without a fault'}: ${outcome.problem}`);
}
