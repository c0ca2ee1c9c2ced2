import {defined} from '../../../spec/defined.ts';
import type {Facets} from '../../world/counter.ts';
import type {ApiInterface, Limit} from '../api-interface.ts';
import type {WorldContext} from '../request-context.ts';
import type {Step} from '../step.ts';

/** Counts a request against the limits of its credential (Limits); 429 when one is exceeded. */
export const count =
  (limits: readonly Limit[], limitHeaders: ApiInterface['limitHeaders']): Step =>
  (context) => {
    const {world} = context;
    const facets = facetsOf(context);
    for (const limit of limits) {
      const refused = limit.admit(world, facets);
      if (!refused) continue;
      context.headers = limitHeaders?.(world, facets, refused);
      return refused;
    }
    context.headers = limitHeaders?.(world, facets);
    return undefined;
  };

function facetsOf({credential, method, version, operation}: WorldContext): Facets {
  const {key, tenant} = defined(credential, 'the credential of the request');
  return {credential: key, tenant, method, version, operation: operation?.contract.id};
}
