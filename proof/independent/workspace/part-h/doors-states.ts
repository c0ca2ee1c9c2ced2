import type {Workspace} from '../model.ts';
import {memoryOf} from '../part-d/memory.ts';
import type {FaultyDoor} from '../part-g/seams.ts';
import type {World} from '../world.ts';

const knownName = (space: Workspace): string => `plan known of ${space.id}`;
const missedName = (space: Workspace): string => `plan missed of ${space.id}`;

/** Hears of a change of the plan, unless the plan cannot be resolved at that moment. */
function hearOfPlan(w: World, space: Workspace): void {
  const memory = memoryOf(w);
  const known = memory.get(knownName(space)) ?? space.plan;
  const isMissed = memory.get(missedName(space)) === space.plan;
  if (space.unresolved && known !== space.plan) memory.set(missedName(space), space.plan);
  else if (!isMissed) memory.set(knownName(space), space.plan).delete(missedName(space));
}

/** The plan that a faulty server knows of a workspace. */
export function planKnown(w: World, space: Workspace): string {
  return String(memoryOf(w).get(knownName(space)) ?? space.plan);
}

/** Notes for good which versions came about while there were no download links. */
function noteUnlinked(w: World): void {
  const memory = memoryOf(w);
  for (const {id, space} of w.files.values()) {
    const name = `version ${id} can be linked`;
    if (!memory.has(name)) memory.set(name, w.spaces.get(space)?.withheld === true ? 0 : 1);
  }
}

/** Whether a version came about while there were no download links. */
export function isUnlinked(w: World, file: string): boolean {
  return memoryOf(w).get(`version ${file} can be linked`) === 0;
}

/** What is wrong about what follows a state that is seldom seen. */
export const STATE_DOORS: readonly FaultyDoor[] = [
  [
    'plan-change-missed-while-unresolved',
    (w, req, next) => {
      for (const space of w.spaces.values()) hearOfPlan(w, space);
      return next(req);
    },
  ],
  [
    'version-made-while-withheld-never-served',
    async (w, req, next) => {
      noteUnlinked(w);
      const answer = await next(req);
      noteUnlinked(w);
      return answer;
    },
  ],
];
