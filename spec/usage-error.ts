/**
 * A profile, configuration or command line that is not usable; the message names file and field and
 * what would be right.
 */
export class UsageError extends Error {
  override name = 'UsageError';
}
