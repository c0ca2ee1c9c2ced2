import {DAY_MS} from '../../../../spec/durations.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {Input} from '../../../operation.ts';
import {atPlace, breaking} from '../../breaking.ts';
import {linkWithout} from '../../link-without.ts';
import {has, paging, showingOnly, without, type ShownSession} from './shown-sessions.ts';

/** Changes members of offline sessions in lists with some filter. */
const showingOffline = (filter: string, other: Partial<ShownSession>) =>
  paging(({data}, _view, {query}) => ({
    data: data.map((row) =>
      has(query, filter) && row.access_mode === 'offline'
        ? ({...row, ...other} as ShownSession)
        : row,
    ),
  }));

/** The time from the first day of a period to the last one. */
const lengthOf = ({from_date: from = '', to_date: to = ''}: Input['query']): number =>
  Date.parse(to) - Date.parse(from);

/** Shows no sessions in some lists. */
const emptyWhere = (isMeant: (query: Input['query']) => boolean): Seam =>
  showingOnly((_session, {query}) => !isMeant(query));

/** Defects that show in lists with particular filters. */
export const whateverFilters: Defect[] = [
  ...atPlace(
    'whatever the filters',
    breaking('store.reading.counters-are-those-of-the-session', {
      'the list of a content shows no pages printed offline': showingOffline('issue_id', {
        printed_pages: 0,
      }),
    }),
  ),
  ...atPlace(
    'whatever the filters',
    breaking('store.reading.shows-how-it-was-read', {
      'the list of a period shows sessions offline as online': showingOffline('from_date', {
        access_mode: 'online',
      }),
      'the list of a reason shows sessions offline as online': showingOffline('reason_type', {
        access_mode: 'online',
      }),
    }),
  ),
  ...atPlace(
    'whatever the filters',
    breaking('store.reading.page-urls-lead-where-the-cursors-do', {
      'the link to the next page lacks the value of a reason': paging((page) => ({
        next_page_url: linkWithout(page['next_page_url'], 'reason_value'),
      })),
      'the link to the page before lacks the content': paging((page) => ({
        prev_page_url: linkWithout(page['prev_page_url'], 'issue_id'),
      })),
    }),
  ),
  ...atPlace(
    'of a few days',
    breaking('store.reading.dates-filter', {
      'a period of less than a week finds nothing of a reason': emptyWhere(
        (query) => has(query, 'reason_type') && lengthOf(query) < 7 * DAY_MS,
      ),
      'a period of three days finds nothing of a content': emptyWhere(
        (query) => has(query, 'issue_id') && lengthOf(query) === 2 * DAY_MS,
      ),
    }),
  ),
  ...atPlace(
    'three and four at once',
    breaking('store.reading.filters-find-what-all-find', {
      'a period is not looked at beside a user and a content': without(
        ['from_date', 'to_date'],
        (query) => has(query, 'from_date', 'user_id', 'issue_id'),
      ),
      'a user is not looked at beside all other filters': without(['user_id'], (query) =>
        has(query, 'user_id', 'issue_id', 'reason_type', 'from_date'),
      ),
    }),
  ),
];
