import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, Page, refuse, type Done, type Refused, type View} from '../../../operation.ts';
import type {Issue} from '../../../store/content/issue.ts';
import {positionOf} from '../../../store/reading/cursor.ts';
import {around, finding, seeing} from '../../breaking.ts';
import {foreignFound} from '../../families/seams.ts';
import {by} from '../../families/shown-pages.ts';
import {GIVEN} from '../../families/when.ts';
import {linkWithout} from '../../link-without.ts';
import {defects} from '../../table.ts';
import {LIST, SHOWN, type ShownPage, type ShownSession} from './shown-sessions.ts';

const {breakingDown, ignoring, paging, remembering, taking} = SHOWN;

const HERE = 'of the sessions that there are';
const LATER = {cursor: GIVEN} as const;
const PATH = '/integration-api/v1/consumption/sessions';
const DISABLED = refuse('consumption-disabled', {expected: 'another', got: 'this', todo: 'wait'});

/** On which side of its cursor the page of a query lies. */
const sideOf = (view: View, {cursor = ''}: Record<string, string>) =>
  positionOf(view, cursor)?.side;

/** Begins a page with the last row of the page before. */
const withTheRowBefore = <At extends {before?: number}>({before, ...page}: At) => ({
  ...page,
  ...(before !== undefined && {before: before + 1}),
});

/** The rows just after a position, newest first. */
const turned = ({limit, after}: {limit: number; after?: number}) => ({
  limit,
  ...(after !== undefined && {before: after + 1}),
});

/** Keeps the last row of each page for the next one. */
const withTheLast = (
  other: (
    page: ShownPage,
    last: ShownSession | undefined,
    view: View,
    query: Record<string, string>,
  ) => Partial<ShownPage>,
): Seam =>
  remembering(() => {
    let last: ShownSession | undefined;
    return (page, view, query) => {
      const before = last;
      last = page.data.at(-1);
      return other(page, before, view, query);
    };
  });

/** Leaves a parameter out of a link. */
const linkLacking = (link: 'next_page_url' | 'prev_page_url', name: string): Seam =>
  paging({}, ({[link]: url}) => ({[link]: linkWithout(url, name)}));

/**
 * Changes lists after a store was seen without the feature.
 * @param other receives how many stores lack it, and whether any has lacked it
 */
const afterLack = (
  other: (done: Done | Refused, lacking: number, everLacked: boolean) => Done | Refused,
): Seam =>
  around(LIST, (next) => {
    const lacking = new Set<string>();
    let everLacked = false;
    return (view, input) => {
      const done = next(view, input);
      const isLacking = isRefused(done) && done.refused === 'consumption-disabled';
      if (isLacking) lacking.add(view.tenant);
      if (!isRefused(done)) lacking.delete(view.tenant);
      everLacked ||= isLacking;
      return other(done, lacking.size, everLacked);
    };
  });

/** Opens the pages of one store to others, by their cursors. */
const sharingCursors = around(LIST, (next) => {
  const pages = new Map<unknown, {tenant: string; done: Done}>();
  return (view, input) => {
    const {tenant} = view;
    const known = pages.get(input.query['cursor']);
    if (known && known.tenant !== tenant) return known.done;
    const done = next(view, input);
    if (isRefused(done)) return done;
    const {next_cursor: cursor} = done.body as ShownPage;
    if (cursor) pages.set(cursor, {tenant, done});
    return done;
  };
});

/** Shows the sessions of a content to stores that have none. */
const sharingContents = remembering(() => {
  const seen: ShownSession[] = [];
  return ({data}, _view, {issue_id: issue}) => {
    const others = seen.filter((row) => String(row.issue_id) === issue);
    seen.push(...data);
    return data.length || issue === undefined ? {} : {data: others.slice(0, 25)};
  };
});

/** Counts the pages after the first by their rows. */
const countingRows = seeing(LIST, (view, {query}) => {
  const position = positionOf(view, query['cursor'] ?? '');
  if (position?.side !== 'after') return {};
  const first = 25 * (position.page - 1);
  return {
    newestUnder: (table, under, page) =>
      view.newestUnder(table, under, {limit: first + page.limit}).slice(first) as never,
  };
});

