import type {Schema} from './validate.ts';

/** One operation: its requests and its response. */
export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  /** Query parameters by name. All of them are optional. */
  query?: Record<string, Schema>;
  body?: Schema;
  bodyRequired?: boolean;
  /** Whether the body may be a seed in YAML. */
  takesYaml?: true;
  /** Status of a success. */
  status: number;
  response?: Schema;
  /** The response is a stream of server-sent events; `response` describes the data of one. */
  isStream?: true;
}

/** Operations by path and method. */
export type Operations = Record<string, Record<string, Operation>>;
