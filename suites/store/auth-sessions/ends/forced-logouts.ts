/** A forced logout ends all sessions of a user, whichever id names the user. */

import {
  sharedScene,
  checksOf,
  type SeenIn,
  type Judgement,
  type Check,
} from '../../../language/check.ts';
import {all} from '../../../language/judge.ts';
import {createUser, idOf} from '../../people.ts';
import {signIn, listByExternalId, listUntilShown, listOf} from '../../sessions.ts';
import {expectOtherUserKept} from './session-endings.ts';
import {
  whenSideBySide,
  expectSessionsGone,
  expectSessionsGoneEverywhere,
  expectSessionsListed,
} from '../session-rows.ts';

/** Users who are logged out by force, by either id, and one beside them. */
const byEitherId = sharedScene({
  id: 'store: a forced logout ends sessions',
  act: (s) => {
    const [byId, byExternalId, other] = [createUser(s), createUser(s), createUser(s)];
    const [web, mobile] = [signIn(s, byId.created), signIn(s, byId.created, 'mobile')];
    const [first, second] = [signIn(s, byExternalId.created), signIn(s, byExternalId.created)];
    const external = signIn(s, byExternalId.created, 'mobile');
    const beside = signIn(s, other.created);
    const before = listUntilShown(s, byId.created, mobile);
    const externalBefore = listUntilShown(s, byExternalId.created, external);
    const besideBefore = listUntilShown(s, other.created, beside);
    s.call('forceLogout', {path: idOf(byId.created), expects: 'logged-out'});
    const after = listOf(s, byId.created);
    const afterByExternalId = listByExternalId(s, byId.created);
    const externalMeanwhile = listOf(s, byExternalId.created);
    s.call('forceLogout', {path: {id: byExternalId.body.external_id}, expects: 'logged-out'});
    return {
      web,
      mobile,
      first,
      second,
      external,
      beside,
      before,
      externalBefore,
      besideBefore,
      after,
      afterByExternalId,
      externalMeanwhile,
      externalAfter: listOf(s, byExternalId.created),
      besideAfter: listOf(s, other.created),
    };
  },
});

type ForcedLogouts = SeenIn<typeof byEitherId>;

/** The logout by the id has ended a browser and an app. */
const expectEndedById = ({web, mobile, before, ...lists}: ForcedLogouts): Judgement =>
  whenSideBySide(before, [web, mobile], () => expectSessionsGoneEverywhere(lists, [web, mobile]));

/**
 * The logout by the external_id has ended all sessions, and the one by the other user's id none of
 * them.
 */
function expectEndedByExternalId(seen: ForcedLogouts): Judgement {
  const {first, second, external, externalBefore, externalMeanwhile, externalAfter} = seen;
  const sessions = [first, second, external];
  return whenSideBySide(externalBefore, [external], () =>
    all(
      expectSessionsListed(externalMeanwhile, [external], 'session-of-another-user-ended'),
      expectSessionsGone(externalAfter, sessions, 'still-listed-by-external-id'),
    ),
  );
}

/** The checks of a forced logout (Resources / Authentication session). */
export const forcedLogouts: Check[] = checksOf(byEitherId, {
  'store.auth-sessions.force-logout-ends-all-sessions': (seen) =>
    all(
      () => expectEndedById(seen),
      () => expectEndedByExternalId(seen),
      () => expectOtherUserKept(seen),
    ),
});
