import {isObject} from '../spec/json.ts';
import {readPlainFile} from '../spec/read-file.ts';
import {snapshotSchema} from './control/image-schema.ts';
import {Problem} from './control/problem.ts';
import {requireRestorable} from './control/require-restorable.ts';
import {isWhole, type Snapshot} from './control/snapshot.ts';
import {Validator} from './control/validate.ts';
import {memoryObjects} from './objects/memory-objects.ts';
import {storeChapters} from './store/chapters.ts';
import {workspaceChapters} from './workspace/chapters.ts';
import {systemPorts} from './world/ports.ts';
import {noOverrides} from './world/settings.ts';
import {defineWorld} from './world/world-definition.ts';
import {Worlds} from './world/worlds.ts';

/** A file that is not a snapshot; the message says why, and what to give. */
export class NoSnapshot extends Error {
  override name = 'NoSnapshot';
}

const SOURCE = '`GET /worlds/<world>/snapshot` of the control plane';

/**
 * Reads the snapshot of a world from a file.
 * @throws NoSnapshot, also for a snapshot that a mock without defects could not restore
 */
export function readSnapshot(file: string): Snapshot {
  const snapshot = parsed(textOf(file));
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
    requireRestorable(noWorlds(), snapshot.image);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new NoSnapshot(`${error.message}; ${error.whatToDo}`);
  }
}

/** The worlds of a mock that serves nothing: a snapshot is checked before a folder or a port is touched. */
const noWorlds = (): Worlds =>
  new Worlds({
    definition: defineWorld([...workspaceChapters, ...storeChapters]),
    ports: systemPorts,
    objects: memoryObjects(),
    overrides: noOverrides,
    observe() {},
  });

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
