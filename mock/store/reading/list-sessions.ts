import {guarded} from '../../guarded.ts';
import {Page, refuse, type Done, type Input, type View} from '../../operation.ts';
import type {StoreRow} from '../access/rows.ts';
import {titleById} from '../orders/catalog.ts';
import {userById} from '../users/find-user.ts';
import {cursorOf, positionOf, type Position} from './cursor.ts';
import {filtersOf, pairedFilters} from './filters.ts';
import {foundPage} from './find-sessions.ts';
import {sessionRenderer} from './render-session.ts';

const PATH = '/integration-api/v1/consumption/sessions';

/** The page that was requested. */
interface RequestedPage {
  query: Input['query'];
  /** Undefined for the first page, and for an unknown cursor. */
  position: Position | undefined;
  isUnknownCursor: boolean;
}

/**
 * GET /consumption/sessions: lists sessions by position. A session that is recorded in the meantime does not shift
 * pages.
 */
export const listReadingSessions = guarded<RequestedPage>({
  find(view, {query}) {
    const {cursor} = query;
    const position = cursor === undefined ? undefined : positionOf(view, cursor);
    return {query, position, isUnknownCursor: cursor !== undefined && position === undefined};
  },
  guards: [
    {
      situation: 'consumption-disabled',
      judge: (_page, view) =>
        view.find<StoreRow>('stores', view.tenant)?.consumption_off
          ? refuse('consumption-disabled', {
              expected: 'a store that has reading sessions',
              got: 'one whose plan lacks them',
              todo: 'switch the feature on: the hook `switch-consumption`, with `on` true',
            })
          : undefined,
    },
    {
      situation: 'filter-refused',
      judge: ({query}) =>
        isUnpaired(query)
          ? refuse('filter-refused', {
              expected: 'reason_value with reason_type, from_date with to_date',
              got: new URLSearchParams(query).toString(),
              todo: 'send both (Endpoints, Reading sessions)',
            })
          : undefined,
    },
    {
      situation: 'cursor-refused',
      judge: ({isUnknownCursor, query}, view) =>
        isUnknownCursor && view.freedom('reading.unknown_cursor') === 'refused'
          ? refuse('cursor-refused', {
              expected: "a page's `next_cursor` or `prev_cursor`, of this store",
              got: (query['cursor'] ?? '').slice(0, 80),
              todo: 'omit it for the first page',
            })
          : undefined,
    },
    {
      situation: 'issue-filter-refused',
      judge: ({query: {issue_id: issue}}, view) =>
        issue !== undefined && refusesUnknown(view) && !titleById(view, String(Number(issue)))
          ? refuse('issue-filter-refused', unknownFilter('a content', issue))
          : undefined,
    },
    {
      situation: 'user-filter-refused',
      judge: ({query: {user_id: user}}, view) =>
        user !== undefined && refusesUnknown(view) && !userById(view, String(Number(user)))
          ? refuse('user-filter-refused', unknownFilter('a user', user))
          : undefined,
    },
  ],
  perform({query, position, isUnknownCursor}, view) {
    if (isUnknownCursor && view.freedom('reading.unknown_cursor') === 'empty_page')
      return responseOf(view, query, {sessions: [], hasNext: false, hasPrevious: false}, 1);
    const found = foundPage(view, filtersOf(view, pairedFilters(query)), position);
    return responseOf(view, query, found, position?.page ?? 1);
  },
});

const isUnpaired = (query: Input['query']): boolean =>
  ['reason_value', 'from_date', 'to_date'].some(
    (name) => query[name] !== undefined && pairedFilters(query)[name] === undefined,
  );

const refusesUnknown = (view: View): boolean =>
  view.freedom('reading.unknown_filter') === 'refused';

const unknownFilter = (noun: string, got: string) => ({
  expected: `a filter by ${noun} of this store`,
  got: `one by ${got}, which the store does not have`,
  todo: `use an id that responses of this store show`,
});

function responseOf(
  view: View,
  query: Input['query'],
  {sessions, hasNext, hasPrevious}: ReturnType<typeof foundPage>,
  number: number,
): Done {
  const [first, last] = [sessions[0], sessions.at(-1)];
  const next = hasNext && last ? {seq: last.seq, side: 'after' as const, page: number + 1} : null;
  const previous =
    hasPrevious && first
      ? {seq: first.seq, side: 'before' as const, page: Math.max(1, number - 1)}
      : null;
  const [nextCursor, previousCursor] = [next, previous].map((one) => one && cursorOf(view, one));
  return {
    situation: 'reading-page',
    body: {
      CODE: 'success',
      current_page: view.freedom('reading.current_page') === 'null' ? null : number,
      data: sessions.map(sessionRenderer(view)),
      path: new Page(PATH),
      per_page: 25,
      next_cursor: nextCursor,
      next_page_url: urlOf(view, query, nextCursor),
      prev_cursor: previousCursor,
      prev_page_url: urlOf(view, query, previousCursor),
    },
  };
}

/** The URL of the page with a cursor. */
function urlOf(view: View, query: Input['query'], cursor: string | null | undefined): Page | null {
  if (!cursor) return null;
  const filters = view.freedom('reading.url_filters') ? query : {};
  return new Page(`${PATH}?${new URLSearchParams({...filters, cursor}).toString()}`);
}
