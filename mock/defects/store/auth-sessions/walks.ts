import type {Defect, Seam} from '../../../defect.ts';
import {cursorAfter} from '../../../sealed.ts';
import {CURSOR} from '../../../store/auth-sessions/list-sessions.ts';
import {invalid} from '../../../store/invalid.ts';
import {findingAll, seeing} from '../../breaking.ts';
import {together, unchecked} from '../../families/seams.ts';
import {by} from '../../families/shown-pages.ts';
import {ABSENT, GIVEN} from '../../families/when.ts';
import {defects} from '../../table.ts';
import {APP, LIST, SHOWN, telling, type ShownPage} from './shown-sessions.ts';

const {ignoring, leavingOut, paging, refusing, remembering, taking} = SHOWN;

/** Begins a later page of two rows with the last row of the page before. */
const repeatingTheLast = remembering(() => {
  let last: ShownPage['data'] = [];
  return ({data}, _view, {cursor, per_page: size}) => {
    const before = last;
    last = data.slice(-1);
    return cursor !== undefined && size === '2' ? {data: [...before, ...data].slice(0, 2)} : {};
  };
});

/** Shows on the twelfth page of a walk with one row a page the row of the page before. */
const twelfthPageAgain = remembering(() => {
  let shown: ShownPage['data'] = [];
  return ({data}, _view, {cursor, per_page: size}) => {
    const isFirst = cursor === undefined || size !== '1';
    const before = shown.at(-1);
    shown = isFirst ? data.slice(0, 1) : [...shown, ...data];
    return before && !isFirst && shown.length === 12 ? {data: [before]} : {};
  };
});

/** Gives a full last page of some lists a cursor. */
const promisingMore = (of: Parameters<typeof paging>[0]): Seam =>
  paging(of, ({data, pagination}, view) => {
    const last = view.find('auth_sessions', data.at(-1)?.id ?? '');
    if (!last || data.length < pagination.per_page) return {};
    const next = cursorAfter(view, CURSOR, last.seq);
    return {pagination: {...pagination, has_more: true, next_cursor: next}};
  });

/** Checks one keyword of `per_page` on first pages only; later pages have two sessions then. */
const onFirstPagesOnly = (keyword: string, isWrong: (size: string) => boolean): Seam =>
  together(
    unchecked('listAuthSessions', 'query/per_page', keyword),
    taking({per_page: isWrong, cursor: GIVEN}, {per_page: '2'}),
    refusing(
      {per_page: isWrong, cursor: ABSENT},
      invalid({per_page: ['The per page is invalid.']}),
    ),
  );

const isTooLarge = (size: string): boolean => Number(size) > 200;
const isNoInteger = (size: string): boolean => !/^-?\d+$/.test(size);

/** Defects of pages by cursors, and of the size of later pages. */
export const walks: Defect[] = defects({
  'store.auth-sessions.next-cursor-is-null-on-the-last-page': {
    'the last page has a cursor': telling(({pagination: {has_more: more}}) =>
      more ? {} : {next_cursor: '0.none'},
    ),
    'a page that is not the last has no cursor': telling(() => ({next_cursor: null})),
  },
  'store.auth-sessions.next-cursor-is-null-on-the-last-page @ on every page of a walk': {
    'a last page with one row has a cursor': telling(({data, pagination: {has_more: more}}) =>
      data.length === 1 && !more ? {next_cursor: 'none'} : {},
    ),
  },
  'store.auth-sessions.cursor-leads-to-the-next-page': {
    'every page is the first': ignoring('cursor'),
  },
  'store.auth-sessions.cursor-leads-to-the-next-page @ of the sessions that there are': {
    'the last row stands on the next page again': seeing(LIST, (view) => ({
      newest: (table, {before, ...page}) =>
        view.newest(table, {...page, ...(before !== undefined && {before: before + 1})}),
    })),
  },
  'store.auth-sessions.walk-visits-each-once': {
    'the first row of a later page is left out': paging(by('cursor'), ({data}) =>
      data.length < 2 ? {} : {data: data.slice(1)},
    ),
    'a page of two begins with the last row of the one before': repeatingTheLast,
    'a session of an app is left out behind the first page': leavingOut(APP, by('cursor')),
  },
  'store.auth-sessions.walk-visits-each-once @ one by one through many': {
    'the twelfth page of a walk is the eleventh again': twelfthPageAgain,
  },
  'store.auth-sessions.walk-is-stable': {
    'pages are counted by rows, and a new session shifts them': findingAll(
      LIST,
      (rows, {input: {query}}) => {
        if (query['cursor'] === undefined) return rows;
        const left = rows.length - Number(query['per_page'] ?? 100);
        return rows.slice(0, Math.max(0, left)).map((row) => ({...row, seq: -1}));
      },
    ),
  },
  'store.auth-sessions.has-more-is-exact @ of the pages by an external_id': {
    'a full last page by external_id says that more follow': promisingMore(by('external_id')),
  },
  'store.auth-sessions.has-more-is-exact @ beside sessions of the same external_id in another store':
    {
      'a full page of two sessions of an external_id says that more follow': promisingMore({
        external_id: GIVEN,
        per_page: '2',
      }),
    },
  'store.auth-sessions.has-more-is-exact': {
    'a full last page says that more follow': promisingMore({}),
    'no page says that more follow': telling(() => ({has_more: false, next_cursor: null})),
    'a page with one row left says that none follow': findingAll(LIST, (rows, {input: {query}}) =>
      rows.length === Number(query['per_page']) + 1 ? rows.slice(1) : rows,
    ),
  },
  'store.auth-sessions.per-page-is-at-least-1 @ beside a cursor': {
    'a later page of 0 is served': onFirstPagesOnly('minimum', (size) => Number(size) < 1),
  },
  'store.auth-sessions.per-page-is-at-most-200 @ beside a cursor': {
    'a later page of 201 is served': onFirstPagesOnly('maximum', isTooLarge),
  },
  'store.auth-sessions.per-page-is-at-most-200 @ with more than 100 sessions': {
    'a page has 100 sessions at most': taking(
      {per_page: (size) => Number(size) > 100},
      {per_page: '100'},
    ),
  },
  'store.auth-sessions.per-page-is-at-most-200 @ beside a cursor, much too large': {
    'a later page of thousands is served': onFirstPagesOnly('maximum', isTooLarge),
  },
  'store.auth-sessions.per-page-must-be-an-integer @ beside a cursor': {
    'a later page of 1.5 is served': onFirstPagesOnly('type', isNoInteger),
  },
  'store.auth-sessions.per-page-must-be-an-integer @ beside a cursor, a word': {
    'a later page of many is served': onFirstPagesOnly('type', isNoInteger),
  },
});
