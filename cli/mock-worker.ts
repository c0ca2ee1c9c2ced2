/** A thread that serves the embedded mock on a processor core beside that of the suite. */
import {parentPort} from 'node:worker_threads';
import {createMock, type Mock} from '../mock/create-mock.ts';

/** What the thread sends once it serves. */
export type MockUrls = Mock['urls'];

const {urls} = await createMock({world: 'empty'});
parentPort?.postMessage(urls);
