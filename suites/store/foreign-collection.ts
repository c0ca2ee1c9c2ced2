import {notApplicable} from '../language/judge.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {Judgement} from '../language/check.ts';
import type {Handle, Script} from '../language/script.ts';
import type {Ref} from '../../spec/value.ts';

const as = 'second-store' as const;

/** Records a collection of the second store, and one that only the first store has. */
export function seedForeignCollection(s: Script): {
  own: Ref;
  name: Ref;
  theirs: Handle;
  listed: Handle;
} {
  // Hooks may number the collections of each store: the first store has more of them.
  const own = s.control('seed-collection', {role: as}).at('/collection');
  s.control('seed-collection', {role: 'admin'});
  const theirs = s.control('seed-collection', {role: 'admin'});
  const listed = s.call('listCollections', {as, expects: 'collections'});
  return {own, name: theirs.at('/collection'), theirs, listed};
}

/** Judges requests that name the collection of the first store, unless the second has one of this name, too. */
export const whenForeign = (
  {theirs, listed}: Record<'theirs' | 'listed', Exchange>,
  judgement: () => Judgement,
): Judgement =>
  [listed.body?.data ?? []].flat().includes(theirs.body?.collection)
    ? notApplicable('both stores have a collection with the name')
    : judgement();
