import type {Row} from '../../world/change.ts';
import type {RunEnd} from '../runs/rows.ts';
import type {Ability} from './ability.ts';

/** A workspace; its tenant is itself. */
export interface WorkspaceRow extends Row {
  name: string;
  /** Null when it cannot be resolved. */
  plan: string | null;
  paidWork: boolean;
  /** Publications per cycle; null when there is no limit. */
  allowance: number | null;
  /** The cycle that `spent` counts in, such as `2026-03`. */
  cycle: string;
  spent: number;
  /** How the next runs end, one each, where the control plane has decided. */
  endings?: RunEnd[];
  /** New runs wait until they are released. */
  holdsRuns?: boolean;
  /** Whether storage can mint download links. */
  downloads?: 'available' | 'unavailable';
  /** Whether the deployment has the reader integration. */
  reader?: 'configured' | 'not-configured';
}

/** Who works in a workspace. Owners and admins mint keys (Authentication 2). */
export interface MemberRow extends Row {
  name: string;
  role: 'owner' | 'admin' | 'editor';
}

export interface KeyRow extends Row {
  secret: string;
  abilities: Ability[];
  /** Key of a member. */
  mintedBy: string;
  /** What the templates made it for, such as `read-only`. */
  role?: string;
}
