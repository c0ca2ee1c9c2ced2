/** A collection of one store is none of another one (Content, Upload body; Plans). */

import type {Exchange} from '../../spec/exchange.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {Val} from '../../spec/value.ts';
import {check, type Check} from '../language/check.ts';
import {notApplicable, whenServed} from '../language/judge.ts';
import {groupIn, inGroups} from '../language/groups.ts';
import {expectOutcomes} from '../language/requests.ts';
import type {Handle, Script} from '../language/script.ts';

const as = 'second-store' as const;

/** Records a collection of the second store, and one that only the first store has. */
function seedForeignCollection(s: Script) {
  // Hooks may number the collections of each store: the first store has more of them.
  const own = s.control('seed-collection', {role: as}).at('/collection');
  s.control('seed-collection', {role: 'admin'});
  const theirs = s.control('seed-collection', {role: 'admin'});
  return {own, theirs, listed: s.call('listCollections', {as, expects: 'collections'})};
}

/**
 * The check that requests of the second store which name a collection of the first one are refused, as far as the twin
 * with a collection of its own is accepted.
 */
export const checkForeignCollection = (
  rule: RuleId,
  record: (s: Script, own: Val, foreign: Val) => {known: Handle; refused: Record<string, Handle>},
): Check =>
  check({
    rule,
    place: 'of another store',
    onlyOnTestTargets: true,
    act: (s) => {
      const {own, theirs, listed} = seedForeignCollection(s);
      const {known, refused} = record(s, own, theirs.at('/collection'));
      return {theirs, listed, known, ...(inGroups({refused}) as object)};
    },
    judge: ({theirs, listed, known, ...seen}) =>
      namesIn(listed).includes(theirs.body?.collection)
        ? notApplicable('both stores have a collection with the name')
        : whenServed(known, () => expectOutcomes(groupIn(seen, 'refused'), 'invalid', 'accepted')),
  });

/** The collections that a list names. */
export const namesIn = (list: Exchange): unknown[] => [list.body?.data ?? []].flat();
