/** The rows of the list of sessions, and judgements about them. */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Judgement} from '../../language/check.ts';
import {all, nothing} from '../../language/judge.ts';
import type {Pages} from '../../tables/list.ts';
import {idIn, sessions as list} from '../sessions.ts';

export const {rows: sessionRows, rowOf: rowOfSession, whenAllShown: whenSideBySide} = list;

/** The list shows each of these sessions. */
export const expectSessionsListed = (
  pages: Pages,
  sessions: Exchange[],
  branch: string,
): Judgement => list.expectNoneLost(pages, sessions.map(idIn), branch);

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
export const expectSessionsGone = (
  page: Exchange,
  sessions: Exchange[],
  branch: string,
): Judgement => list.expectNoneShown(page, sessions.map(idIn), 'that was ended', branch);
