import {check, type Check} from '../../../language/check.ts';
import type {Val} from '../../../../spec/value.ts';
import {expectThat, notApplicable, when} from '../../../language/judge.ts';
import type {Handle} from '../../../language/script.ts';
import {checkForeignCollection, namesIn} from '../../foreign-collection.ts';
import {newPlan} from '../plan-steps.ts';

const as = 'second-store' as const;

/** The collections of one store are not listed in another, and its plans cannot name them. */
export const foreignCollections: Check[] = [
  check({
    rule: 'store.plans.list-shows-own-only',
    place: 'collections',
    onlyOnTestTargets: true,
    act: (s) => {
      const before = s.call('listCollections', {expects: 'collections'});
      const theirsBefore = s.call('listCollections', {as, expects: 'collections'});
      s.control('seed-collection', {role: as});
      return {
        before,
        theirsBefore,
        theirs: s.call('listCollections', {as, expects: 'collections'}),
        after: s.call('listCollections', {expects: 'collections'}),
      };
    },
    judge: ({before, theirsBefore, theirs, after}) => {
      const added = namesIn(theirs).filter((name) => !namesIn(theirsBefore).includes(name));
      // Both stores may have a collection with the same name.
      if (added.some((name) => namesIn(before).includes(name)))
        return notApplicable('both stores have a collection with the name');
      return when(added.length > 0, 'the other store does not list the new collection', () =>
        expectThat(!added.some((name) => namesIn(after).includes(name)), {
          branch: 'foreign-listed: a collection',
          expected: 'no collection of another store in the list',
          got: added.map(String).join(', '),
          at: after,
        }),
      );
    },
  }),
  checkForeignCollection('store.plans.collections-exist', (s, own, foreign) => {
    const naming = (collection: Val): Handle =>
      s.call('createPlan', {
        as,
        body: newPlan(s, {assigns_collections: true, collections: [collection]}),
      });
    return {known: naming(own), refused: {foreign: naming(foreign)}};
  }),
];
