import type {Schema} from './validate.ts';

/** One operation: what a request may contain and what the response is. */
export interface Operation {
  operationId: string;
  summary: string;
  /** Query parameters by name; all are optional. */
  query?: Record<string, Schema>;
  body?: Schema;
  bodyRequired?: boolean;
  /** Status of a success. */
  status: number;
  response?: Schema;
}

/** Operations by path and method. */
export type Operations = Record<string, Record<string, Operation>>;
