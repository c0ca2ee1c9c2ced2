/** The counters of a reading session. */
export const COUNTERS = [
  'seconds_reading',
  'page_changes',
  'page_views',
  'printed_pages',
  'notes',
  'highlights',
  'bookmarks',
  'resolved_captchas',
] as const;

/** The name of a counter. */
export type Counter = (typeof COUNTERS)[number];

/** Why somebody may read. */
export const REASONS = [
  'license_retail',
  'administrator_user',
  'free_issue',
  'preview_issue',
  'free_access',
  'bought_issue',
  'assigned_issue',
  'gifted_issue',
  'external_permissions',
  'subscription_with_collections',
  'global_subscription',
  'lti_and_entry_point_free_access',
  'saml_and_entry_point_free_access',
  'ip_and_entry_point_free_access',
] as const;

/** The systems on which somebody reads. */
export const SYSTEMS = ['iOS', 'Android', 'Windows', 'Mac', 'Linux', 'Unknown'] as const;

/** Some reading of one title by one reader. */
export interface Reading {
  uuid: string;
  issueId: number;
  issueExternalId: string | null;
  /** Null for guests. */
  userId: number | null;
  clientType: 'app' | 'browser';
  system: string;
  mode: 'online' | 'offline';
  reason: string;
  reasonValue: number | null;
  startedAt: number;
  processedAt: number | null;
  heartbeatAt: number | null;
  counters: Record<Counter, number>;
  /** The reader as they were then. */
  reader?: {email: string; name: string | null; externalId: string | null};
  /** Whether it has gone on once. */
  continued?: boolean;
  /** When a hook noted it. */
  notedAt?: number;
}
