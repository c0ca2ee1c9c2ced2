/** A JSON object with unknown members. */
export type Body = Record<string, unknown>;

/** Whether a value is a JSON object and not an array. */
export const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects in a JSON array. */
export const rowsOf = (value: unknown): Body[] =>
  Array.isArray(value) ? value.filter(isBody) : [];

/** Converts a date-time of the documents to seconds since 1970. */
export const seconds = (dateTime: unknown): number =>
  Math.floor(Date.parse(String(dateTime)) / 1000);

/** A request on its way through the proxy. `body` is parsed JSON, `text` is a body that cannot be parsed. */
export interface ProxiedRequest {
  method: string;
  /** Relative to the world and the base address; without the query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body?: unknown;
  text?: string;
}

/** A response on its way back. */
export interface ProxiedResponse {
  status: number;
  headers: Record<string, string>;
  body?: unknown;
  /** Sent instead of the body. */
  text?: string;
}

/** How a deployment differs from the mock where the documents leave a choice. */
export interface Adapter {
  /** Translates the client's request into the mock's form. */
  adaptRequest(request: ProxiedRequest): void;
  /** Translates the mock's response into the deployment's form. */
  adaptResponse(request: ProxiedRequest, response: ProxiedResponse): void;
  /** Responds to a request instead of the mock; undefined for a request that is forwarded. */
  answer?(request: ProxiedRequest): ProxiedResponse | undefined;
}
