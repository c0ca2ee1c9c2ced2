import type {Exchange} from '../../../spec/exchange.ts';
import type {FurtherRank} from '../../../spec/ranks.ts';
import {loadSpecification} from '../../../spec/specification.ts';
import {successesOf} from '../../testing/response.ts';
import type {AssignedClass} from '../../values/assign-classes.ts';
import {PairsTried} from '../pairs-tried.ts';

export const STORE = loadSpecification('store').contract;
export const WORKSPACE = loadSpecification('workspace').contract;
/** Makes successes of operations of the store. */
export const success = successesOf(STORE.operations);

/** A user is created in the store of the role `admin`, unless `as` says otherwise. */
export const userOf = (id: number, more: Partial<Exchange> = {}): Exchange =>
  success('createUser', {
    body: {data: {id}},
    requestBody: {email: `u${id}@x.example`, external_id: `e${id}`},
    ...more,
  });
/** A user is deactivated by its id or its external_id. */
export const deactivated = (id: string, more: Partial<Exchange> = {}): Exchange =>
  success('deactivateUser', {path: {id}, ...more});

/** What the requests of a scene have tried of a rank, by variation. */
export function triedOf(
  rank: FurtherRank,
  exchanges: Exchange[],
  classesOf?: (step: string) => AssignedClass[],
): Record<string, number> {
  const pairs = new PairsTried([STORE, WORKSPACE]);
  pairs.note('a scene', exchanges, classesOf);
  const {variations} = pairs.ranks[rank];
  const tried = variations.filter((one) => one.tried > 0);
  return Object.fromEntries(tried.map((one) => [one.variation, one.tried]));
}
