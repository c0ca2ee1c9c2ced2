import type {Operation} from '../../spec/contract.ts';
import type {PlannedOperation} from '../http/plan.ts';
import {nearest} from '../http/nearest.ts';
import {argumentOf, toolOf, type Tool} from './tool.ts';

/** The arguments of a tool as a request of its operation. */
export interface ToolRequest {
  path: Record<string, string>;
  query: Record<string, string>;
  /** By lower-case name. */
  headers: Record<string, string>;
  body: unknown;
}

/** Thrown for arguments of which no request can be made; the message names the argument. */
export class WrongArguments extends Error {
  override name = 'WrongArguments';
}
