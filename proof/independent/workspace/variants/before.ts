import type {FileVersion, Publication, Workspace} from '../model.ts';
import {DAY, HOUR} from '../time.ts';
import {cycleNow} from './allowance.ts';
import type {World} from '../world.ts';

const TITLES = ['Of Tides', 'Größe und Maß', '日本の朝', 'The "Quoted" One', '  spaced  ', 'é'];

/** A publication that was there before; a third of them were repaired. */
function old(w: World, space: Workspace, index: number): Publication {
  const created = w.born - (index + 1) * 3 * HOUR;
  const id = w.publicationId();
  const versions: string[] = [];
  const audio = index % 5 === 4;
  for (const tool of index % 3 === 0 ? [null, 'epub-rebuild'] : [null]) {
    const file: FileVersion = {
      id: w.fileId(tool === null ? id : undefined),
      publication: id,
      space: space.id,
      name: audio ? `old-${index}.m4b` : `old-${index}.epub`,
      bytes: Buffer.from(`old ${index} ${tool ?? ''}`),
      tool,
      run: null,
      created: created + (tool === null ? 0 : HOUR),
    };
    w.files.set(file.id, file);
    versions.push(file.id);
  }
  return {
    id,
    space: space.id,
    order: -index,
    created,
    type: audio ? 'audiobook' : 'book',
    title: TITLES[index % TITLES.length] ?? '',
    versions,
    working: versions.at(-1) ?? null,
    mirrors: index % 7 === 0 ? [{kind: 'original', pushed: created, file: versions[0] ?? ''}] : [],
  };
}

function addOld(w: World, count: number): void {
  for (const space of w.spaces.values()) {
    for (let index = 0; index < count; index += 1) {
      const one = old(w, space, index);
      w.publications.set(one.id, one);
    }
  }
}

/** Runs that were started before, evenly over the last day. */
function addMarks(w: World, count: number): void {
  for (const space of w.spaces.values()) {
    for (let index = 0; index < count; index += 1) {
      const at = w.born - DAY + ((index + 1) * DAY) / (count + 1);
      space.marks.push({at, tool: 'a11y-audit', publication: '', by: '', filler: false, run: ''});
    }
  }
}

const SPENT: Readonly<Record<string, number>> = {
  'allowance-partly-spent': 37,
  'allowance-nearly-spent': 97,
  'allowance-spent': 100,
  'allowance-huge': -1_000_000_000,
  'others-at-work': -10_000,
};

/** Gives a new world what a variant has from before. */
export function furnish(w: World): void {
  if (w.variants.has('rows-from-before')) addOld(w, 3000);
  if (w.variants.has('rows-exactly-one-page')) addOld(w, 50);
  if (w.variants.has('runs-partly-spent')) addMarks(w, 150);
  if (w.variants.has('runs-nearly-spent')) addMarks(w, 198);
  for (const space of w.spaces.values()) {
    space.cycle = cycleNow(w).number;
    for (const [name, spent] of Object.entries(SPENT)) {
      if (w.variants.has(name)) space.extra -= spent;
    }
    if (w.variants.has('plan-never-resolved')) space.unresolved = true;
    if (w.variants.has('plan-without-paid-work')) space.plan = 'octavo';
  }
}
