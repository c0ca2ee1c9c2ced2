/**
 * A deployment that cannot be judged now: nothing is wrong with its configuration, and nothing is
 * known of its rules. For example it refuses connections.
 */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

/** A quota of a credential is used up for longer than a run waits. */
export class QuotaUsedUp extends Unreachable {
  override name = 'QuotaUsedUp';
}
