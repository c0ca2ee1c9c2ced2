import type {WorkspaceRow} from '../access/rows.ts';

/** The allowance cycle of an instant: its calendar month in UTC, for example `2026-03`. */
export function cycleOf(now: number): string {
  const date = new Date(now);
  const month = date.getUTCMonth() + 1;
  return `${date.getUTCFullYear()}-${month < 10 ? '0' : ''}${month}`;
}

const spentIn = (workspace: WorkspaceRow, cycle: string): number =>
  workspace.cycle === cycle ? workspace.spent : 0;

/** Publications that can still be registered in the current cycle; null without a limit (Resources, Workspace). */
export const publicationsLeft = (workspace: WorkspaceRow, now: number): number | null =>
  workspace.allowance === null
    ? null
    : Math.max(0, workspace.allowance - spentIn(workspace, cycleOf(now)));

/** The workspace after one more registration in the current cycle. */
export function spendOne(workspace: WorkspaceRow, now: number): WorkspaceRow {
  const cycle = cycleOf(now);
  return {...workspace, cycle, spent: spentIn(workspace, cycle) + 1};
}

/**
 * The workspace with a given remainder of its allowance in the current cycle. Later cycles keep their allowance,
 * unless it is smaller than the remainder.
 * @param rest publications that can still be registered; null removes the limit
 */
export function withLeft(workspace: WorkspaceRow, rest: number | null, now: number): WorkspaceRow {
  if (rest === null) return {...workspace, allowance: null};
  const allowance = Math.max(rest, workspace.allowance ?? rest);
  return {...workspace, allowance, cycle: cycleOf(now), spent: allowance - rest};
}
