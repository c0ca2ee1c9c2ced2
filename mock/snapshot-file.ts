import {isObject} from '../spec/json.ts';
import {snapshotSchema} from './control/image-schema.ts';
import {Problem} from './control/problem.ts';
import {requireRestorable} from './control/require-restorable.ts';
import {isWhole, type Snapshot} from './control/snapshot.ts';
import {Validator} from './control/validate.ts';
import {unservedWorlds} from './unserved-worlds.ts';

/** A file that is not a snapshot; the message says why, and what to give. */
export class NoSnapshot extends Error {
  override name = 'NoSnapshot';
}

const SOURCE = '`GET /worlds/<world>/snapshot` of the control plane';

/**
 * Reads the snapshot of a world.
 * @throws NoSnapshot, also for a snapshot that a mock without defects could not restore
 */
export function parsedSnapshot(text: string): Snapshot {
  const snapshot = parsed(text);
  if (!isObject(snapshot) || !isWhole(snapshot as unknown as Snapshot))
    throw new NoSnapshot(
      `this is no snapshot as presscheck made it; give one that ${SOURCE} gave, unchanged`,
    );
  requireFitting(snapshot as unknown as Snapshot);
  return snapshot as unknown as Snapshot;
}

/** @throws NoSnapshot */
function requireFitting(snapshot: Snapshot): void {
  try {
    new Validator().check(snapshotSchema, snapshot, 'snapshot');
    requireRestorable(unservedWorlds(), snapshot.image);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new NoSnapshot(`${error.message}; ${error.whatToDo}`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NoSnapshot(
      `the file is not JSON (${(error as Error).message}); give one that ${SOURCE} gave`,
    );
  }
}
