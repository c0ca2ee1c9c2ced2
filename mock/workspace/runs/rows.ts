import type {Json} from '../../../spec/json.ts';
import type {Row} from '../../world/change.ts';
import type {RunState} from './moves.ts';

/**
 * What a run gets later is null at first: a row that gains no members is cheap to copy, and each
 * run is copied twice.
 */
export interface RunRow extends Row {
  publication: string;
  /** Slug of the tool. */
  tool: string;
  state: RunState;
  /** Epoch milliseconds. */
  createdAt: number;
  /** The header of the request that started it; empty when it had none. */
  idempotencyKey: string;
  /** The file that it works on, the working version when it began; null before. */
  input: string | null;
  /** Null until it has succeeded. */
  report: Json | null;
  /** How it ends, where the control plane has decided. */
  ends?: RunEnd;
  /** It waits until the control plane releases it. */
  held?: true;
}

export type RunEnd = 'succeeded' | 'failed' | 'rejected';

/**
 * One metered run as it counts for the limits; runs that the control plane spends have no
 * publication.
 */
export interface SpentRow extends Row {
  /** Epoch milliseconds. */
  at: number;
  publication: string;
  tool: string;
  /** Key of the API key; empty for those that the control plane spends. */
  by: string;
}

/** A run on the wire; its fields are presscheck's choice (NS-WS-13). */
export const renderRun = (row: RunRow): unknown => ({
  id: row.key,
  state: row.state,
  publication_id: row.publication,
  tool: row.tool,
  created_at: new Date(row.createdAt).toISOString(),
});
