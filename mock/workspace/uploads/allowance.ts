import type {WorkspaceRow} from '../access/rows.ts';

/** The cycle of an instant: its calendar month (UTC). */
export const cycleOf = (now: number): string => new Date(now).toISOString().slice(0, 7);

const spentIn = (workspace: WorkspaceRow, cycle: string): number =>
  workspace.cycle === cycle ? workspace.spent : 0;

/** Publications that may still be registered in this cycle; null when there is no limit. */
export const left = (workspace: WorkspaceRow, now: number): number | null =>
  workspace.allowance === null
    ? null
    : Math.max(0, workspace.allowance - spentIn(workspace, cycleOf(now)));

/** The workspace with one publication more in this cycle. */
export function spendOne(workspace: WorkspaceRow, now: number): WorkspaceRow {
  const cycle = cycleOf(now);
  return {...workspace, cycle, spent: spentIn(workspace, cycle) + 1};
}

/**
 * The workspace with so many places left in this cycle; null lifts the limit. The allowance of
 * later cycles stays, unless it is less.
 */
export function withLeft(
  workspace: WorkspaceRow,
  places: number | null,
  now: number,
): WorkspaceRow {
  if (places === null) return {...workspace, allowance: null};
  const allowance = Math.max(places, workspace.allowance ?? places);
  return {...workspace, allowance, cycle: cycleOf(now), spent: allowance - places};
}
