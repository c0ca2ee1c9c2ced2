/** A thread that proves a part of the selected rules. */
import {parentPort, workerData} from 'node:worker_threads';
import type {ProofPart} from '../proof/prove.ts';
import {playPart, type PartOptions} from './proof-part.ts';

/** The messages of the thread: its progress, and at the end its result. */
export type FromWorker = {done: number; of: number; what: string} | {part: ProofPart};

const send = (message: FromWorker): void => parentPort?.postMessage(message);

const part = await playPart(workerData as PartOptions, (done, of, what) => send({done, of, what}));
send({part});
