import type {Law} from '../spec/law.ts';
import type {Api} from '../spec/rule.ts';
import type {Chapter, Check} from './check.ts';
import {tableChecks, type Gap} from './contract/table-checks.ts';
import {STORE} from './store/chapters.ts';
import {WORKSPACE} from './workspace/chapters.ts';

export const CHAPTERS: Record<Api, Chapter[]> = {workspace: WORKSPACE, store: STORE};

/** Every check of both APIs: those of the chapters and those that the contracts' marks make. */
export function allChecks(laws: Record<Api, Law>): {checks: Check[]; gaps: Gap[]} {
  const made = (['workspace', 'store'] as const).map((api) => tableChecks(laws[api].contract, CHAPTERS[api]));
  return {
    checks: [...Object.values(CHAPTERS).flat().flatMap((chapter) => chapter.checks), ...made.flatMap((one) => one.checks)],
    gaps: made.flatMap((one) => one.gaps),
  };
}
