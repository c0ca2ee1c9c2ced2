import {isObject} from '../spec/json.ts';
import {readPlainFile} from '../spec/read-file.ts';
import {isWhole, type Snapshot} from './control/snapshot.ts';

/** A file that is not a snapshot; the message says why, and what to give. */
export class NoSnapshot extends Error {
  override name = 'NoSnapshot';
}

const SOURCE = '`GET /worlds/<world>/snapshot` of the control plane';

/**
 * Reads the snapshot of a world from a file.
 * @throws NoSnapshot
 */
export function readSnapshot(file: string): Snapshot {
  const snapshot = parsed(textOf(file));
  if (!isObject(snapshot) || !isWhole(snapshot as unknown as Snapshot))
    throw new NoSnapshot(
      `this is no snapshot as presscheck made it; give one that ${SOURCE} gave, unchanged`,
    );
  return snapshot as unknown as Snapshot;
}

/** Maximum size of a file with a snapshot. */
const MAX_BYTES = 300_000_000;

function textOf(file: string): string {
  try {
    return readPlainFile(file, MAX_BYTES).toString('utf8');
  } catch (error) {
    const {message} = error as Error;
    throw new NoSnapshot(`give \`demo\`, \`empty\` or a snapshot file (${message})`);
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
