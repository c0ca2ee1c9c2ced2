/** Judgements about the rows of sessions that exist before a run, whoever has read. */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Judgement} from '../../language/check.ts';
import {notExercised, all, expectOutcome} from '../../language/judge.ts';
import {expectOnlyFitting} from './filters/fitting-rows.ts';
import {sessionRows, type SessionRow} from './session-rows.ts';

/** Why nothing is judged where nobody has read. */
export const NO_ROWS =
  'no reading session exists: the hook `record-reading` records one of the sample `content_product`';

/** The first row of a list. */
export const firstRow = (list: Exchange): SessionRow | undefined => sessionRows(list)[0];

/** Judges a list that was requested, if the list without a filter has rows. */
export const whenSome = (
  plain: Exchange,
  list: Exchange | undefined,
  judge: (list: Exchange) => Judgement,
): Judgement => (list && firstRow(plain) ? judge(list) : notExercised(NO_ROWS));

/**
 * Every row of a filtered list fits the query, and the list contains the row that its values come from, unless that is
 * on a further page, or it is open whether it is of the period.
 */
export function expectOnly(
  list: Exchange,
  row: SessionRow | undefined,
  ...names: string[]
): Judgement {
  const query = new URL(list.sent.url).searchParams;
  if (names.some((name) => ['null', null, ''].includes(query.get(name))))
    return notExercised('the session is that of a guest');
  return all(expectOutcome(list, 'reading-page', 'refused'), () =>
    expectOnlyFitting(list, row && [row]),
  );
}

/** Judges every row of all lists. */
export const judgeEachRow = (
  pages: Exchange[],
  isConcerned: (row: SessionRow) => boolean,
  judge: (row: SessionRow, page: Exchange) => Judgement,
  reason: string,
): Judgement => {
  const judged = pages.flatMap((page) =>
    sessionRows(page)
      .filter(isConcerned)
      .map((row) => judge(row, page)),
  );
  return judged.length ? all(...judged) : notExercised(reason);
};
