/** The rows of the list of sessions, and judgements about them. */

import {at, isObject} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Judgement} from '../../check.ts';
import {all, expectThat, expectNone, undecided, when} from '../../judge.ts';
import {missing, rowsAt} from '../../rows.ts';
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

/** A member of `session_data` has the right value in every row of a type. */
export function expectData(
  list: Exchange | Exchange[],
  type: 'web' | 'mobile',
  name: string,
  isRight: (value: unknown) => boolean,
  expected: string,
): Judgement {
  const rows = sessionRows(list).filter((row) => at(row, '/session_data/type') === type);
  if (!rows.length) return undecided(`no session of the list is ${type}`);
  const wrong = rows.filter((row) => !isRight(at(row, `/session_data/${name}`)));
  return expectThat(wrong.length === 0, {
    branch: `${type}: ${name}`,
    expected: `\`session_data.${name}\` of a ${type} session to be ${expected}`,
    got: wrong.length
      ? `another value in ${wrong.length} of ${rows.length} rows`
      : 'it in every row',
    at: [list].flat()[0],
  });
}

const isText = (value: unknown): boolean => typeof value === 'string';

/** Every row of a type has these texts in its `session_data`. */
export const expectDataTexts = (
  list: Exchange | Exchange[],
  type: 'web' | 'mobile',
  names: string[],
): Judgement => all(...names.map((name) => expectData(list, type, name, isText, 'a string')));
