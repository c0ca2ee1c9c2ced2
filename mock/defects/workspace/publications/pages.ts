import type {Defect} from '../../../defect.ts';
import {around, breaking, receiving, seeing} from '../../breaking.ts';
import {
  LIST,
  newest,
  paged,
  repeatingOne,
  rows,
  secondPage,
  skippingOne,
  titleIn,
} from './altered-pages.ts';

/** Lets a cursor that is sent a second time lead to the first page. */
const usedCursors = around(LIST, (next) => {
  const used = new Set<string>();
  return (view, input) => {
    const {cursor} = input.query;
    if (cursor === undefined) return next(view, input);
    const again = used.has(cursor);
    used.add(cursor);
    return next(view, again ? {...input, query: {}} : input);
  };
});

/** Defects of single pages of the list of publications (Endpoints, list). */
export const pages: Defect[] = [
  ...breaking('workspace.publications.page-has-next-cursor', {
    'no page has a cursor': {
      seam: 'member',
      situation: 'page',
      pointer: '/next_cursor',
      edit: 'null',
    },
    'the second page has no cursor': secondPage(() => ({next_cursor: null})),
    'the second page has an empty cursor': secondPage(() => ({next_cursor: ''})),
  }),
  ...breaking('workspace.publications.page-holds-50-while-more-remain', {
    'a page holds 49': {seam: 'number', number: 'publications.page_size', add: -1},
    'the second page holds 49': seeing(LIST, (view, {query}) => ({
      number: (name) => view.number(name) - (query['cursor'] === undefined ? 0 : 1),
    })),
  }),
  ...breaking('workspace.publications.page-holds-at-most-50', {
    'a page holds 51': {seam: 'number', number: 'publications.page_size', add: 1},
    'a page holds 100': {seam: 'number', number: 'publications.page_size', add: 50},
  }),
  ...breaking('workspace.publications.has-more-is-exact', {
    'has_more is true after two full pages': paged(({has_more}, _input, view) => ({
      has_more: has_more || view.count('publications') === 100,
    })),
    'has_more is false while row 101 remains': secondPage(({has_more}, view) => ({
      has_more: has_more && view.count('publications') !== 101,
    })),
    'has_more is false on the first of exactly two full pages': paged(
      ({has_more}, {query}, view) => ({
        has_more:
          has_more && !(query['cursor'] === undefined && view.count('publications') === 100),
      }),
    ),
    'has_more is always true': {
      seam: 'member',
      situation: 'page',
      pointer: '/has_more',
      edit: {set: true},
    },
    'has_more is always false': {
      seam: 'member',
      situation: 'page',
      pointer: '/has_more',
      edit: {set: false},
    },
    'has_more is true after a full last page': paged(({data, has_more}) => ({
      has_more: has_more || data.length === 50,
    })),
    'has_more is false while one row remains': paged(({has_more}, _input, view) => ({
      has_more: has_more && view.count('publications') !== 51,
    })),
    'has_more is true on the second page': secondPage(() => ({has_more: true})),
  }),
  ...breaking('workspace.publications.cursor-is-optional', {
    'a request without cursor is refused': receiving(LIST, ({query}) => ({
      query: {cursor: 'none', ...query},
    })),
    'the first row is missing without cursor': rows((view, page) =>
      page.before === undefined ? skippingOne(view, page) : newest(view, page),
    ),
  }),
  ...breaking('workspace.publications.cursor-leads-to-the-next-page', {
    'a cursor leads to the first page': receiving(LIST, () => ({query: {}})),
    'a cursor leads to the last row of its own page': rows(repeatingOne),
    'a used cursor leads to the first page': usedCursors,
  }),
  ...breaking('workspace.publications.has-more-is-exact', {
    'has_more is false however many publications there are': {
      seam: 'member',
      situation: 'page',
      pointer: '/has_more',
      edit: {set: false},
    },
  }).map((defect) => ({...defect, place: 'a full first page'})),
  ...breaking('workspace.publications.newest-first', {
    'the list is oldest first': rows((view, {before, ...page}) =>
      view.oldest('publications', {...page, ...(before !== undefined && {after: before})}),
    ),
    'the list is sorted by title': paged(({data}) => ({
      data: [...data].sort((a, b) => (titleIn(a) < titleIn(b) ? -1 : 1)),
    })),
    'the second page is oldest first': secondPage(({data}) => ({data: [...data].reverse()})),
  }),
  ...breaking('workspace.publications.unknown-cursor-does-no-harm', {
    'an unknown cursor is answered 500': {
      seam: 'refusal',
      situation: 'cursor-refused',
      as: {status: 500},
    },
  }),
];
