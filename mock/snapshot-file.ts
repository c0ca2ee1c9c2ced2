import {readFile} from 'node:fs/promises';
import {isObject} from '../spec/json.ts';
import {isWhole, type Snapshot} from './control/snapshot.ts';

/** A file holds no snapshot; the message says why, and what to give. */
export class NoSnapshot extends Error {
  override name = 'NoSnapshot';
}

const SOURCE = '`GET /worlds/<world>/snapshot` of the control plane';

/**
 * Reads the snapshot of a world from a file.
 * @throws NoSnapshot
 */
export async function readSnapshot(file: string): Promise<Snapshot> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new NoSnapshot(`give \`demo\`, \`empty\` or a snapshot file (${error.message})`);
  });
  const snapshot = parsed(text);
  if (!isObject(snapshot) || !isWhole(snapshot as unknown as Snapshot))
    throw new NoSnapshot(
      `this is no snapshot as presscheck made it; give one that ${SOURCE} gave, unchanged`,
    );
  return snapshot as unknown as Snapshot;
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
