import type {Row} from '../../world/change.ts';
import type {RunEnd} from '../runs/rows.ts';
import type {Ability} from './ability.ts';

/** A workspace; its tenant is its own key. */
export interface WorkspaceRow extends Row {
  name: string;
  /** Name of the plan; null when it cannot be determined (Resources, Workspace). */
  plan: string | null;
  /** Whether the workspace may start metered runs. */
  paidWork: boolean;
  /** Publications per cycle; null for no limit. */
  allowance: number | null;
  /** The cycle in which `spent` counts, such as `2026-03`. */
  cycle: string;
  /** Publications registered in that cycle. */
  spent: number;
  /** Outcomes of the next runs, one for each run, as set by the control plane. */
  endings?: RunEnd[];
  /** New runs remain in their first state until the control plane releases them. */
  holdsRuns?: boolean;
  /** Whether storage can issue download links. Default: it can. */
  downloads?: 'available' | 'unavailable';
  /** Whether the workspace has the reader integration. Default: it has. */
  reader?: 'configured' | 'not-configured';
  /** The allowance and the count of a cycle before a hook changed the remaining number; absent: no hook did. */
  placesBefore?: {allowance: number | null; left: number | null; cycle: string};
  /** The plan and its allowance before a hook set another plan; absent: no hook did. */
  planBefore?: {plan: string | null; allowance: number | null};
  /** The plan before a hook made it undeterminable. */
  resolvedPlan?: string;
}

/** A member of a workspace. Owners and admins create API keys (Authentication 2). */
export interface MemberRow extends Row {
  name: string;
  role: 'owner' | 'admin' | 'editor';
}

/** An API key of a workspace. */
export interface KeyRow extends Row {
  /** The text that clients send as `Authorization: Bearer <secret>`. */
  secret: string;
  abilities: Ability[];
  /** Key of the member who created it. */
  mintedBy: string;
  /** Credential role of the templates, for example `read-only`; absent for other keys. */
  role?: string;
}
