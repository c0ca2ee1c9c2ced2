/** The rows of the list of reading sessions, and judgements about them. */

import {isObject} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Judgement} from '../../language/check.ts';
import {expectEqual, expectNone, when} from '../../language/judge.ts';
import {missing, repeated, rowsAt} from '../../language/rows.ts';
import {instantOf, liesIn, type Period} from '../../values/datetimes.ts';

/** A session as the list shows it. */
export type SessionRow = Record<string, unknown>;

/** The rows of pages of the list. @throws NothingSeen for a response that is no list */
export const sessionRows = (pages: Exchange | Exchange[]): SessionRow[] =>
  rowsAt([pages].flat(), '/data').filter(isObject);

/** The `uuid` of each session of pages, in their order. */
export const uuidsOn = (pages: Exchange | Exchange[]): unknown[] =>
  sessionRows(pages).map(({uuid}) => uuid);

/** The `uuid` in the answer of the hook that recorded a session. */
export const uuidIn = (recorded: Exchange): unknown => recorded.body?.uuid;

/** An argument of the hook that recorded a session. */
export const argumentOf = ({sent}: Exchange, name: string): unknown =>
  (JSON.parse(sent.body ?? '{}') as Record<string, unknown>)[name];

/** The row of a recorded session; undefined if the pages do not show it. */
export const rowOf = (pages: Exchange | Exchange[], recorded: Exchange): SessionRow | undefined =>
  sessionRows(pages).find(({uuid}) => uuid === uuidIn(recorded));

/** Judges the row of a recorded session, if the list shows it. */
export function whenRowShown(
  list: Exchange | Exchange[],
  recorded: Exchange,
  judge: (row: SessionRow) => Judgement,
): Judgement {
  const row = rowOf(list, recorded);
  if (row) return judge(row);
  return when(false, 'the list does not show the session that was recorded', () => judge({}));
}

/** A member of the row of a recorded session has a value. */
export const expectRowMember = (
  list: Exchange,
  recorded: Exchange,
  name: string,
  value: unknown,
  branch = `another ${name}`,
): Judgement =>
  whenRowShown(list, recorded, (row) =>
    expectEqual(row[name], value, branch, list, `\`${name}\` of the session`),
  );

/** No session is on the pages twice. */
export const expectNoneTwice = (pages: Exchange | Exchange[], branch: string): Judgement =>
  expectNone(repeated(uuidsOn(pages)), 'session that stands twice', branch, [pages].flat().at(-1));

/** The pages show each of these sessions. */
export const expectNoneLost = (
  pages: Exchange | Exchange[],
  uuids: unknown[],
  branch: string,
): Judgement =>
  expectNone(
    missing(uuids, uuidsOn(pages)),
    'session that the pages do not show',
    branch,
    [pages].flat().at(-1),
  );

/** Whether a page is the last of its list. */
export const isLast = ({body}: Exchange): boolean =>
  body?.next_cursor === null || body?.next_cursor === '';

/**
 * Whether a session is certainly in a period (true) or certainly not (false): the period may be
 * that in which it began or that in which it was processed (NS-ST-25).
 */
export function isWithin(
  period: Period,
  {started_at: started, processed_at: processed}: SessionRow,
): boolean | undefined {
  const began = liesIn(period, instantOf(started));
  if (processed === null || processed === undefined) return began === false ? false : undefined;
  return liesIn(period, instantOf(processed)) === began ? began : undefined;
}
