/** A world of the mock, as its control plane describes it. */
export interface WorldDescription {
  world: string;
  urls: {workspace: string; store: string};
  workspaces: {id: string; role: string}[];
  stores: {id: string; role: string}[];
  keys: {role: string; key: string; id: string; workspace: string}[];
  tokens: {role: string; token: string; id: string; store: string}[];
  access_tokens: {role: string; token: string; id: string; workspace: string}[];
  samples: Record<string, Record<string, unknown>>;
}

/** A request to the control plane; the path is below `/worlds/{world}`. */
export interface ControlRequest {
  method: string;
  path: string;
  body?: unknown;
}
