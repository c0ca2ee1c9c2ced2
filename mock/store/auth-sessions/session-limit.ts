/**
 * How many sessions of a user may be alive at once. The limit of the user counts before those of
 * its plans, for somebody has set it for this user; of several plans the most generous counts. The
 * document only names the limits (docs/decisions/0024-sessions-and-their-limits.md).
 * @param own the user's `sessions_limit`
 * @param ofPlans the `concurrency_limit` of each plan that the user has now
 * @returns undefined without any limit
 */
export function sessionLimit(own: number | null, ofPlans: readonly number[]): number | undefined {
  if (own !== null) return own;
  return ofPlans.length ? Math.max(...ofPlans) : undefined;
}
