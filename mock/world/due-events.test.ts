import {afterEach, expect, it} from 'vitest';
import {suiteWorld, type SuiteWorld} from '../testing/client.ts';
import {memoryObjects} from '../objects/memory-objects.ts';
import {systemPorts} from './ports.ts';
import {noOverrides} from './settings.ts';
import {World} from './world.ts';
import type {WorldDefinition} from './world-definition.ts';

const open: SuiteWorld[] = [];
afterEach(async () => {
  for (const {mock} of open.splice(0)) await mock.close();
});

it('of a name that no chapter declares are dropped', async () => {
  const on = await suiteWorld();
  open.push(on);
  const image = on.world.image();
  for (const event of ['__proto__', 'constructor', 'never-declared']) {
    const due = [{at: 0, seq: 1, event, key: 'x'}];
    await on.mock.worlds.restore('w', {...image, due});
    expect((await on.workspace('GET', '/account')).status, event).toBe(200);
    expect(on.mock.world('w')!.image().due).toEqual([]);
  }
});

/** A world with events that are due, in which a handler fails. */
function worldWithFault(): World {
  const definition: WorldDefinition = {
    tables: {notes: {}},
    numbers: {},
    counters: {},
    freedoms: {},
    templateFreedoms: {demo: {}, suite: {}, empty: {}},
    onDue: {
      breaks() {
        throw new Error('a fault of the handler');
      },
      works: (view, key) => ({
        changes: [{table: 'notes', put: {key, tenant: '', seq: view.newSeq()}}],
      }),
    },
    templates: {demo: [], suite: []},
  };
  const due = ['breaks', 'works', 'breaks'].map((event, seq) => ({at: 0, seq, event, key: 'n'}));
  const meta = {clock: {frozen: 1}, seed: 1, seq: 9, ids: {}, settings: {}};
  const parts = {definition, ports: systemPorts, objects: memoryObjects(), overrides: noOverrides};
  return new World('w', {meta, tables: {}, due, reads: {}}, parts);
}

it('with a faulty handler fail once each, and those after them are handled', () => {
  const world = worldWithFault();
  expect(() => world.handleDue()).toThrow('a fault of the handler');
  expect(() => world.handleDue()).toThrow('a fault of the handler');
  expect(world.table('notes').size).toBe(1);
  expect(world.handleDue()).toBeUndefined();
  expect(world.image().due).toEqual([]);
});

it('with a faulty handler are gone from the disk as well', () => {
  const world = worldWithFault();
  const gone: number[] = [];
  world.persistence.startWith({
    onLost: undefined,
    append: (commit) => {
      gone.push(...commit.due.gone);
      return Promise.resolve();
    },
    saveReads() {},
    replace: () => Promise.resolve(),
    close: () => Promise.resolve(),
  });
  expect(() => world.handleDue()).toThrow('a fault of the handler');
  expect(gone).toEqual([0]);
});
