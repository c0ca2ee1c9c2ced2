import type {Defect, Seam} from '../../defect.ts';
import {isRefused} from '../../operation.ts';
import {ownWorkspace} from '../../workspace/access/own-workspace.ts';
import type {WorkspaceRow} from '../../workspace/access/rows.ts';
import {afterwards, around, atPlace, breaking, finding} from '../breaking.ts';

/** The operation that reads the usage. */
const READ = ['getAccountUsage'];

/** Shows another allowance in the usage than what remains. */
const showing = (other: (left: number, workspace: WorkspaceRow) => number): Seam =>
  afterwards(READ, (done, view) => {
    const body = done.body as {publications_left: number};
    return {
      ...done,
      body: {
        ...body,
        publications_left: other(body.publications_left, ownWorkspace(view)),
      },
    };
  });

/** Computes the allowance in the usage anew only after a registration. */
const lateAllowance: Seam = around(READ, (next) => {
  const shown = new Map<string, {spent: number; left: number}>();
  return (view, input) => {
    const done = next(view, input);
    if (isRefused(done)) return done;
    const {key, spent} = ownWorkspace(view);
    const body = done.body as {publications_left: number};
    const earlier = shown.get(key);
    const left = earlier?.spent === spent ? earlier.left : body.publications_left;
    shown.set(key, {spent, left});
    return {...done, body: {...body, publications_left: left}};
  };
});

/** Shows what is left of the cycle in which the last registration was, although that cycle is over. */
const ofTheLastCycle: Seam = afterwards(READ, (done, view) => {
  const {allowance, spent} = ownWorkspace(view);
  const body = done.body as object;
  return {...done, body: {...body, publications_left: (allowance ?? 0) - spent}};
});

/** Defects of the rules of `workspace/usage`. */
export const usage: Defect[] = [
  ...breaking('workspace.usage.agrees-with-the-account', {
    'usage shows one more': showing((left) => left + 1),
    'usage shows one less': showing((left) => left - 1),
    'usage ignores one registration': showing((left, {spent}) => left + Math.min(1, spent)),
    'usage counts each registration twice': showing((left, {spent}) => left - spent),
    'usage shows 3 at most': showing((left) => Math.min(left, 3)),
    'usage shows what is spent': finding<WorkspaceRow>(READ, 'workspaces', (row) => ({
      ...row,
      spent: (row.allowance ?? 0) - row.spent,
    })),
  }),
  ...atPlace(
    'after a change of the plan',
    breaking('workspace.usage.agrees-with-the-account', {
      'usage shows the allowance of the last plan until a registration': lateAllowance,
      'usage shows what was left when it was read first': around(READ, (next) => {
        let first: unknown;
        return (view, input) => {
          const done = next(view, input);
          if (isRefused(done)) return done;
          const body = done.body as {publications_left: unknown};
          first ??= body.publications_left;
          return {...done, body: {...body, publications_left: first}};
        };
      }),
    }),
  ),
  ...atPlace(
    'after the turn of a cycle',
    breaking('workspace.usage.agrees-with-the-account', {
      'usage shows the allowance of the last cycle until a registration': ofTheLastCycle,
    }),
  ),
  ...breaking('workspace.usage.tool-limit-is-narrower', {
    'the tool limit is one above the ceiling': {
      seam: 'number',
      number: 'runs.per_tool_and_publication_limit',
      set: 41,
    },
    'the ceiling is one below the tool limit': {seam: 'number', number: 'runs.daily_limit', set: 4},
    'usage shows a tool limit of a million': {
      seam: 'member',
      situation: 'usage',
      pointer: '/runs_per_tool_and_publication_limit',
      edit: {set: 1_000_000},
    },
  }),
];
