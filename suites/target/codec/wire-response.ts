/** A response as HTTP carries it. */
export interface WireResponse {
  status: number;
  /** By names in lower case. */
  headers: Record<string, string>;
  /** The body as JSON. */
  wire: unknown;
}
