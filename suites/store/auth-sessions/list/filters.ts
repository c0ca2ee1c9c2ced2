/** The filters of the list find the sessions of one user only. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {isClientError} from '../../../../spec/status.ts';
import {checksOf, type Judgement, type Check} from '../../../language/check.ts';
import {expectNone, all, expectOutcome, expectThat, nothing} from '../../../language/judge.ts';
import {cutOf} from '../../../language/rows.ts';
import {idIn, idsOn} from '../../sessions.ts';
import {sessionRows, expectSessionsListed, whenSideBySide} from '../session-rows.ts';
import {twoPeople} from '../two-people.ts';

/** A filter by a user finds no sessions of other users. */
export const expectNoOthersListed = (
  list: Exchange,
  created: Exchange,
  others: Exchange[],
): Judgement =>
  expectNone(
    sessionRows(list).filter(
      (row) =>
        others.some((other) => row.id === idIn(other)) ||
        (typeof row.user_id === 'number' && row.user_id !== created.body.data.id),
    ),
    "session of another user in the user's list",
    'sessions-of-others',
    list,
  );

/** A filter finds these sessions of a user, and none of other users. */
const expectFound = (
  list: Exchange,
  sessions: Exchange[],
  created: Exchange,
  others: Exchange[],
): Judgement =>
  all(expectOutcome(list, 'session-page', 'refused'), () =>
    all(
      expectSessionsListed(list, sessions, 'own-session-missing'),
      expectNoOthersListed(list, created, others),
    ),
  );

/**
 * Both filters together find only sessions that at least one of them finds. The combination may
 * also be refused (NS-ST-18).
 */
function expectFoundByEither(list: Exchange, ...found: Exchange[]): Judgement {
  const known = new Set(found.flatMap(idsOn));
  if (!list.situations.includes('session-page'))
    return expectThat(isClientError(list.status), {
      branch: 'neither a list nor a refusal',
      expected: 'a list or a refusal (4xx)',
      got: String(list.status),
      at: list,
    });
  return expectNone(
    idsOn(list).filter((id) => !known.has(id)),
    'session that neither filter finds alone',
    'sessions-of-others',
    list,
  );
}

/** Without a filter the list shows a session of any user, unless the walk was cut. */
const expectListedUnfiltered = (pages: Exchange[], session: Exchange): Judgement =>
  cutOf(pages) ? nothing() : expectSessionsListed(pages, [session], 'missing-without-a-filter');

/** The checks of both filters (Resources / Authentication session). */
export const filters: Check[] = checksOf(twoPeople, {
  'store.auth-sessions.user-id-filters': ({created, other, web, mobile, beside, ...seen}) =>
    whenSideBySide(seen.byExternalId, [web, mobile], () =>
      all(
        expectFound(seen.ofOne, [web, mobile], created, [beside]),
        expectFound(seen.ofOther, [beside], other, [web, mobile]),
      ),
    ),
  'store.auth-sessions.external-id-filters': ({created, web, mobile, beside, ...seen}) =>
    whenSideBySide(seen.ofOne, [web, mobile], () =>
      expectFound(seen.byExternalId, [web, mobile], created, [beside]),
    ),
  'store.auth-sessions.filters-narrow-the-list': ({web, mobile, everybody, ...seen}) =>
    all(
      whenSideBySide(seen.ofOne, [web, mobile], () => expectListedUnfiltered(everybody, mobile)),
      () => expectFoundByEither(seen.both, seen.ofOne, seen.byExternalId),
      () => expectFoundByEither(seen.contradicting, seen.ofOther, seen.byExternalId),
    ),
});
