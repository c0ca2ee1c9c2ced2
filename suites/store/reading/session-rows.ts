/** The rows of the list of reading sessions, and judgements about them. */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Judgement} from '../../language/check.ts';
import {List, type Row} from '../../tables/list.ts';
import {instantOf, liesIn, type Period} from '../../values/datetimes.ts';

/** A session as the list shows it. */
export type SessionRow = Row;

/** The list of reading sessions; the hook that records a session says its `uuid`. */
export const reading = new List({
  kind: 'session',
  idOf: ({uuid}) => uuid,
  idIn: (recorded) => recorded.body?.uuid as unknown,
});

export const {
  rows: sessionRows,
  ids: uuidsOn,
  idIn: uuidIn,
  rowOf,
  whenShown: whenRowShown,
  expectNoneTwice,
  expectNoneLost,
} = reading;

/** An argument of the hook that recorded a session. */
export const argumentOf = ({sent}: Exchange, name: string): unknown =>
  (JSON.parse(sent.body ?? '{}') as Record<string, unknown>)[name];

/** A member of the row of a recorded session has a value. */
export const expectRowMember = (
  list: Exchange,
  recorded: Exchange,
  name: string,
  value: unknown,
  branch = `another ${name}`,
): Judgement =>
  whenRowShown(list, recorded, (row) => reading.expectRowMember(row, name, value, branch, list));

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
