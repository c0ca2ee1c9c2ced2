/** The rows of a list of sessions fit its query. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Judgement} from '../../../language/check.ts';
import {all, expectNone, expectNoServerError, nothing} from '../../../language/judge.ts';
import {missing} from '../../../language/rows.ts';
import {fits} from '../read-sessions.ts';
import {isLast, sessionRows, uuidsOn, type SessionRow} from '../session-rows.ts';

/**
 * A list has only sessions that fit its query.
 * @param rows of sessions that it has to show if they certainly fit
 * @param ifCut the judgement if one of these is missing, and there are further pages
 */
export function expectOnlyFitting(
  list: Exchange | Exchange[],
  rows: SessionRow[] = [],
  ifCut: () => Judgement = nothing,
): Judgement {
  const [page, last] = [[list].flat()[0], [list].flat().at(-1)];
  const query = new URL(page?.sent.url ?? '').searchParams;
  const names = [...query.keys()].join(' and ');
  const lost = missing(
    rows.filter((row) => fits(row, query) === true).map(({uuid}) => uuid),
    uuidsOn(list),
  );
  return all(
    expectNone(
      sessionRows(list).filter((one) => fits(one, query) === false),
      `session with another ${names}`,
      `another value: ${names}`,
      last,
    ),
    lost.length && last && !isLast(last)
      ? ifCut()
      : expectNone(lost, 'session that is missing', `finds too little: ${names}`, last),
  );
}

/** A list has only sessions that fit its query, or it is refused. */
export const expectOnlyFittingIfServed = (list: Exchange): Judgement =>
  list.situations.includes('reading-page')
    ? expectOnlyFitting(list)
    : expectNoServerError(list, 'broken down');
