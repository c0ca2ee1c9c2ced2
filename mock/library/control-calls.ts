import type {Mock} from '../create-mock.ts';
import {Problem} from '../control/problem.ts';
import type {ControlRequest} from '../control/handler.ts';
import type {Operation} from '../control/operation.ts';
import {operations} from '../control/operations.ts';
import {ownAddress} from '../control/own-address.ts';
import {performed} from '../control/performed.ts';
import {Validator} from '../control/validate.ts';
import {systemPorts} from '../world/ports.ts';

/** What an operation of the control plane is called with. */
export interface Call {
  world?: string;
  id?: string;
  query?: Record<string, string | number>;
  body?: unknown;
}

/** Calls operations of the control plane of a mock in this process, without HTTP. */
export type ControlCalls = (operationId: string, call: Call) => Promise<unknown>;

/** The operations by their ids. */
const BY_ID: ReadonlyMap<string, Operation> = new Map(
  Object.values(operations).flatMap((methods) =>
    Object.values(methods).map((operation): [string, Operation] => [
      operation.operationId,
      operation,
    ]),
  ),
);

/** The requests of handlers that are called in this process. */
export const requestOf = (mock: Mock, call: Call): ControlRequest => ({
  worlds: mock.worlds,
  site: mock.site,
  wait: (ms) => systemPorts.wait(ms),
  url: (origin, world) => mock.url(origin, world),
  ownAddress: (origin, world) => ownAddress(mock.urls[origin], world, mock.url(origin, world)),
  path: {
    ...(call.world !== undefined && {world: call.world}),
    ...(call.id !== undefined && {id: call.id}),
  },
  query: Object.fromEntries(
    Object.entries(call.query ?? {}).map(([name, value]) => [name, String(value)]),
  ),
  body: call.body ?? {},
});

/** Makes the calls of a mock. They throw an Error with what is wrong and what to do. */
export function controlCalls(mock: Mock): ControlCalls {
  const validator = new Validator();
  return async (operationId, call) => {
    const operation = BY_ID.get(operationId);
    if (!operation)
      throw new TypeError(
        `the control plane has no operation ${operationId}; there are ${[...BY_ID.keys()].join(', ')}`,
      );
    const given = {query: call.query ?? {}, body: call.body};
    return orError(
      async () => (await performed(validator, operation, requestOf(mock, call), given)).body,
    );
  };
}

/** @throws Error with the whole text of a refusal */
export async function orError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Error(`${error.message}; ${error.whatToDo}`, {cause: error});
  }
}
