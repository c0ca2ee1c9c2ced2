/** Requests that several senders send at the same moment. */

import type {Exchange} from '../../spec/exchange.ts';
import type {Args, Handle, Script} from '../language/script.ts';
import {BY_TOOL} from './mcp/by-tool.ts';

/** Two keys of a workspace. */
export const BY_TWO_KEYS: readonly Args[] = [{as: 'full'}, {as: 'other-key'}];

/** A key and an agent of one workspace. */
export const BY_BOTH: readonly Args[] = [{as: 'full'}, BY_TOOL];

/** Records requests at the same moment, by turns of several senders. */
export function sendInTurn(
  s: Script,
  by: readonly Args[],
  requests: readonly ((branch: Script, sender: Args) => void)[],
): Handle<Exchange[]> {
  // An agent has begun its session before, so that all requests are sent together.
  for (const sender of by.filter((one) => one.interface)) s.call('getAccount', sender);
  return s.parallel(
    ...requests.map(
      (record, index) => (branch: Script) => record(branch, by[index % by.length] ?? {}),
    ),
  );
}
