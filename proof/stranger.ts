import {createMock, type Mock} from '../mock/create-mock.ts';
import {createDefectiveMock} from '../mock/defective-mock.ts';
import {DEFECTS} from '../mock/defects/all.ts';
import type {MirrorRow} from '../mock/workspace/reader/rows.ts';
import {defined} from '../spec/defined.ts';
import {CONTROL_VERBS} from '../spec/control.ts';
import type {Profile} from '../spec/profile.ts';
import type {Specification} from '../spec/specification.ts';
import type {Api} from '../spec/rule.ts';
import type {WaitingClock} from '../spec/clock.ts';
import type {Config} from '../suites/target/config.ts';
import {readConfig} from '../suites/target/config/reader.ts';
import {Deployment} from '../suites/target/deployment.ts';
import {relabellingFront} from './relabel/front.ts';
import {DEMO_CREDENTIALS} from './demo-credentials.ts';
import {projectFile} from './root.ts';
import {VirtualTime} from '../suites/engine/facts/virtual-time.ts';

/** A deployment for a black-box run, and what it consists of. */
export interface Stranger {
  target: Deployment;
  config: Config;
  clock: WaitingClock;
  mock: Mock;
  close(): Promise<void>;
}

/** Options of the deployment. */
interface StrangerOptions {
  /** Starts the mock with its control plane, and adds a hook for every control verb to the configuration. */
  hooks?: boolean;
  /** Profiles to use instead of those in the configuration file. */
  profiles?: Record<Api, Profile>;
  /** The only API that the deployment serves. Default: both. */
  only?: Api;
  /** Names of the defects of the mock. */
  defects?: string[];
}

/** Hooks for all verbs. The control plane of the mock serves all of them at one URL. */
const everyHook = (url: string): Config['hooks'] =>
  Object.fromEntries(Object.keys(CONTROL_VERBS).map((verb) => [verb, {url}]));

/**
 * Prepares a black-box run by URL: the mock's demo world behind a proxy that renames members, with limits, described by
 * a configuration file. With `hooks` the configuration has a hook for every control verb, served by the mock's control
 * plane; without it there is no control plane. The mock shares the virtual clock of the suite, so nothing really waits.
 */
export async function stranger(
  specifications: Record<Api, Specification>,
  {hooks = false, profiles, only, defects = []}: StrangerOptions = {},
): Promise<Stranger> {
  const time = new VirtualTime();
  const options = {world: 'demo', control: hooks && {}, machine: time.machine} as const;
  const mock = defects.length
    ? await createDefectiveMock(options, defects, DEFECTS)
    : await createMock(options);
  const front = await relabellingFront(mock.urls);
  // The file of outstanding undos would be one for all runs at the same time.
  const {
    undoFile: _undoFile,
    creationsFolder: _folder,
    ...file
  } = readConfig(projectFile('proof/stranger/presscheck.yaml'), specifications, DEMO_CREDENTIALS);
  const world = defined(mock.world('demo'), 'the demo world');
  const [mirror] = world.table('mirrors').all() as Iterable<MirrorRow>;
  const mirrored = defined(mirror, 'a mirror of the demo world');
  const config = {
    ...file,
    bases: only ? {[only]: front.urls[only]} : front.urls,
    ...(profiles && {profiles}),
    samples: {
      ...file.samples,
      pushed_publication: mirrored.publication,
      ...(hooks && {v3_read: '/api/v3/ping'}),
    },
    ...(hooks && {hooks: everyHook(`${mock.urls.control}/worlds/demo/hooks`)}),
  };
  return {
    target: new Deployment(config, time),
    config,
    clock: time,
    mock,
    close: async () => {
      await front.close();
      await mock.close();
    },
  };
}
