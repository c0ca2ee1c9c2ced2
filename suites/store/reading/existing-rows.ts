/** Judgements about the rows of sessions that exist before a run, whoever has read. */

import type {Exchange} from '../../../spec/exchange.ts';
import {toText} from '../../../spec/json.ts';
import type {Judgement} from '../../language/check.ts';
import {notExercised, all, expectOutcome, expectNone, nothing} from '../../language/judge.ts';
import {sessionRows, isLast, expectNoneLost, isWithin, type SessionRow} from './session-rows.ts';

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

/** Names of parameters that are also members of rows. */
type Named = 'issue_id' | 'user_id' | 'reason_type' | 'reason_value';

/**
 * Every row of a filtered list has the requested values, and the list contains the row that they
 * come from, unless that is on a further page.
 */
export function expectOnly(
  list: Exchange,
  row: SessionRow | undefined,
  ...names: Named[]
): Judgement {
  const query = new URL(list.sent.url).searchParams;
  if (names.some((name) => ['null', null, ''].includes(query.get(name))))
    return notExercised('the session is that of a guest');
  return all(expectOutcome(list, 'reading-page', 'refused'), () =>
    all(
      expectNone(
        sessionRows(list).filter((one) =>
          names.some((name) => toText(one[name]) !== query.get(name)),
        ),
        `session with another ${names.join(' or ')}`,
        `another value: ${names.join(' and ')}`,
        list,
      ),
      row && isLast(list)
        ? expectNoneLost(list, [row.uuid], `the row itself is missing: ${names.join(' and ')}`)
        : nothing(),
    ),
  );
}

/**
 * A list by days has no session that is certainly outside, and has the one that is certainly
 * inside.
 */
export function expectOnlyDays(list: Exchange, row: SessionRow | undefined): Judgement {
  const query = new URL(list.sent.url).searchParams;
  const period = {from: query.get('from_date') ?? '', to: query.get('to_date') ?? ''};
  return all(expectOutcome(list, 'reading-page', 'refused'), () =>
    all(
      expectNone(
        sessionRows(list).filter((one) => isWithin(period, one) === false),
        'session of other days',
        'another time',
        list,
      ),
      row && isWithin(period, row) === true && isLast(list)
        ? expectNoneLost(list, [row.uuid], 'the row itself is missing')
        : nothing(),
    ),
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
