import {defined} from '../../../spec/defined.ts';
import type {EarlierRun} from '../../target/creation-log.ts';
import type {RunOptions} from '../begin/run-options.ts';
import {startServices} from '../begin/start-services.ts';
import {cleanUp, isOfRun, leftInUse} from './clean-up.ts';

/** What a clean-up after an earlier run did. */
export interface Cleaned {
  /** What was in use, or may have been, for example `user 7340043`. */
  found: string[];
  /** What is still in use, or may be: it could not be removed, or is not shown with a value of that run. */
  left: string[];
  requests: number;
}

/**
 * Deactivates what an earlier run on a deployment has left in use, as the run itself does at its end. Before each change
 * it reads the resource: it has to show a value of that run, because the deployment may have been reset since then.
 * The log of the run is removed when nothing is left.
 * @param options a target that keeps logs of runs
 * @param shows gets what is done next, for example `clean-up, 3 of 20`
 */
export async function cleanEarlier(
  options: Omit<RunOptions, 'checks' | 'seed' | 'nonce'>,
  {nonce, events}: EarlierRun,
  shows: (step: string) => void = () => undefined,
): Promise<Cleaned> {
  const services = startServices({...options, checks: [], seed: 1, nonce});
  const {ledger, client, codecs, target} = services;
  const operations = [...codecs.workspace.operations, ...codecs.store.operations];
  const operationOf = (id: string) =>
    defined(
      operations.find((one) => one.id === id),
      `the operation ${id}`,
    );
  for (const event of events) ledger.restore(event, operationOf);
  const {creations} = ledger;
  const found = leftInUse(creations);
  try {
    const requests = await cleanUp(services, shows, isOfRun(nonce));
    const left = leftInUse(creations);
    if (!left.length) target.creations?.remove(nonce);
    return {found, left, requests};
  } finally {
    await client.close();
  }
}
