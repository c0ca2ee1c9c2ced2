/** Defects that show only where several senders, or several tools, compete at the same moment for what is left. */

import type {Defect, Seam} from '../../defect.ts';
import type {Input} from '../../operation.ts';
import type {SpentRow} from '../../workspace/runs/rows.ts';
import {findingAll} from '../breaking.ts';
import {findingNewest} from '../families/reads.ts';
import {stale} from '../families/seams.ts';
import {defects} from '../table.ts';
import {REGISTER, sentIn, START, USAGE} from './rows.ts';
import {counting} from './runs/altered-runs.ts';

const SPENT = 'spent_runs';

/** What came less than this before is not seen yet. */
const LATE_MS = 200;

/** Whether a start does not see a run yet. */
type Unseen = (row: SpentRow, input: Input) => boolean;

/** A run that the hook counted, and no start. */
const isOfHook = ({publication}: SpentRow): boolean => publication === '';

const byAnother: Unseen = (row, {by}) => row.by !== by;
const ofAnotherTool: Unseen = (row, input) => row.tool !== sentIn(input).tool;

/** Starts see some runs for the ceiling a moment late. */
const lateForTheCeiling = (isUnseen: Unseen): Seam =>
  findingNewest<SpentRow>(START, SPENT, (page, view, input) => {
    const where = (row: SpentRow): boolean =>
      isOfHook(row) || !isUnseen(row, input) || view.now - row.at > LATE_MS;
    return view.newest<SpentRow>(SPENT, {...page, where});
  });

/** Starts see some runs for the limit of their tool a moment late. */
const lateForTheTool = (isUnseen: Unseen): Seam =>
  findingAll<SpentRow>(START, (rows, {table, view, input}) =>
    table === SPENT
      ? rows.filter((row) => !isUnseen(row, input) || view.now - row.at > LATE_MS)
      : rows,
  );

/** The usage counts one of the runs that came at the same moment. */
const countedOnce = (isOther: (row: SpentRow, beside: SpentRow) => boolean): Seam =>
  counting(USAGE, (row, view) => {
    const isBeside = (one: SpentRow): boolean =>
      one.seq < row.seq && row.at - one.at < LATE_MS && !isOfHook(one) && isOther(one, row);
    return view.newest<SpentRow>(SPENT, {limit: 1, where: isBeside}).length === 0;
  });

const otherKey = (one: SpentRow, row: SpentRow): boolean => one.by !== row.by;

const KEYS = 'at the same moment, by two keys';
const TOOLS = 'at the same moment, of two tools';
const BOTH = 'at the same moment, by a key and an agent';

/** Defects of races between different senders and for different tools (Limits; What the service does, 4). */
export const contested: Defect[] = defects({
  [`workspace.uploads.parallel-registrations-stay-within-allowance @ ${KEYS}`]: {
    'registrations by two keys check a stale allowance': stale(REGISTER, 'workspaces'),
  },
  [`workspace.uploads.registration-spends-one @ ${KEYS}`]: {
    'of registrations by two keys at the same moment one is counted': stale(REGISTER, 'workspaces'),
  },
  [`workspace.runs.parallel-starts-stay-within-ceiling @ ${KEYS}`]: {
    'a start sees runs of another key a moment late': lateForTheCeiling(byAnother),
  },
  [`workspace.runs.parallel-starts-stay-within-ceiling @ ${TOOLS}`]: {
    'a start sees runs of another tool a moment late': lateForTheCeiling(ofAnotherTool),
  },
  [`workspace.runs.metered-spends-one @ ${KEYS}`]: {
    'of runs by two keys at the same moment one is counted': countedOnce(otherKey),
  },
  [`workspace.runs.tool-limit-is-refused @ ${KEYS}`]: {
    'the limit of a tool sees runs of another key a moment late': lateForTheTool(byAnother),
  },
  [`workspace.mcp.spent-allowance-refuses-both-faces @ ${BOTH}`]: {
    'registrations by a key and an agent check a stale allowance': stale(REGISTER, 'workspaces'),
  },
  [`workspace.mcp.spent-ceiling-refuses-both-faces @ ${BOTH}`]: {
    'a key and an agent see the runs of each other a moment late': lateForTheCeiling(byAnother),
  },
});
