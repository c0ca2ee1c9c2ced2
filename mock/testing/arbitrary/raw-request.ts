/** A request as bytes, from well-meant to hostile. */
export interface RawRequest {
  bytes: Buffer;
  /** Its method is HEAD, so that the response has no body. */
  head: boolean;
  /**
   * `whole`: one sound frame; the connection may carry the next one. `cut`: only the beginning of
   * one, which must bring about nothing. `garbage`: anything may be in it.
   */
  kind: 'whole' | 'cut' | 'garbage';
}

/** What of a world the drawn requests name. */
export interface Ground {
  /** `/w/<world>` or nothing. */
  prefix: string;
  /** Routes with `{parameters}`, below the prefix. */
  routes: string[];
  /** Values that mean something in a path. */
  ids: string[];
  /** Header lines that carry a credential, right and wrong. */
  credentials: string[];
  /** Bodies that some route takes. */
  bodies: object[];
  /** Presigned links: path with query, and the headers to send. */
  links: {path: string; headers: Record<string, string>}[];
}
