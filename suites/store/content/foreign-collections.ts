import {check, type Check} from '../../check.ts';
import {all, expectOutcome, notApplicable} from '../../judge.ts';
import {newIssue, send, upload} from '../issuing.ts';
import {update} from './issue-steps.ts';
import {whenTwinAccepted} from './refused.ts';

/** A collection of another store is none of this store (Content, Upload body). */
export const foreignCollections: Check[] = [
  check({
    rule: 'store.content.collections-exist',
    place: 'of another store',
    onlyOnTestTargets: true,
    act: (s) => {
      // Hooks may number the collections of each store: the first store has more of them.
      const as = 'second-store' as const;
      const own = s.control('seed-collection', {role: as}).at('/collection');
      s.control('seed-collection', {role: 'admin'});
      const theirs = s.control('seed-collection', {role: 'admin'});
      const name = theirs.at('/collection');
      return {
        theirs,
        listed: s.call('listCollections', {as, expects: 'collections'}),
        known: send(s, newIssue(s, {collection: [own]}), {as}),
        foreign: send(s, newIssue(s, {collection: [name]}), {as}),
        besideKnown: send(s, newIssue(s, {collection: [own, name]}), {as}),
        updated: update(s, upload(s, {}, {as}), {collection: [name]}, {as}),
      };
    },
    judge: ({theirs, listed, known, foreign, besideKnown, updated}) => {
      const names: unknown[] = [listed.body?.data ?? []].flat();
      if (names.includes(theirs.body?.collection))
        return notApplicable('both stores have a collection with the name');
      return whenTwinAccepted(known, () =>
        all(
          expectOutcome(foreign, 'invalid', 'accepted'),
          expectOutcome(besideKnown, 'invalid', 'accepted beside one of the store'),
          expectOutcome(updated, 'invalid', 'accepted on update'),
        ),
      );
    },
  }),
];
