/**
 * Thrown for a change that could not be written to the data folder, for example because the disk is full. The change
 * was rolled back.
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
