/** All sessions of a user are ended at once, and those of another user stay. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {
  sharedScene,
  checksOf,
  check,
  type SeenIn,
  type Judgement,
  type Check,
} from '../../../language/check.ts';
import {expectMember, all} from '../../../language/judge.ts';
import {createUser} from '../../people.ts';
import {signIn, listByExternalId, listUntilShown, listOf, idsOn} from '../../sessions.ts';
import {endAll, whenAllDeleted, expectOtherUserKept} from './session-endings.ts';
import {whenSideBySide, expectSessionsGoneEverywhere} from '../session-rows.ts';

/** All sessions of a user are ended, twice. */
const allOfThree = sharedScene({
  id: 'store: all sessions of a user are ended',
  api: 'store',
  act: (s) => {
    const {created} = createUser(s);
    const other = createUser(s).created;
    const oldest = signIn(s, created);
    const beside = signIn(s, other);
    const middle = signIn(s, created, 'mobile');
    const newest = signIn(s, created);
    const before = listUntilShown(s, created, newest);
    const besideBefore = listUntilShown(s, other, beside);
    return {
      oldest,
      middle,
      newest,
      beside,
      before,
      besideBefore,
      response: endAll(s, created),
      after: listOf(s, created),
      afterByExternalId: listByExternalId(s, created),
      besideAfter: listOf(s, other),
      again: endAll(s, created),
    };
  },
});

type AllOfThree = SeenIn<typeof allOfThree>;

/** No list shows any of the sessions any more, if it showed all of them before. */
const expectAllGone = ({before, oldest, middle, newest, ...lists}: AllOfThree): Judgement => {
  const sessions = [oldest, middle, newest];
  return whenSideBySide(before, sessions, () => expectSessionsGoneEverywhere(lists, sessions));
};

/** The response says how many sessions were ended. */
const expectCount = (response: Exchange, count: number, branch: string): Judgement =>
  expectMember(response, '/data/deleted_count', count, branch);

/** The first deletion counts the sessions that were listed, and the second one none. */
const expectCounts = ({before, response, again}: AllOfThree): Judgement =>
  all(
    () => expectCount(response, idsOn(before).length, 'another-count'),
    () => whenAllDeleted(again, () => expectCount(again, 0, 'sessions-counted-twice')),
  );

/** The checks of the end of all sessions of a user (Resources / Authentication session). */
export const allEnded: Check[] = [
  ...checksOf(allOfThree, {
    'store.auth-sessions.delete-all-ends-all-of-the-user': (seen) =>
      whenAllDeleted(seen.response, () =>
        all(
          () => expectAllGone(seen),
          () => expectOtherUserKept(seen),
        ),
      ),
    'store.auth-sessions.count-is-that-of-the-ended': (seen) =>
      whenAllDeleted(seen.response, () => expectCounts(seen)),
  }),
];

/** The end of all sessions of a user who has none. */
export const neverSignedIn: Check = check({
  rule: 'store.auth-sessions.count-is-that-of-the-ended',
  place: 'of a user who never signed in',
  consecutive: true,
  act: (s) => ({response: endAll(s, createUser(s).created)}),
  judge: ({response}) =>
    whenAllDeleted(response, () => expectCount(response, 0, 'made-up-sessions')),
});
