import type {Exchange} from '../../../../spec/exchange.ts';
import type {Check, Judgement} from '../../../language/check.ts';
import {hasSituation} from '../../../language/outcome.ts';
import type {Resource} from '../../../tables/resource.ts';
import {apartFromOthers, expectForeignRefused} from '../../../tables/tenants.ts';
import {createUser, idOf} from '../../people.ts';
import {idIn, idOfSession, idsOn, listUntilShown, sessionsOf, signIn} from '../../sessions.ts';
import {expectSessionsListed, whenSideBySide} from '../session-rows.ts';

/** A session of a user. */
export const sessions: Resource<'session', 'list'> = {
  kind: 'session',
  isMadeByHook: true,
  make: (s) => {
    const {created, body} = createUser(s);
    const session = signIn(s, created);
    listUntilShown(s, created, session);
    const ofUser = {query: {user_id: created.at('/data/id')}};
    return {
      made: {session},
      shown: {list: ['listAuthSessions', ofUser]},
      lists: {
        byUser: ['listAuthSessions', ofUser],
        byExternalId: ['listAuthSessions', {query: {external_id: body.external_id}}],
        everybody: ['listAuthSessions', {query: {per_page: '200'}}, 3],
      },
      writes: {
        deletion: ['deleteAuthSession', {path: idOfSession(session)}],
        deletionOfAll: ['deleteAuthSessionsOfUser', {path: sessionsOf(created)}],
      },
      elsewhere: {logout: ['forceLogout', {path: idOf(created)}]},
    };
  },
  rowsIn: (pages, signIns) => {
    const ids = signIns.map(idIn);
    return idsOn(pages.filter(hasSituation('session-page'))).filter((id) => ids.includes(id));
  },
  expectAsBefore: (before, {list}, {session}) =>
    whenSideBySide(before.list, [session], () =>
      expectSessionsListed(list, [session], 'the session was ended'),
    ),
  isHarmless: (response) => hasEndedNone(response),
};

/** Ids of users may be numbered per store, so that a deletion may name a user without sessions. */
const hasEndedNone = ({body}: Exchange): boolean => body?.data?.deleted_count === 0;

/** A deletion by another store does not report an ended session. */
export const expectNothingEnded = (response: Exchange): Judgement =>
  expectForeignRefused(response, response.op, 'session', hasEndedNone(response));

/** One store neither sees nor ends the sessions of another. */
export const tenancy: Check[] = apartFromOthers(sessions, {
  'shown or written': 'store.auth-sessions.sessions-stay-in-their-store',
});
