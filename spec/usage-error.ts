/** An invalid profile, configuration or command line; the message names the file and field and what is allowed. */
export class UsageError extends Error {
  override name = 'UsageError';
  /** The mistakes that the message lists, each as a message of its own. */
  readonly mistakes: readonly string[];

  constructor(message: string, mistakes: readonly string[] = [message]) {
    super(message);
    this.mistakes = mistakes;
  }
}
