import type {Json} from '../../spec/json.ts';
import type {Ability} from '../workspace/access/ability.ts';
import type {MemberRow, WorkspaceRow} from '../workspace/access/rows.ts';
import type {MirrorRow} from '../workspace/reader/rows.ts';
import type {RunEnd} from '../workspace/runs/rows.ts';
import type {IssueBody} from '../store/content/issue-body.ts';
import type {ConversionState} from '../store/content/issue.ts';
import type {FaultRule} from '../faults/fault-rule.ts';
import type {OrderStatus, OrderType, PaymentOutcome} from '../store/orders/order.ts';
import type {PlanBody} from '../store/plans/plan.ts';
import type {UserState} from '../store/users/user.ts';

/** An instant: ISO 8601, `now`, or relative to the world's clock, such as `3 days ago` or `in 2 hours`. */
export type Time = string;

/** The content of a world as people write it, in YAML or JSON. `seed-schema.ts` describes every member. */
export interface Seed {
  presscheck?: 'seed';
  seed?: number;
  clock?: Time;
  clock_runs?: boolean;
  limits?: boolean;
  freedoms?: Record<string, Json>;
  numbers?: Record<string, number>;
  faults?: FaultRule[];
  workspaces?: WorkspaceSeed[];
  stores?: StoreSeed[];
  /** What an export could not write; nothing reads it. */
  left_out?: string[];
}

/** A workspace, with all that belongs to it. */
export interface WorkspaceSeed {
  name: string;
  id?: string;
  plan?: string | null;
  publications_left?: number | null;
  paid_work?: boolean;
  runs_hold?: boolean;
  runs_end?: RunEnd[];
  downloads?: WorkspaceRow['downloads'];
  reader?: WorkspaceRow['reader'];
  members?: {name: string; role: MemberRow['role']}[];
  keys?: {key?: string; role?: string; abilities?: Ability[]; minted_by?: string}[];
  oauth_clients?: {name?: string; client_id?: string; client_secret?: string; role?: string}[];
  publications?: PublicationSeed[];
}

/** A registered publication. */
export interface PublicationSeed {
  title?: string;
  filename?: string;
  /** `none`: its file does not exist yet. Default: a small valid file. */
  file?: 'none' | 'sample';
  created_at?: Time;
  mirrors?: MirrorRow['mirror'][];
  runs?: RunSeed[];
}

/** A run of a tool. Its state follows from the time that has passed since. */
export interface RunSeed {
  tool: string;
  started_at?: Time;
  ends?: RunEnd;
}

/** A store, with all that belongs to it. */
export interface StoreSeed {
  name: string;
  id?: string;
  collections?: string[];
  plans?: StorePlanSeed[];
  users?: UserSeed[];
  content?: ContentSeed[];
  orders?: OrderSeed[];
}

/** A subscription plan; the members of the API, and its times. */
export interface StorePlanSeed extends PlanBody {
  name: string;
  created_at?: Time;
  deleted_at?: Time;
}

/** A user or admin of a store. */
export interface UserSeed {
  email: string;
  external_id?: string;
  name?: string;
  password?: string;
  sessions_limit?: number;
  admin?: boolean;
  plan_admin?: boolean;
  only_sees_readable?: boolean;
  /** The API token of an admin. */
  token?: string;
  /** The role of the token, as `GET /worlds/{world}` shows it. */
  role?: string;
  /** Whether the token may manage content. */
  manages_content?: boolean;
  created_at?: Time;
  state?: UserState;
  /** Since when the user is not active. */
  left_at?: Time;
  /** The plan that an admin assigned, by name. */
  plan?: string;
  plan_until?: string;
  plan_name?: string;
  sessions?: {type?: 'web' | 'mobile'; started_at?: Time}[];
}

/** Digital or physical content; the members of the API, and how far its conversion is. */
export interface ContentSeed extends IssueBody {
  external_id: string;
  name: string;
  conversion_status?: ConversionState;
  created_at?: Time;
}

/** An order in any state. */
export interface OrderSeed {
  type: OrderType;
  external_reference?: string;
  /** The user, by email, external id or name. */
  user: string;
  products: ProductSeed[];
  unit_price?: number;
  currency_id?: string;
  return_url?: string;
  status?: OrderStatus;
  /** What the gateway of a sale reported. */
  payment?: PaymentOutcome;
  created_at?: Time;
  reason?: string;
}

/** A product of an order: content by external id or name, or a plan by name. */
export interface ProductSeed {
  content?: string;
  subscription?: string;
  name?: string;
  url?: string;
  unit_price?: number;
  currency_id?: string;
  expiration_date?: string;
  status?: 'approved' | 'paused';
}
