import type {IncomingMessage} from 'node:http';
import type {Done} from '../operation.ts';
import type {World} from '../world/world.ts';
import type {OrderedFault} from './fault-rule.ts';

/** What a fault changes of an operation. */
export interface ChangedOperation {
  /** The world that the operation sees. */
  world?(world: World): World;
  /** What it gives. @param now of the world's clock, in epoch milliseconds */
  outcome?(done: Done, now: number): Done;
}

/** The fault of one request. */
export interface RequestFault {
  rule: OrderedFault;
  /** For the journal. */
  note: string;
  /** Whether the journal has the note. */
  isNoted: boolean;
  change?: ChangedOperation;
}

const FAULT = Symbol('ordered fault');

/** The note of every fault begins with it. */
export const NOTE = 'fault ';

interface Faulted extends IncomingMessage {
  [FAULT]?: RequestFault;
}

/** The fault that was ordered for a request; most have none. */
export const faultOf = (request: IncomingMessage): RequestFault | undefined =>
  (request as Faulted)[FAULT];

/** Orders a fault for a request. */
export function orderFault(request: IncomingMessage, fault: RequestFault): void {
  (request as Faulted)[FAULT] = fault;
}

/** What the journal says of the fault of a request; undefined without one. */
export function notesOf(request: IncomingMessage): string[] | undefined {
  const fault = faultOf(request);
  if (!fault) return undefined;
  fault.isNoted = true;
  return [fault.note];
}

/** Whether a fault was ordered for the request of an entry of the journal. */
export const isOfFault = ({notes = []}: {notes?: readonly string[] | undefined}): boolean =>
  notes.some((note) => note.startsWith(NOTE));
