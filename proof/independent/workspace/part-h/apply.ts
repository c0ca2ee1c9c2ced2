import type {Context} from '../context.ts';
import type {Answer, Incoming} from '../http.ts';
import type {World} from '../world.ts';
import {API_DOORS} from './doors-api.ts';
import {STATE_DOORS} from './doors-states.ts';
import {WIRE_DOORS} from './doors-wire.ts';
import {LIBRARY_TURNS} from './turns-library.ts';
import {RUN_TURNS} from './turns-runs.ts';

const DOORS = [...API_DOORS, ...STATE_DOORS, ...WIRE_DOORS];
const TURNS = [...LIBRARY_TURNS, ...RUN_TURNS];

/** Serves a request as the faults of part H do; without one of them it is served as it is. */
export function throughDoors(
  w: World,
  req: Incoming,
  serve: (req: Incoming) => Promise<Answer>,
): Promise<Answer> {
  const door = DOORS.find(([fault]) => w.faults.has(fault))?.[1];
  return door === undefined ? serve(req) : door(w, req, serve);
}

/** Performs an operation as the faults of part H do; without one of them it is performed as it is. */
export function inTurn(
  c: Context,
  operation: string,
  perform: (c: Context) => Promise<Answer>,
): Promise<Answer> {
  const turn = TURNS.find(
    ([fault, operations]) => c.w.faults.has(fault) && operations.includes(operation),
  )?.[2];
  return turn === undefined ? perform(c) : turn(c, perform);
}
