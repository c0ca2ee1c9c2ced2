/** An invalid profile, configuration or command line; the message names the file and field and what is allowed. */
export class UsageError extends Error {
  override name = 'UsageError';
}
