/** A JSON object whose members are not known. */
export type Body = Record<string, unknown>;

/** True for a JSON object that is no array. */
export const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a JSON array. */
export const rowsOf = (value: unknown): Body[] =>
  Array.isArray(value) ? value.filter(isBody) : [];

/** A date-time of the documents as seconds since 1970. */
export const seconds = (dateTime: unknown): number =>
  Math.floor(Date.parse(String(dateTime)) / 1000);

/** A request on its way through the proxy; `body` is parsed JSON, `text` what does not parse. */
export interface ProxiedRequest {
  method: string;
  /** Below the world and the base address; without the query. */
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
  /** Sent in the place of the body. */
  text?: string;
}

/** How a deployment differs from the mock where the documents leave it open. */
export interface Adapter {
  /** Translates the caller's request into the mock's form. */
  adaptRequest(request: ProxiedRequest): void;
  /** Translates the mock's response into the deployment's form. */
  adaptResponse(request: ProxiedRequest, response: ProxiedResponse): void;
  /** Answers a request in the mock's place, which never sees it; undefined for one that goes on. */
  answer?(request: ProxiedRequest): ProxiedResponse | undefined;
}
