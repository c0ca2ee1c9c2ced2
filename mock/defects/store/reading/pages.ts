import type {Defect} from '../../../defect.ts';
import {positionOf} from '../../../store/reading/cursor.ts';
import {atPlace, breaking, receiving, seeing} from '../../breaking.ts';
import {has, LIST, paging, without} from './shown-sessions.ts';

/** Defects of pages by cursors, and of their sizes. */
export const pages: Defect[] = [
  ...breaking('store.reading.page-holds-at-most-25', {
    'a page holds 26': {seam: 'number', number: 'reading.page_size', set: 26},
  }),
  ...atPlace(
    'whatever the page',
    breaking('store.reading.page-holds-at-most-25', {
      'a later page holds 30': seeing(LIST, (view, {query}) => ({
        number: (name) => (has(query, 'cursor') ? 30 : view.number(name)),
      })),
    }),
  ),
  ...breaking('store.reading.cursor-leads-to-the-next-page', {
    'every page is the first': without(['cursor']),
    'the last row stands on the next page again': seeing(LIST, (view) => ({
      newest: (table, page) =>
        view.newest(table, {...page, ...(page.before !== undefined && {before: page.before + 1})}),
      newestUnder: (table, under, page) =>
        view.newestUnder(table, under, {
          ...page,
          ...(page.before !== undefined && {before: page.before + 1}),
        }),
    })),
  }),
  ...breaking('store.reading.prev-cursor-leads-back', {
    'the way back leads to the first page': receiving(LIST, ({query}, view) => {
      const position = positionOf(view, query['cursor'] ?? '');
      if (position?.side !== 'before') return {};
      const {cursor: _cursor, ...rest} = query;
      return {query: rest};
    }),
    'the way back leads to the same page': seeing(LIST, (view) => ({
      oldestUnder: (table, under, page) =>
        page.limit > 1
          ? view.newestUnder(table, under, {
              limit: page.limit,
              ...(page.after !== undefined && {before: page.after + 1}),
            })
          : view.oldestUnder(table, under, page),
    })),
    'the page before is upside down': paging(({data}, view, {query}) =>
      positionOf(view, query['cursor'] ?? '')?.side === 'before' ? {data: data.reverse()} : {},
    ),
  }),
  ...atPlace(
    'of the sessions that there are',
    breaking('store.reading.prev-cursor-leads-back', {
      'the way back leads on': seeing(LIST, (view) => ({
        oldest: (table, page) =>
          view.newest(table, {
            limit: page.limit,
            ...(page.after !== undefined && {before: page.after + 1}),
          }),
      })),
    }),
  ),
  ...breaking('store.reading.walk-visits-each-once', {
    'the first row of a later page is left out': paging(({data}, _view, {query}) =>
      has(query, 'cursor') && data.length > 1 ? {data: data.slice(1)} : {},
    ),
    'the third page is empty': paging(({data, current_page: number}) =>
      number === 3 ? {data: data.slice(0, 0)} : {},
    ),
  }),
  ...atPlace(
    'whatever their number',
    breaking('store.reading.walk-visits-each-once', {
      'a last page with one row is not shown': paging(({data, next_cursor: next}, _view, {query}) =>
        has(query, 'cursor') && next === null && data.length === 1 ? {data: []} : {},
      ),
    }),
  ),
  ...breaking('store.reading.walk-is-stable', {
    'pages are counted by rows, and a new session shifts them': seeing(LIST, (view, {query}) => {
      const position = positionOf(view, query['cursor'] ?? '');
      if (!position || position.side !== 'after') return {};
      return {
        newestUnder: (table, under, page) =>
          view
            .newestUnder(table, under, {limit: 25 * (position.page - 1) + page.limit})
            .slice(25 * (position.page - 1)) as never,
      };
    }),
  }),
];
