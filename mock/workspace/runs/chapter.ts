import {DAY_MS} from '../../../spec/durations.ts';
import {object, text} from '../../../spec/schema-parts.ts';
import type {Chapter} from '../../chapter.ts';
import type {Input, View} from '../../operation.ts';
import {hasEnded} from './moves.ts';
import {readReport, readRun} from './read-run.ts';
import type {RunRow, SpentRow} from './rows.ts';
import {runBegins, runEnds} from './due-events.ts';
import {spentKeyOf} from './spent.ts';
import {startRun} from './start-run.ts';

/** The key of a run of this workspace that a client polls. */
const ownRun = (view: View, {path: {run = ''}}: Input): string[] =>
  view.find('runs', run) ? [run] : [];

/** Runs of tools and their reports (States, Runs). */
export const runs: Chapter = {
  name: 'workspace/runs',
  tables: {
    runs: {
      indexes: {
        idempotency: {of: (row: RunRow) => row.idempotencyKey || undefined},
        working: {of: (row: RunRow) => (hasEnded(row.state) ? undefined : row.publication)},
      },
    },
    spent_runs: {
      indexes: {
        tool_and_publication: {of: (row: SpentRow) => spentKeyOf(row.publication, row.tool)},
      },
    },
  },
  numbers: {
    'runs.daily_limit': 40,
    'runs.per_tool_and_publication_limit': 5,
    /** A run counts for 24 hours from its start (Resources, Usage). */
    'runs.day_ms': DAY_MS,
    /** Milliseconds between the start of a run and the start of its tool. */
    'runs.waits_ms': 1000,
    /** How long a tool works, in percent of the time of the catalogue. */
    'runs.works_percent': 100,
  },
  freedoms: {
    'runs.key_of_another': {
      values: ['refused', 'replayed', 'new'],
      meaning:
        'A known `Idempotency-Key` with another tool or publication is `refused`, returns the first run (`replayed`), or starts another (`new`).',
      open: ['NS-WS-17'],
    },
    'runs.one_at_a_time': {
      values: [false, true],
      meaning: 'Whether a publication has one run at a time; then another start is refused.',
      open: ['NS-WS-19'],
    },
    'runs.once_a_tool': {
      values: [false, true],
      meaning: 'Whether a tool can run only once a day on a publication: the limit is 1.',
      open: ['NS-WS-52'],
    },
    'runs.failed_count': {
      values: [true, false],
      meaning: 'Whether a metered run that ends as failed or rejected still counts.',
      open: ['NS-WS-42'],
    },
    'runs.first_state': {
      values: ['queued', 'running'],
      meaning: 'The state of a run in the 202 of its start: `queued` or `running`.',
      open: ['NS-WS-13'],
    },
  },
  refusals: {
    'startRun.publication-not-found': 'No such publication in this workspace.',
    'tool-refused': 'No such tool.',
    busy: 'The publication has a run that has not ended.',
    unpaid: 'The plan of this workspace does not include paid work.',
    'daily-limit': 'The workspace reached its daily ceiling of metered runs.',
    'tool-limit': 'This tool reached its limit on this publication.',
    'no-file': 'The publication has no file yet.',
    'key-of-another': 'This Idempotency-Key started another run.',
    'run-not-found': 'No such run in this workspace.',
    'no-report': 'The run has no report.',
  },
  forms: () => ({
    'StartedRun/state': text,
    Report: {
      ...object({tool: text, publication_id: text}),
      additionalProperties: true,
      examples: [{tool: 'file-validation', publication_id: 'pub_2f8a', valid: true, messages: []}],
    },
    'readReport 302': 'never',
  }),
  operations: {startRun, readRun, readReport},
  waits: {readRun: ownRun, readReport: ownRun},
  onDue: {'run-begins': runBegins, 'run-ends': runEnds},
};
