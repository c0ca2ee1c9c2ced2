import type {Run} from '../model.ts';
import {findTool} from '../tools.ts';
import type {World} from '../world.ts';

/** Whether a faulty server ignores an Idempotency-Key. */
export function isIgnoredKey(w: World, key: string): boolean {
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key);
  return w.faults.has('retry-key-only-if-uuid') && !isUuid;
}

/** Whether a report was lost, because another version is the working version by now. */
export function isLostReport(w: World, run: Run): boolean {
  if (!w.faults.has('report-gone-with-next-version')) return false;
  const replaced = findTool(w, run.tool)?.makes === 'replacement';
  const left = replaced ? run.output : run.input;
  return w.publications.get(run.publication)?.working !== left;
}
