/**
 * How many sessions of a user may be active at the same time. The limit of the user has priority over those of its
 * plans, because somebody set it for this user; of several plans the highest limit applies. The document only names
 * the limits (docs/decisions/0024-sessions-and-their-limits.md).
 * @param own the user's `sessions_limit`
 * @param ofPlans the `concurrency_limit` of each current plan of the user
 * @returns undefined without a limit
 */
export function sessionLimit(own: number | null, ofPlans: readonly number[]): number | undefined {
  if (own !== null) return own;
  return ofPlans.length ? Math.max(...ofPlans) : undefined;
}
