/** Which of the recorded sessions a list by filters shows (Reading sessions, Read). */

import {defined} from '../../../../spec/defined.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Judgement} from '../../../language/check.ts';
import {undecided, all, expectNone, when} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import type {Script, Handle} from '../../../language/script.ts';
import {
  isPeriodFilter,
  foundBy,
  queryOf,
  SESSIONS,
  FILTERS,
  type SessionName,
  type FilterName,
  type ReadSessions,
} from '../read-sessions.ts';
import {walkReading} from '../reading-steps.ts';
import {expectGuest} from '../guests.ts';
import {rowOf, uuidsOn, uuidIn, sessionRows, isLast, type SessionRow} from '../session-rows.ts';

/** The recorded sessions that lists are compared with, and the pages that show them all. */
export type Recorded = Record<SessionName | 'ofOne' | 'ofOther', Exchange>;

/** Whether a row may be in the list of some filters; true if that is unknown. */
const mayStand = (row: SessionRow, names: readonly FilterName[], list: Exchange): boolean => {
  const query = new URL(list.sent.url).searchParams;
  return names.every((name) => FILTERS[name].fits(row, query) !== false);
};

/**
 * The sessions that filters certainly find: all their dates are in the period, whichever of them is
 * meant (NS-ST-25).
 */
function surelyFound(names: readonly FilterName[], recorded: Recorded): SessionName[] {
  const periods = names.filter(isPeriodFilter);
  const query = new URLSearchParams();
  return foundBy(names).filter((name) => {
    const row = rowOf([recorded.ofOne, recorded.ofOther], recorded[name]);
    return periods.every((period) => row && FILTERS[period].fits(row, query) === true);
  });
}

/** Records the pages of the list by some filters. */
export const listBy = (
  s: Script,
  sessions: ReadSessions,
  names: readonly FilterName[],
): Handle<Exchange[]> => walkReading(s, queryOf(names, sessions), MAX_PAGES);

/** The most pages of a list: a filter may also find sessions of others. */
const MAX_PAGES = 60;

/**
 * A list shows those of the recorded sessions that its filters find, no others of them, and no rows
 * of others that do not match. A missing session may be on pages that were not read.
 */
export function expectExactlyFound(
  pages: Exchange[],
  names: readonly FilterName[],
  recorded: Recorded,
): Judgement {
  const [list] = pages;
  const last = pages.at(-1);
  if (!list || !last) return undecided('the list was not read');
  const filters = names.join(' and ');
  const shown = new Set(uuidsOn(pages));
  const missing = surelyFound(names, recorded).filter((name) => !shown.has(uuidIn(recorded[name])));
  const possible = foundBy(names.filter((name) => !isPeriodFilter(name)));
  const unwanted = SESSIONS.filter(
    (name) => shown.has(uuidIn(recorded[name])) && !possible.includes(name),
  );
  return all(
    expectNone(unwanted, `session that ${filters} leaves out`, `finds too much: ${filters}`, list),
    expectNone(
      sessionRows(pages).filter((row) => !mayStand(row, names, list)),
      `row that does not fit ${filters}`,
      `another value: ${filters}`,
      list,
    ),
    when(missing.length === 0 || isLast(last), 'the list has further pages', () =>
      expectNone(
        missing,
        `session missing that ${filters} finds`,
        `finds too little: ${filters}`,
        list,
      ),
    ),
  );
}

/** The exchanges of the set-up: the sessions, and the pages that show them. */
export const recordedIn = (made: ReadSessions) => {
  const {one: _one, other: _other, plan: _plan, otherPlan: _otherPlan, ...recorded} = made;
  return recorded;
};

/** What a judge sees of a scene that reads lists beside the recorded sessions. */
export type SeenLists = Recorded & Record<string, Exchange | Exchange[]>;

/** A list of a scene. */
export const listIn = (seen: Record<string, Exchange | Exchange[]>, name: string): Exchange[] =>
  [defined(seen[name], `the list ${name}`)].flat();

/** The session of a guest shows no user on every page of these lists. */
export function expectGuestToBeNobody(lists: Exchange[], guest: Exchange): Judgement {
  const shown = lists.filter(hasSituation('reading-page')).flatMap((page) => {
    const row = rowOf(page, guest);
    return row ? [{page, row}] : [];
  });
  return when(shown.length > 0, 'no list shows the session of the guest', () =>
    all(...shown.map(({page, row}) => expectGuest(row, page))),
  );
}
