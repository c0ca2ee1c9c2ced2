/** A thread that proves a part of the selected rules. */
import {parentPort, workerData} from 'node:worker_threads';
import type {ProofPart} from '../proof/prove.ts';
import {playPart, type PartOptions} from './proof-part.ts';

/** What the thread sends: how far it is, and at the end what it found. */
export type FromWorker = {done: number; of: number; what: string} | {part: ProofPart};

const send = (message: FromWorker): void => parentPort?.postMessage(message);

const part = await playPart(workerData as PartOptions, (done, of, what) => send({done, of, what}));
send({part});
