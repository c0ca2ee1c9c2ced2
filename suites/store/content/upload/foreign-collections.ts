import {check, type Check} from '../../../language/check.ts';
import {all, expectOutcome} from '../../../language/judge.ts';
import {seedForeignCollection, whenForeign} from '../../foreign-collection.ts';
import {newIssue, send, upload} from '../../issuing.ts';
import {update} from '../issue-steps.ts';
import {whenTwinAccepted} from './refused.ts';

const as = 'second-store' as const;

/** A collection of another store is none of this store (Content, Upload body). */
export const foreignCollections: Check[] = [
  check({
    rule: 'store.content.collections-exist',
    place: 'of another store',
    onlyOnTestTargets: true,
    act: (s) => {
      const {own, name, ...seeded} = seedForeignCollection(s);
      return {
        ...seeded,
        known: send(s, newIssue(s, {collection: [own]}), {as}),
        foreign: send(s, newIssue(s, {collection: [name]}), {as}),
        besideKnown: send(s, newIssue(s, {collection: [own, name]}), {as}),
        updated: update(s, upload(s, {}, {as}), {collection: [name]}, {as}),
      };
    },
    judge: ({known, foreign, besideKnown, updated, ...seeded}) =>
      whenForeign(seeded, () =>
        whenTwinAccepted(known, () =>
          all(
            expectOutcome(foreign, 'invalid', 'accepted'),
            expectOutcome(besideKnown, 'invalid', 'accepted beside one of the store'),
            expectOutcome(updated, 'invalid', 'accepted on update'),
          ),
        ),
      ),
  }),
];
