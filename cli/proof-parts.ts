import {once} from 'node:events';
import {Worker} from 'node:worker_threads';
import type {ProofPart} from '../proof/prove.ts';
import {projectFile} from '../proof/root.ts';
import {playPart, type PartOptions} from './proof-part.ts';
import type {FromWorker} from './proof-worker.ts';

/** The compiled worker, also when this code runs from the sources. */
const WORKER = projectFile('dist/cli/proof-worker.js');

/** The number of selected rules up to which one core is faster than several, each of which has to start up. */
const FEW = 20;

/** What to prove, and on how many cores. */
interface PartsOptions extends Omit<PartOptions, 'shard'> {
  jobs: number;
  /** The number of selected rules. */
  rules: number;
  /** Called before each step, with the number of steps that all parts have run. */
  show: (done: number, of: number, what: string) => void;
}

/**
 * Proves the selected rules in parts, each on a core of its own.
 * @throws Error for a part that ends without a result, which is an error in presscheck
 */
export async function playParts({
  jobs,
  rules,
  show,
  ...options
}: PartsOptions): Promise<ProofPart[]> {
  if (jobs === 1 || rules <= FEW)
    return [await playPart({...options, shard: {own: 1, of: 1}}, show)];
  const known = Array.from({length: jobs}, () => ({done: 0, of: 0}));
  const parts = known.map((own, index) => {
    const shard = {own: index + 1, of: jobs};
    return playInWorker({...options, shard}, (done, of, what) => {
      Object.assign(own, {done, of});
      show(sum(known, 'done'), sum(known, 'of'), what);
    });
  });
  return Promise.all(parts);
}

const sum = <K extends string>(all: readonly Record<K, number>[], name: K): number =>
  all.reduce((total, one) => total + one[name], 0);

async function playInWorker(options: PartOptions, show: PartsOptions['show']): Promise<ProofPart> {
  const worker = new Worker(WORKER, {workerData: options});
  let part: ProofPart | undefined;
  worker.on('message', (message: FromWorker) => {
    if ('part' in message) part = message.part;
    else show(message.done, message.of, message.what);
  });
  await once(worker, 'exit');
  if (part) return part;
  throw new Error('a part of the proof ended without a result');
}
