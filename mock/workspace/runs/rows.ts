import type {Json} from '../../../spec/json.ts';
import type {Row} from '../../world/change.ts';
import type {RunState} from './moves.ts';

/**
 * A run of a tool. Members that are set later are initially null, not absent: a row that gains no members is cheap to
 * copy, and each run is copied twice.
 */
export interface RunRow extends Row {
  /** Key of the publication. */
  publication: string;
  /** Slug of the tool. */
  tool: string;
  state: RunState;
  /** Epoch milliseconds. */
  createdAt: number;
  /** The `Idempotency-Key` of the request that started it; empty when it had none. */
  idempotencyKey: string;
  /** Key of the file that it processes: the working version when its tool starts; null before. */
  input: string | null;
  /** Its report; null until it has succeeded. */
  report: Json | null;
  /** Its outcome, if the control plane has set one. */
  ends?: RunEnd;
  /** Whether it waits until the control plane releases it. */
  held?: true;
}

/** The final states of a run. */
export type RunEnd = 'succeeded' | 'failed' | 'rejected';

/**
 * A metered run as the limits count it. A run that the control plane counts without a real one has
 * an empty `publication`, `tool` and `by`.
 */
export interface SpentRow extends Row {
  /** Start of the run, in epoch milliseconds. */
  at: number;
  /** Key of the publication. */
  publication: string;
  /** Slug of the tool. */
  tool: string;
  /** Key of the API key that started it. */
  by: string;
}

/** A run in the form of responses; its members are the mock's choice (NS-WS-13). */
export const renderRun = (row: RunRow): unknown => ({
  id: row.key,
  state: row.state,
  publication_id: row.publication,
  tool: row.tool,
  created_at: new Date(row.createdAt).toISOString(),
});
