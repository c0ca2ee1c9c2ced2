import type {Defect} from '../../../defect.ts';
import {positionOf} from '../../../store/reading/cursor.ts';
import {atPlace, breaking} from '../../breaking.ts';
import {has, paging, pagingWithMemory, type ShownSession} from './shown-sessions.ts';

/** Defects of pages in particular orders and with particular filters. */
export const walks: Defect[] = [
  ...atPlace(
    'of everything',
    breaking('store.reading.walk-visits-each-once', {
      'the whole list begins its last page with the row before': pagingWithMemory(() => {
        let last: ShownSession | undefined;
        return ({data, next_cursor: cursor}, _view, {query}) => {
          const before = last;
          last = data.at(-1);
          const isUnfiltered = Object.keys(query).join() === 'cursor';
          return isUnfiltered && cursor === null && before !== undefined
            ? {data: [before, ...data.slice(0, 24)]}
            : {};
        };
      }),
    }),
  ),
  ...atPlace(
    'whatever the filters, and whenever was read',
    breaking('store.reading.walk-visits-each-once', {
      'later pages leave out what began when the page before ended': pagingWithMemory(() => {
        let last: string | undefined;
        return ({data}, view, {query}) => {
          const before = last;
          last = data.at(-1)?.started_at;
          const isLater = positionOf(view, query['cursor'] ?? '')?.side === 'after';
          return isLater ? {data: data.filter((row) => row.started_at !== before)} : {};
        };
      }),
      'later pages of a content and a period are cut': paging(({data}, _view, {query}) =>
        has(query, 'cursor', 'from_date') ? {data: data.slice(0, 1)} : {},
      ),
    }),
  ),
];
