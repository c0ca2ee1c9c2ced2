import type {Why} from '../operation.ts';

/** The refusals of storage: S3's error codes, with status and message. */
export const REFUSALS = {
  AccessDenied: {status: 403, message: 'The link is not valid, or is not valid any more.'},
  NoSuchKey: {status: 404, message: 'There is no such object.'},
  EntityTooLarge: {status: 413, message: 'The object is larger than the link allows.'},
  InvalidRange: {status: 416, message: 'The range lies outside the object.'},
  MethodNotAllowed: {status: 405, message: 'Objects are stored by PUT and read by GET.'},
  BadRequest: {status: 400, message: 'The request cannot be read.'},
  ServiceUnavailable: {status: 503, message: 'The data folder of the mock cannot take the bytes.'},
  InternalError: {status: 500, message: 'The mock is at fault here, not the request.'},
} as const;

/** Thrown by a step of storage that refuses a request; `StorageResponses` answers it. */
export class StorageRefusal extends Error {
  override name = 'StorageRefusal';
  readonly code: keyof typeof REFUSALS;
  /** For the journal. */
  readonly why: Why;
  /** Headers of the response, for example `allow`. */
  readonly headers: Record<string, string>;

  constructor(code: keyof typeof REFUSALS, why: Why, headers: Record<string, string> = {}) {
    super(REFUSALS[code].message);
    this.code = code;
    this.why = why;
    this.headers = headers;
  }
}
