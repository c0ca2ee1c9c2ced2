import type {Exchange} from '../../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectThat, expectNone, summaryOf} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import {createUser} from '../../people.ts';
import {
  idIn,
  idOfSession,
  idsOn,
  listOf,
  listUntilShown,
  sessionsOf,
  signIn,
} from '../../sessions.ts';
import {expectSessionsListed, whenSideBySide} from '../session-rows.ts';

/** All requests on a session with the token of another store. */
const foreignRequests = sharedScene({
  id: 'store: sessions and the token of another store',
  api: 'store',
  act: (s) => {
    const {created, body} = createUser(s);
    const session = signIn(s, created);
    const before = listUntilShown(s, created, session);
    const as = 'second-store' as const;
    return {
      session,
      before,
      byUser: listOf(s, created, {}, as),
      byExternalId: s.call('listAuthSessions', {as, query: {external_id: body.external_id}}),
      everybody: s.walk('listAuthSessions', {as, query: {per_page: '200'}, atMost: 3}),
      deletion: s.call('deleteAuthSession', {as, path: idOfSession(session)}),
      deletionOfAll: s.call('deleteAuthSessionsOfUser', {as, path: sessionsOf(created)}),
      after: listOf(s, created),
    };
  },
});

/** A list of another store, or a refusal, does not show the session. */
const expectNotShown = (pages: Exchange[], session: Exchange, branch: string): Judgement =>
  expectNone(
    pages
      .filter(hasSituation('session-page'))
      .flatMap((page) => idsOn(page))
      .filter((id) => id === idIn(session)),
    'session of another store',
    branch,
    pages[0],
  );

/** A deletion by another store does not report an ended session. Ids may be numbered per store. */
export const expectNothingEnded = (response: Exchange): Judgement =>
  expectThat(response.status >= 300 || response.body?.data?.deleted_count === 0, {
    branch: `${response.op}: answered as a success`,
    expected: `${response.op} with the token of another store to be refused`,
    got: summaryOf(response),
    at: response,
  });

/** One store neither sees nor ends the sessions of another. */
export const tenancy: Check[] = checksOf(foreignRequests, {
  'store.auth-sessions.sessions-stay-in-their-store': ({session, before, after, ...seen}) =>
    whenSideBySide(before, [session], () =>
      all(
        () => expectNotShown([seen.byUser], session, 'listed-by-user-id'),
        () => expectNotShown([seen.byExternalId], session, 'listed-by-external-id'),
        () => expectNotShown(seen.everybody, session, 'listed-without-a-filter'),
        expectNothingEnded(seen.deletion),
        expectNothingEnded(seen.deletionOfAll),
        () => expectSessionsListed(after, [session], 'ended-by-another-store'),
      ),
    ),
});
