import type {Sendings} from '../preconditions.ts';
import type {Commerce, PlanTerms} from './commerce-types.ts';

/** The names of the faults that are switched on. */
export type Faults = ReadonlySet<string>;

/** A subscription plan of a store. */
export interface Plan {
  id: number;
  title: string;
  kind: 'recurring' | 'prepaid';
  months: number | null;
  subscribable: boolean;
  /** The title before the first update. */
  firstTitle?: string;
  terms: PlanTerms;
}

/** A plan that a user has or had. */
export interface UserPlan {
  subscription: string;
  plan: Plan;
  label: string;
  from: string;
  until: string | null;
  cancelledAt: number | null;
  reason: string | null;
  /** Whether the order that gave it is paused. */
  suspended?: boolean;
}

/** An order as far as users refer to it. */
export interface Purchase {
  orderNumber: string;
  issueId: number;
  channel: 'manual' | 'checkout';
  cancelled: boolean;
  reason: string | null;
  /** The id of the order, when it was made through the API. */
  order?: string;
}

/** A signed-in session of an end user. */
export interface Session {
  id: string;
  type: 'web' | 'mobile';
  begunAt: number;
  lastActivity: number;
  expiresAt: number;
  /** The user agent that signed in, and from where. */
  raw: string;
  address: string;
  /** Whether a checkout link began it. */
  byLink: boolean;
  /** What a browser has to show besides the id. */
  key: string;
}

/** A user of a store. */
export interface User {
  id: number;
  uuid: string;
  email: string;
  externalId: string | null;
  name: string | null;
  password: string;
  admin: boolean;
  planAdmin: boolean;
  onlySeesReadable: boolean;
  sessionsLimit: number | null;
  createdAt: number;
  updatedAt: number;
  deletedAt: number | null;
  anonymized: boolean;
  plans: UserPlan[];
  purchases: Purchase[];
  sessions: Session[];
  history: string[];
}

/** One store (tenant). */
export interface Store {
  key: string;
  domain: string;
  zone: string;
  zoneMinutes: number;
  users: Map<number, User>;
  plans: Map<number, Plan>;
  commerce: Commerce;
}

/** An API key of an admin. */
export interface Token {
  id: string;
  secret: string;
  store: Store;
  role: string;
  /** The id of the admin whose key it is. */
  adminId: number;
  state: 'valid' | 'deleted' | 'regenerated';
  /** When it was last used; -Infinity before. */
  seenAt: number;
  /** How often it was regenerated. */
  renewals?: number;
}

/** Reads of the rolling day: those made, and those counted by the hook. */
export interface ReadLog {
  made: number[];
  planted: number[];
}

/** Everything that the server remembers. */
export interface World {
  stores: Store[];
  tokens: Token[];
  minutes: Map<string, number[]>;
  days: Map<string, ReadLog>;
  /** What searches for addresses found. */
  searches: Map<string, User[]>;
  /** What a faulty server remembers, by what it is about. */
  marks: Map<string, string>;
  nextUser: number;
  nextNumber: number;
  nextPlan: number;
  nextIssue: number;
  /** How many requests with a valid token were served. */
  served: number;
  /** What was sent, where a variant tells since when it is as it is. */
  sendings: Sendings;
  /** The address of the server, and what seals its checkout links. */
  origin: string;
  seal: string;
}

/** What the code needs to judge anything: the world, the time, the faults. */
export interface Scene {
  world: World;
  faults: Faults;
  /** The names of the variants: other choices where the document leaves one. */
  variants: ReadonlySet<string>;
  now(): number;
}

/** A scene seen with the token of a request. */
export interface Context extends Scene {
  store: Store;
  /** The id of the token of the request. */
  tokenId?: string;
  /** The id of the admin whose token it is. */
  adminId?: number;
  /** The role of the token. */
  role?: string;
}

/** A JSON object. */
export type Json = Record<string, unknown>;

/** An authenticated request, read and parsed. */
export interface Ask {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Json;
}

/** What is to be answered. */
export interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Refusals of fields: field name to texts. */
export type Errors = Map<string, string[]>;
