/** A thread that serves the embedded mock on another processor core than the suite. */
import {parentPort} from 'node:worker_threads';
import {createMock, type Mock} from '../mock/create-mock.ts';

/** The message of the thread once it serves. */
export type MockUrls = Mock['urls'];

const {urls} = await createMock({world: 'empty'});
parentPort?.postMessage(urls);
