import {once} from 'node:events';
import {setFlagsFromString} from 'node:v8';
import {Worker} from 'node:worker_threads';
import {projectFile} from '../proof/root.ts';
import {defined} from '../spec/defined.ts';
import type {Specification} from '../spec/specification.ts';
import type {Api} from '../spec/rule.ts';
import {MockTarget} from '../suites/target/mock-target.ts';
import type {MockUrls} from './mock-worker.ts';

/** The compiled worker thread, also when this code runs from the sources. */
const WORKER = projectFile('dist/cli/mock-worker.js');

/**
 * Garbage is collected when the heap has grown by this share of what it holds. V8 waits for four
 * times as much where a machine has plenty, so that a run took 640 MiB, most of it garbage.
 */
const SMALL_HEAP = '--heap-growing-percent=70';

/** The mock as a target of this process, over real HTTP. */
export interface EmbeddedMock {
  target: MockTarget;
  close(): Promise<void>;
}

/**
 * Starts a mock in a thread of this process and makes it a target.
 * @param seed of everything that the mock generates
 */
export async function embedded(
  {workspace, store}: Record<Api, Specification>,
  seed: number,
): Promise<EmbeddedMock> {
  setFlagsFromString(SMALL_HEAP);
  const worker = new Worker(WORKER);
  const [urls] = (await once(worker, 'message')) as [MockUrls];
  const target = new MockTarget({
    control: defined(urls.control, 'the control plane'),
    seed,
    profiles: {workspace: workspace.profile, store: store.profile},
  });
  return {target, close: async () => void (await worker.terminate())};
}
