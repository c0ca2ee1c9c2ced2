import type {Defect} from '../../../defect.ts';
import type {Done} from '../../../operation.ts';
import type {WorkspaceRow} from '../../../workspace/access/rows.ts';
import {afterwards, receiving} from '../../breaking.ts';
import {atPlaces, atTools, editing, losing, otherReason, REGISTER, START} from './at-tools.ts';
import {withRows} from '../../stored-rows.ts';

/** Lets a tool start runs without reading the `Idempotency-Key` of a retry. */
const ignoringTheKey = receiving(START, ({headers: {'idempotency-key': _key, ...headers}}) => ({
  headers,
}));

/** Lets a registration use one publication too many. */
const spendingTwice = (done: Done): Done =>
  withRows<WorkspaceRow>(done, 'workspaces', ({spent}) => ({spent: spent + 1}));

/** Defects of the allowance, limits and rows that the API and its tools share (What the service does, 4). */
export const sharing: Defect[] = [
  ...atTools('publications-count-in-one-allowance', {
    'a registration by tool spends nothing': losing('createPublication', 'workspaces'),
    'a registration by tool spends two': afterwards(REGISTER, spendingTwice),
    'tools show one publication too many': editing('getAccount', '/publications_left', {add: 1}),
  }),
  ...atTools('runs-count-in-one-usage', {
    'runs started by tools are not counted': losing('startRun', 'spent_runs'),
    'tools show no runs of today': editing('getAccountUsage', '/daily_runs_used', {set: 0}),
  }),
  ...atPlaces('runs-count-in-one-usage', {
    'from its start': {'runs started by tools are not counted': losing('startRun', 'spent_runs')},
  }),
  ...atPlaces('spent-allowance-refuses-both-faces', {
    'spent through the API': {
      'tools still reserve': {seam: 'skip', situation: 'allowance-spent', in: ['createUpload']},
      'tools still register': {seam: 'skip', situation: 'allowance-spent', in: REGISTER},
      'tools give another reason': otherReason('allowance-spent', 'createUpload', ...REGISTER),
    },
    'at the same moment': {
      'parallel registrations check a stale allowance': {
        seam: 'stale',
        in: REGISTER,
        table: 'workspaces',
      },
      'registration does not check the allowance': {
        seam: 'skip',
        situation: 'allowance-spent',
        in: REGISTER,
      },
    },
    'spent through a tool': {
      'a registration by tool spends nothing': losing('createPublication', 'workspaces'),
    },
  }),
  ...atPlaces('spent-ceiling-refuses-both-faces', {
    'reached through the API': {
      'tools still start runs': {seam: 'skip', situation: 'daily-limit', in: START},
      'tools give another reason': otherReason('daily-limit', ...START),
    },
    'reached through a tool': {
      'runs started by tools are not counted': losing('startRun', 'spent_runs'),
    },
  }),
  ...atTools('tool-limit-refuses-both-faces', {
    'tools start runs above the limit': {seam: 'skip', situation: 'tool-limit', in: START},
    'runs started by tools are not counted': {
      seam: 'change',
      in: START,
      table: 'spent_runs',
      set: {tool: 'another'},
    },
  }),
  ...atTools('uploads-are-the-same-through-both-faces', {
    'a tool registers an upload without bytes': {
      seam: 'skip',
      situation: 'not-landed',
      in: REGISTER,
    },
    'a registration by tool stores no publication': afterwards(REGISTER, (done) => ({
      ...done,
      changes: (done.changes ?? []).filter(({table}) => table !== 'publications'),
    })),
    'later registrations by tool spend nothing': afterwards(REGISTER, (done, view) => ({
      ...done,
      changes: (done.changes ?? []).filter(
        ({table}) => table !== 'workspaces' || view.count('publications') === 0,
      ),
    })),
  }),
  ...atTools('runs-are-the-same-through-both-faces', {
    'a retry by a tool starts another run': ignoringTheKey,
    'tools show every run as queued': editing('readRun', '/state', {set: 'queued'}),
    'tools show another working version': editing('getCurrentPublicationFile', '/id', {
      set: 'file_other',
    }),
    'runs started by tools are not stored': losing('startRun', 'runs'),
  }),
];
