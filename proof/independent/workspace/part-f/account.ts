import type {Context} from '../context.ts';
import type {Json} from '../http.ts';
import type {Mark} from '../model.ts';
import {memoryOf} from '../part-d/memory.ts';
import {part, rowsOf} from '../part-d/spoil.ts';
import {DAY, HOUR} from '../time.ts';
import {PLANS, type World} from '../world.ts';

const EXCLUDED: Json = {
  slug: 'bulk-reflow',
  label: 'Bulk reflow',
  family: 'conversion',
  about: 'Reflows a whole backlist.',
  traits: {metered: true, replaces_working_file: true},
};

/** The moment at which the clocks change in a month: one o'clock UTC on its last Sunday. */
function changeIn(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() - last.getUTCDay() * DAY;
}

/** What a clock on the wall of the office shows. */
function onTheWall(ms: number): number {
  const year = new Date(ms).getUTCFullYear();
  const isSummer = ms >= changeIn(year, 2) && ms < changeIn(year, 9);
  return ms + (isSummer ? 2 : 1) * HOUR;
}

/** The metered runs since the same time of yesterday. */
export function wallMarks(w: World, marks: readonly Mark[]): Mark[] {
  const since = onTheWall(w.now()) - DAY;
  return marks.filter((mark) => onTheWall(mark.at) > since);
}

/** Shows an allowance of zero as none. */
export function emptyZero(body: Json): void {
  const places = part(part(body, 'account'), 'publications');
  places['left'] = Number(places['left']) || null;
}

function planName(c: Context): string {
  return `plan in the usage of ${c.space.id}`;
}

/** Shows what is left of the plan that was known at the last registration. */
export function keepUsagePlan(body: Json, c: Context): void {
  const known = String(memoryOf(c.w).get(planName(c)) ?? 'quarto');
  const places = part(part(body, 'fair_use'), 'publications');
  const more = (PLANS[known]?.places ?? 0) - (PLANS[c.space.plan]?.places ?? 0);
  places['left'] = Number(places['left']) + more;
}

/** Notes the plan at a registration. */
export function noteUsagePlan(_: Json, c: Context): void {
  memoryOf(c.w).set(planName(c), c.space.plan);
}

/** Lists the tool that is excluded for the largest plan. */
export function addExcluded(body: Json, c: Context): void {
  if (c.space.plan !== 'octavo') return;
  const tools = [...rowsOf(part(body, 'catalog'), 'tools'), EXCLUDED];
  body['catalog'] = {tools, count: tools.length};
}
