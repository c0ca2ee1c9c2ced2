import type {Api} from '../../spec/rule.ts';
import type {Specification} from '../../spec/specification.ts';
import type {Conformance} from '../../suites/contract/passive/conform.ts';
import {conformanceOf} from '../../suites/engine/judge/conformance.ts';
import {Pacer} from '../../suites/engine/send/pacing/pacer.ts';
import type {RunOptions} from '../../suites/engine/begin/run-options.ts';
import {VirtualTime} from '../../suites/engine/facts/virtual-time.ts';
import type {Deployment} from '../../suites/target/deployment.ts';
import {deploymentOf, startServer, type IndependentServer} from '../independent/deployment.ts';
import type {ReadConfig} from '../independent/vendor-words.ts';

/** Which server is tried: one fault, or none. */
export interface Chosen {
  api: Api;
  fault?: string;
  hooks: boolean;
}

/** A running server with a time of its own, as its vendor describes it. */
export interface Instance {
  server: IndependentServer;
  target: Deployment;
  clock: VirtualTime;
  /** The options of a run on it, without its checks. */
  options: Omit<RunOptions, 'checks'>;
}

/** What every instance is made with. */
export interface Making {
  specifications: Record<Api, Specification>;
  read: ReadConfig;
  seed: number;
  /** The validators of a server's profile, compiled once. */
  conformance: Map<Api, Record<Api, Conformance>>;
}

/** Starts a server that nobody has used, calls a function with it, and closes it. */
export async function withInstance<T>(
  {api, fault, hooks}: Chosen,
  {specifications, read, seed, conformance}: Making,
  use: (instance: Instance) => Promise<T>,
): Promise<T> {
  const clock = new VirtualTime();
  const server = await startServer(api, fault === undefined ? [] : [fault], clock);
  const target = deploymentOf(server, read, {credentials: 'all', hooks}, clock);
  const compiled = conformance.get(api) ?? conformanceOf(specifications, target);
  conformance.set(api, compiled);
  const options = {
    specifications,
    target,
    seed,
    clock,
    nonce: `run${seed}x1`,
    pacer: new Pacer(target.clock),
    conformance: compiled,
  };
  try {
    return await use({server, target, clock, options});
  } finally {
    await target.close();
    await server.close();
  }
}
