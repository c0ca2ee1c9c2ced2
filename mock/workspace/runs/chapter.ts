import type {Chapter} from '../../chapter.ts';
import {hasEnded} from './moves.ts';
import {readReport, readRun} from './read-run.ts';
import type {RunRow, SpentRow} from './rows.ts';
import {begins, ends} from './settle.ts';
import {DAY, placeOf} from './spent.ts';
import {startRun} from './start-run.ts';

export const runs: Chapter = {
  name: 'workspace/runs',
  tables: {
    runs: {
      indexes: {
        idempotency: {of: (row: RunRow) => row.idempotencyKey || undefined},
        working: {of: (row: RunRow) => (hasEnded(row.state) ? undefined : row.publication)},
      },
    },
    spent_runs: {indexes: {place: {of: (row: SpentRow) => placeOf(row.publication, row.tool)}}},
  },
  numbers: {
    'runs.daily_limit': 40,
    'runs.per_tool_and_publication_limit': 5,
    'runs.day_ms': DAY,
    /** Between the start of a run and its tool's. */
    'runs.waits_ms': 1000,
  },
  freedoms: {
    /**
     * The same `Idempotency-Key` with another tool or publication: `refused`, `replayed` or a run
     * of its own (`new`) (NS-WS-17).
     */
    'runs.key_of_another': 'refused',
    /** A publication has one run at a time; another start is refused meanwhile (NS-WS-19). */
    'runs.one_at_a_time': false,
    /** The limit of a tool on a publication is 1 (NS-WS-52). */
    'runs.once_a_tool': false,
    /** Whether a metered run that failed or was rejected counts (NS-WS-42). */
    'runs.failed_count': true,
    /** The state in which a run is answered 202 (NS-WS-13): `queued` or `running`. */
    'runs.first_state': 'queued',
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
  operations: {startRun, readRun, readReport},
  settle: {'run-begins': begins, 'run-ends': ends},
};
