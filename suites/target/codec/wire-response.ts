/** A response as HTTP carries it. */
export interface WireResponse {
  status: number;
  /** The headers, by lower-case name. */
  headers: Record<string, string>;
  /** The body as JSON. */
  wire: unknown;
}
