/** The rows of the list of sessions, and judgements about them. */

import {isObject} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Judgement} from '../../language/check.ts';
import {all, expectNone, nothing, when} from '../../language/judge.ts';
import {missing, rowsAt} from '../../language/rows.ts';
import {idIn, idsOn} from '../sessions.ts';

/** A session as the list shows it. */
export type SessionRow = Record<string, unknown>;

/** The rows of pages of the list. @throws NothingSeen for a response that is no list */
export const sessionRows = (pages: Exchange | Exchange[]): SessionRow[] =>
  rowsAt([pages].flat(), '/data').filter(isObject);

/** The row of a session; undefined when the pages do not show it. */
export const rowOfSession = (
  pages: Exchange | Exchange[],
  session: Exchange,
): SessionRow | undefined => sessionRows(pages).find(({id}) => id === idIn(session));

/** The list shows each of these sessions. */
export const expectSessionsListed = (
  list: Exchange | Exchange[],
  sessions: Exchange[],
  branch: string,
): Judgement =>
  expectNone(
    missing(sessions.map(idIn), idsOn(list)),
    'session of the user that the list lacks',
    branch,
    [list].flat()[0],
  );

/** No list of a user's sessions shows one of these any more, by whichever id it finds the user. */
export const expectSessionsGoneEverywhere = (
  {after, afterByExternalId}: Record<'after' | 'afterByExternalId', Exchange>,
  sessions: Exchange[],
): Judgement =>
  all(
    () => expectSessionsGone(after, sessions, 'still-listed'),
    // A search that finds nobody may be answered 404 (NS-ST-19).
    afterByExternalId.status === 404
      ? nothing()
      : () => expectSessionsGone(afterByExternalId, sessions, 'still-found-by-external-id'),
  );

/** The list shows none of these sessions. */
export function expectSessionsGone(
  list: Exchange,
  sessions: Exchange[],
  branch: string,
): Judgement {
  const shown = idsOn(list);
  return expectNone(
    sessions.map(idIn).filter((id) => shown.includes(id)),
    'ended session on the list',
    branch,
    list,
  );
}

/**
 * Judges sessions that existed at the same time before. It is not documented whether a
 * user may have several at once: a later sign-in may end an earlier session.
 */
export function whenSideBySide(
  before: Exchange | Exchange[],
  sessions: Exchange[],
  judgement: () => Judgement,
): Judgement {
  const lacking = missing(sessions.map(idIn), idsOn(before));
  return when(
    lacking.length === 0,
    `the list did not show ${lacking.length} of ${sessions.length} sessions before`,
    judgement,
  );
}
