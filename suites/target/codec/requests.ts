import type {Operation} from '../../../spec/contract.ts';
import {isObject, withAt} from '../../../spec/json.ts';
import {isSettled, type Profile} from '../../../spec/profile.ts';
import {resolve} from '../../../spec/schema.ts';
import type {ProfileMismatch} from '../../../spec/step.ts';
import type {EffectiveContract} from './effective-contract.ts';

/** A request body in the deployment's names. */
export function encodeBody(profile: Profile, id: string, body: unknown): unknown {
  const names = profile.requests[id];
  if (!names || !isObject(body)) return body;
  let wire: unknown = {};
  for (const [name, value] of Object.entries(body))
    wire = withAt(wire, asPointer(names[name] ?? name), value);
  return wire;
}

/** A name as a JSON Pointer; what is one already stays what it is. */
export const asPointer = (name: string): string => (name.startsWith('/') ? name : `/${name}`);

/**
 * What a refused request may owe to the profile: it was made in names that are only the contract's,
 * because neither the document nor the profile gives them.
 */
export function requestMismatch(
  {contract, profile}: EffectiveContract,
  {id, request}: Operation,
): ProfileMismatch | undefined {
  if (!request) return undefined;
  const {properties = {}} = resolve(contract.document, request);
  const unsettled = Object.entries(properties).find(
    ([name, member]) => !profile.requests[id]?.[name] && !isSettled(contract, profile, '', member),
  );
  if (!unsettled) return undefined;
  const [name] = unsettled;
  const line = `requests.${id}: {${name}: /pointer} (the document does not name it)`;
  return {kind: 'request', line};
}
