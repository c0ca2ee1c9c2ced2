import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, type Input} from '../../../operation.ts';
import {cursorAfter} from '../../../sealed.ts';
import {CURSOR} from '../../../store/auth-sessions/list-sessions.ts';
import {around, atPlace, breaking, receiving, seeing, findingAll} from '../../breaking.ts';
import {LIST, paging, telling, type ShownPage} from './shown-sessions.ts';

/** Ignores the cursor: a page begins with the first session again. */
const atTheBeginning = receiving(LIST, ({query}) => {
  const {cursor: _cursor, ...rest} = query;
  return {query: rest};
});

/** Begins a later page of two rows with the last row of the page before. */
const repeatingTheLast = around(LIST, (next) => {
  let last: ShownPage['data'] = [];
  return (view, input) => {
    const done = next(view, input);
    if (isRefused(done)) return done;
    const page = done.body as ShownPage;
    const isLater = input.query['cursor'] !== undefined && input.query['per_page'] === '2';
    const data = isLater ? [...last, ...page.data].slice(0, 2) : page.data;
    last = page.data.slice(-1);
    return {...done, body: {...page, data}};
  };
});

/** Gives a full last page of some lists a cursor. */
const promisingMore = (isMeant: (query: Input['query']) => boolean): Seam =>
  paging(({data, pagination}, view, {query}) => {
    const last = view.find('auth_sessions', data.at(-1)?.id ?? '');
    if (!last || data.length < pagination.per_page || !isMeant(query)) return {};
    const next = cursorAfter(view, CURSOR, last.seq);
    return {pagination: {...pagination, has_more: true, next_cursor: next}};
  });

/** Defects of pages by cursors. */
export const walks: Defect[] = [
  ...breaking('store.auth-sessions.next-cursor-is-null-on-the-last-page', {
    'the last page has a cursor': telling(({pagination: {has_more: more}}) =>
      more ? {} : {next_cursor: '0.none'},
    ),
    'a page that is not the last has no cursor': telling(() => ({next_cursor: null})),
  }),
  ...atPlace(
    'on every page of a walk',
    breaking('store.auth-sessions.next-cursor-is-null-on-the-last-page', {
      'a last page with one row has a cursor': telling(({data, pagination: {has_more: more}}) =>
        data.length === 1 && !more ? {next_cursor: 'none'} : {},
      ),
    }),
  ),
  ...breaking('store.auth-sessions.cursor-leads-to-the-next-page', {
    'every page is the first': atTheBeginning,
  }),
  ...atPlace(
    'of the sessions that there are',
    breaking('store.auth-sessions.cursor-leads-to-the-next-page', {
      'the last row stands on the next page again': seeing(LIST, (view) => ({
        newest: (table, page) =>
          view.newest(table, {
            ...page,
            ...(page.before !== undefined && {before: page.before + 1}),
          }),
      })),
    }),
  ),
  ...breaking('store.auth-sessions.walk-visits-each-once', {
    'the first row of a later page is left out': paging(({data}, _view, {query}) =>
      query['cursor'] === undefined || data.length < 2 ? {} : {data: data.slice(1)},
    ),
    'a page of two begins with the last row of the one before': repeatingTheLast,
    'a session of an app is left out behind the first page': paging(({data}, _view, {query}) =>
      query['cursor'] === undefined
        ? {}
        : {data: data.filter(({session_data: {type}}) => type !== 'mobile')},
    ),
  }),
  ...breaking('store.auth-sessions.walk-is-stable', {
    'pages are counted by rows, and a new session shifts them': findingAll(
      LIST,
      (rows, {input: {query}}) => {
        const isLater = query['cursor'] !== undefined;
        if (!isLater) return rows;
        const size = Number(query['per_page'] ?? 100);
        return rows.slice(0, Math.max(0, rows.length - size)).map((row) => ({...row, seq: -1}));
      },
    ),
  }),
  ...atPlace(
    'of the pages by an external_id',
    breaking('store.auth-sessions.has-more-is-exact', {
      'a full last page by external_id says that more follow': promisingMore(
        ({external_id: id}) => id !== undefined,
      ),
    }),
  ),
  ...atPlace(
    'beside sessions of the same external_id in another store',
    breaking('store.auth-sessions.has-more-is-exact', {
      'a full page of two sessions of an external_id says that more follow': promisingMore(
        ({external_id: id, per_page: size}) => id !== undefined && size === '2',
      ),
    }),
  ),
  ...breaking('store.auth-sessions.has-more-is-exact', {
    'a full last page says that more follow': promisingMore(() => true),
    'no page says that more follow': telling(() => ({has_more: false, next_cursor: null})),
    'a page with one row left says that none follow': findingAll(LIST, (rows, {input: {query}}) => {
      const isOneMore = rows.length === Number(query['per_page']) + 1;
      return isOneMore ? rows.slice(1) : rows;
    }),
  }),
];