/** Defects of pages by cursors, of their links and sizes, of the feature, and of other stores. */
export const pages: Defect[] = defects({
  'store.reading.list-answers-200 @ where the feature is switched on': {
    'the list is refused though the store has the feature': around(LIST, () => () => DISABLED),
  },
  'store.reading.list-answers-200 @ where another store lacks the feature': {
    'a store that lacks the feature takes it from all': afterLack((done, lacking) =>
      lacking > 0 ? DISABLED : done,
    ),
  },
  'store.reading.list-answers-200 @ once the feature is back': {
    'what was read before the feature was off is lost': afterLack((done, _lacking, everLacked) =>
      'body' in done && everLacked ? {...done, body: {...(done.body as object), data: []}} : done,
    ),
  },
  'store.reading.list-answers-200 @ once a content that was read is deleted': {
    'a session of deleted content breaks the list': paging({}, ({data}, view) => {
      if (data.every(({issue_id: id}) => view.find<Issue>('issues', String(id)))) return {};
      throw new Error('a defect breaks this request');
    }),
  },
  'store.reading.disabled-is-forbidden @ whatever the filter': {
    'a list by reason is served without the feature': finding(
      LIST,
      'stores',
      (store, _view, {query}) =>
        by('reason_type')(query) ? {...store, consumption_off: false} : store,
    ),
  },
  'store.reading.unknown-cursor-does-no-harm': {
    'an empty cursor breaks down': breakingDown({cursor: ''}),
    'a cursor that was never given breaks down': breakingDown({cursor: /^(?![ab][\da-z]+_)/}),
  },
  'store.reading.sessions-stay-in-their-store': {
    'every store lists all sessions': foreignFound(LIST),
    'another store finds the sessions of a content': sharingContents,
  },
  [`store.reading.sessions-stay-in-their-store @ ${HERE}`]: {
    'the sessions of all stores stand in every list': foreignFound(LIST),
  },
  'store.reading.sessions-stay-in-their-store @ by a cursor': {
    'a cursor opens the sessions of its store to others': sharingCursors,
  },
  'store.reading.page-urls-lead-where-the-cursors-do': {
    'the URL of the next page has no cursor': paging({}, ({next_cursor: cursor}) =>
      cursor === null ? {} : {next_page_url: new Page(PATH)},
    ),
    'the last page has a URL of a next one': paging({}, ({next_cursor: cursor}) =>
      cursor === null ? {next_page_url: new Page(`${PATH}?cursor=none`)} : {},
    ),
    'the URL of the page before leads to the next one': paging(
      {},
      ({prev_cursor: cursor, next_page_url: url}) =>
        cursor !== null && url !== null ? {prev_page_url: url} : {},
    ),
    'the URL of the page before lacks the user': linkLacking('prev_page_url', 'user_id'),
    'the links of later pages lack the user': paging(LATER, ({next_page_url, prev_page_url}) => ({
      next_page_url: linkWithout(next_page_url, 'user_id'),
      prev_page_url: linkWithout(prev_page_url, 'user_id'),
    })),
  },
  'store.reading.page-urls-lead-where-the-cursors-do @ whatever the filters': {
    'the link to the next page lacks the value of a reason': linkLacking(
      'next_page_url',
      'reason_value',
    ),
    'the link to the page before lacks the content': linkLacking('prev_page_url', 'issue_id'),
  },
  'store.reading.page-holds-at-most-25': {
    'a page holds 26': {seam: 'number', number: 'reading.page_size', set: 26},
  },
  'store.reading.page-holds-at-most-25 @ whatever the page': {
    'a later page holds 30': seeing(LIST, (view, {query}) => ({
      number: (name) => (by('cursor')(query) ? 30 : view.number(name)),
    })),
  },
  'store.reading.cursor-leads-to-the-next-page': {
    'every page is the first': ignoring('cursor'),
    'the last row stands on the next page again': seeing(LIST, (view) => ({
      newest: (table, page) => view.newest(table, withTheRowBefore(page)),
      newestUnder: (table, under, page) => view.newestUnder(table, under, withTheRowBefore(page)),
    })),
  },
  'store.reading.prev-cursor-leads-back': {
    'the way back leads to the first page': taking({}, (query, view) =>
      sideOf(view, query) === 'before' ? {cursor: undefined} : {},
    ),
    'the way back leads to the same page': seeing(LIST, (view) => ({
      oldestUnder: (table, under, page) =>
        page.limit > 1
          ? view.newestUnder(table, under, turned(page))
          : view.oldestUnder(table, under, page),
    })),
    'the page before is upside down': paging({}, ({data}, view, query) =>
      sideOf(view, query) === 'before' ? {data: data.reverse()} : {},
    ),
  },
  [`store.reading.prev-cursor-leads-back @ ${HERE}`]: {
    'the way back leads on': seeing(LIST, (view) => ({
      oldest: (table, page) => view.newest(table, turned(page)),
    })),
  },
  'store.reading.walk-visits-each-once': {
    'the first row of a later page is left out': paging(LATER, ({data}) =>
      data.length > 1 ? {data: data.slice(1)} : {},
    ),
    'the third page is empty': paging({}, ({current_page: number}) =>
      number === 3 ? {data: []} : {},
    ),
  },
  'store.reading.walk-visits-each-once @ whatever their number': {
    'a last page with one row is not shown': paging(LATER, ({data, next_cursor: next}) =>
      next === null && data.length === 1 ? {data: []} : {},
    ),
  },
  'store.reading.walk-visits-each-once @ of everything': {
    'the whole list begins its last page with the row before': withTheLast(
      ({data, next_cursor: cursor}, last, _view, query) =>
        last && cursor === null && Object.keys(query).join() === 'cursor'
          ? {data: [last, ...data.slice(0, 24)]}
          : {},
    ),
  },
  'store.reading.walk-visits-each-once @ whatever the filters, and whenever was read': {
    'later pages leave out what began when the page before ended': withTheLast(
      ({data}, last, view, query) =>
        sideOf(view, query) === 'after'
          ? {data: data.filter(({started_at: started}) => started !== last?.started_at)}
          : {},
    ),
    'later pages of a content and a period are cut': paging(
      by('cursor', 'from_date'),
      ({data}) => ({data: data.slice(0, 1)}),
    ),
  },
  'store.reading.walk-is-stable': {
    'pages are counted by rows, and a new session shifts them': countingRows,
  },
});
