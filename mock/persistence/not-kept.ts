/**
 * Thrown for a change that the data folder could not take, such as one on a full disk. The change was
 * taken back: it is as if it had never been asked for.
 */
export class NotKept extends Error {
  override name = 'NotKept';
  /** HTTP status of the response: the service is unavailable. */
  readonly status = 503;
  /** The code of the error of the file system: `ENOSPC`. */
  readonly code: string | undefined;

  /** @param cause the error of the file system */
  constructor(cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`the data folder cannot take the change (${why})`, {cause});
    this.code = (cause as {code?: string}).code;
  }
}

/** What to do about it, as a clause. */
export const TODO_NOT_KEPT =
  'let the data folder be written again, with room in it, then send the request again';
