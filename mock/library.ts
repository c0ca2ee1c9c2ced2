import {credentials} from './control/credentials.ts';
import type {Credentials} from './control/shown-credentials.ts';
import type * as Mocks from './create-mock.ts';
import {createMock as startMock} from './create-mock.ts';
import {checkOptions} from './library-options.ts';
import {ROOT} from './world/worlds.ts';

export type {Credentials} from './control/shown-credentials.ts';

/** How the mock of a program is made. All members are optional. */
export interface MockOptions {
  /** The ports of the four servers. Default: free ones. */
  ports?: {workspace?: number; store?: number; objects?: number; control?: number};
  /** The host to listen on. Default: localhost, on both address families. */
  host?: string;
  /** The address under which clients reach the mock, for links. Default: the `Host` they send. */
  publicUrl?: string;
  /** A folder that keeps worlds, keys, clock and files. Default: memory. */
  data?: string;
  /** What the mock holds at first: fixed keys and some rows, or nothing. Default: `demo`. */
  world?: 'demo' | 'empty';
  /** Whether minute windows and daily quotas are kept. Default: true. */
  limits?: boolean;
  /** Without the control plane nobody can move the clock, make worlds or read the journal. */
  control?: false;
  /**
   * Makes the mock wrong on purpose: names of defects as `presscheck rules RULE --defects` lists
   * them, without those that contain ` @ `, which only the command offers. Not with `data`.
   */
  defects?: readonly string[];
  /** Gets a line for every request that is refused, with the reason. */
  report?: (line: string) => void;
}

/** A running mock of both APIs. */
export interface Mock {
  /** Base addresses; `control` is the control plane, described by its `/openapi.json`. */
  urls: {workspace: string; store: string; objects: string; control?: string};
  /** The keys, tokens and OAuth clients that the mock accepts now. */
  credentials(): Credentials;
  /** Ends all servers. Worlds in memory are gone then. */
  close(): Promise<void>;
}

/**
 * Starts both APIs in this process. Several mocks may run side by side.
 * @throws TypeError for an option that does not exist or has another type; Error when a port or the data folder is in use, or when a defect does not exist
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  checkOptions(options);
  const mock = await started(options);
  return {
    urls: mock.urls,
    credentials() {
      const root = mock.world(ROOT);
      if (!root) throw new Error('the mock is closed, or its root world was dropped');
      return credentials(root);
    },
    close: () => mock.close(),
  };
}

async function started({data, defects = [], ...options}: MockOptions): Promise<Mocks.Mock> {
  if (defects.length && data !== undefined)
    throw new Error('a mock with defects lives in memory: leave out `data`');
  if (defects.length) {
    const [{createDefectiveMock}, {DEFECTS}] = await Promise.all([
      import('./defective-mock.ts'),
      import('./defects/all.ts'),
    ]);
    return createDefectiveMock(options, defects, DEFECTS);
  }
  if (data === undefined) return startMock(options);
  const {dataFolder} = await import('./data-folder.ts');
  const kept = await dataFolder(data);
  try {
    return await startMock({...options, ...kept});
  } catch (error) {
    await kept.persistence.close();
    throw error;
  }
}
