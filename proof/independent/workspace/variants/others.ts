import type {Publication, Workspace} from '../model.ts';
import {addPublication} from '../library.ts';
import type {World} from '../world.ts';

/** The publications of other clients, newest last. */
function foreign(w: World, space: Workspace): Publication[] {
  return [...w.publications.values()].filter(
    (one) => one.space === space.id && one.title.startsWith('By another client'),
  );
}

function add(w: World, space: Workspace): void {
  const id = w.publicationId();
  addPublication(w, {
    id,
    space: space.id,
    name: 'other.epub',
    title: `By another client ${id}`,
    type: 'book',
    bytes: Buffer.from(`of another client ${id}`),
  });
  space.spent += 1;
}

/** Somebody removes an old publication of another client in the dashboard. */
function remove(w: World, space: Workspace): void {
  const [oldest, ...others] = foreign(w, space);
  if (oldest !== undefined && others.length > 3) w.publications.delete(oldest.id);
}

/** Lets other clients of a workspace do what they do while requests of this one arrive. */
export function othersWork(w: World, space: Workspace): void {
  if (!w.variants.has('others-at-work')) return;
  const number = w.count(`others of ${space.id}`);
  if (number % 13 === 5) add(w, space);
  if (number % 29 === 11) remove(w, space);
  if (number % 17 === 3) {
    const mark = {at: w.now(), tool: 'a11y-audit', publication: '', by: 'another', filler: false};
    space.marks.push({...mark, run: ''});
  }
}
