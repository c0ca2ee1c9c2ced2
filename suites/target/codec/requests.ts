import {isObject, withAt} from '../../../spec/json.ts';
import type {Profile} from '../../../spec/profile.ts';

/** The body of a request of an operation, in the deployment's names. */
export function encodeBody(profile: Profile, op: string, body: unknown): unknown {
  const names = profile.requests[op];
  if (!names || !isObject(body)) return body;
  let wire: unknown = {};
  for (const [name, value] of Object.entries(body))
    wire = withAt(wire, asPointer(names[name] ?? name), value);
  return wire;
}

/** A name as a JSON Pointer; a pointer is returned as it is. */
export const asPointer = (name: string): string => (name.startsWith('/') ? name : `/${name}`);
