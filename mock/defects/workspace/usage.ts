import type {Seam} from '../../defect.ts';
import {ownWorkspace} from '../../workspace/access/own-workspace.ts';
import type {WorkspaceRow} from '../../workspace/access/rows.ts';
import {oneBehind, showing} from '../families/reads.ts';
import {shown} from '../families/seams.ts';
import {defects} from '../table.ts';
import {USAGE} from './rows.ts';

interface Usage {
  publications_left: number;
  daily_runs_limit: number;
  daily_runs_used: number;
}

/** Shows another allowance in the usage than what remains. */
const leaving = (other: (left: number, workspace: WorkspaceRow) => number): Seam =>
  showing<Usage>(USAGE, ({publications_left: left}, view) => ({
    publications_left: other(left, ownWorkspace(view)),
  }));

const number = (name: string, set: number): Seam => ({seam: 'number', number: name, set});

/** Defects of the rules of `workspace/usage`. */
export const usage = defects({
  'workspace.usage.agrees-with-the-account': {
    'usage shows one more': leaving((left) => left + 1),
    'usage shows one less': leaving((left) => left - 1),
    'usage ignores one registration': leaving((left, {spent}) => left + Math.min(1, spent)),
    'usage counts each registration twice': leaving((left, {spent}) => left - spent),
    'usage shows 3 at most': leaving((left) => Math.min(left, 3)),
    'usage shows what is spent': leaving((_left, {spent}) => spent),
  },
  'workspace.usage.agrees-with-the-account @ after the turn of a cycle': {
    'usage shows the allowance of the last cycle until a registration': leaving(
      (_left, {allowance, spent}) => (allowance ?? 0) - spent,
    ),
  },
  'workspace.usage.agrees-with-the-account @ after every step': {
    'the usage is one read behind': oneBehind(USAGE, 'publications_left'),
  },
  'workspace.usage.tool-limit-is-narrower': {
    'the tool limit is one above the ceiling': number('runs.per_tool_and_publication_limit', 41),
    'the ceiling is one below the tool limit': number('runs.daily_limit', 4),
    'usage shows a tool limit of a million': shown(
      'usage',
      '/runs_per_tool_and_publication_limit',
      1_000_000,
    ),
  },
  'workspace.usage.has-daily-ceiling': {
    'the ceiling is what is left of it': showing<Usage>(
      USAGE,
      ({daily_runs_limit: limit, daily_runs_used: used}) => ({daily_runs_limit: limit - used}),
    ),
  },
});
