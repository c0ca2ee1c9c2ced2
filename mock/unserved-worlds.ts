import {memoryObjects} from './objects/memory-objects.ts';
import {storeChapters} from './store/chapters.ts';
import {workspaceChapters} from './workspace/chapters.ts';
import {systemPorts} from './world/ports.ts';
import {noOverrides} from './world/settings.ts';
import {defineWorld} from './world/world-definition.ts';
import {Worlds} from './world/worlds.ts';

/** The worlds of a mock that serves nothing: a file is tried in them before a folder or a port is touched. */
export const unservedWorlds = (): Worlds =>
  new Worlds({
    definition: defineWorld([...workspaceChapters, ...storeChapters]),
    ports: systemPorts,
    objects: memoryObjects(),
    overrides: noOverrides,
    observe() {},
  });
