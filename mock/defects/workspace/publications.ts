import type {Defect, Seam} from '../../defect.ts';
import {isRefused, type Input, type View} from '../../operation.ts';
import type {PublicationRow} from '../../workspace/publications/rows.ts';
import type {Row} from '../../world/change.ts';
import {afterwards, around, breaking, hearing, seeing, viewWith} from '../breaking.ts';

const LIST = ['listPublications'];

interface Page {
  data: unknown[];
  next_cursor?: string | null;
  has_more: boolean;
}

/** The list with other pages. */
const paged = (change: (page: Page, input: Input) => Partial<Page>): Seam =>
  afterwards(LIST, (done, _view, input) => {
    const page = done.body as Page;
    return {...done, body: {...page, ...change(page, input)}};
  });

type Asked = Parameters<View['newest']>[1];

/** The list with other rows. */
const rows = (change: (view: View, asked: Asked) => Row[]): Seam =>
  seeing(LIST, (view) => ({
    newest: <R extends Row>(_table: string, asked: Asked) => change(view, asked) as R[],
  }));

const newest = (view: View, asked: Asked): Row[] => view.newest('publications', asked);

/** Pages by how many rows came before, which shift when one is added. */
const byOffset = around(LIST, (next) => {
  const offsets = new Map<string | undefined, number>([[undefined, 0]]);
  return (view, input) => {
    const from = offsets.get(input.query['cursor']) ?? 0;
    const shown = viewWith(view, () => ({
      newest: <R extends Row>(table: string, {before: _before, limit, ...asked}: Asked) =>
        view.newest(table, {...asked, limit: from + limit}).slice(from) as R[],
    }));
    const done = next(shown, input);
    if (!isRefused(done))
      offsets.set((done.body as Page).next_cursor ?? '', from + (done.body as Page).data.length);
    return done;
  };
});

export const publications: Defect[] = [
  ...breaking('workspace.publications.creation-time-is-when-registered', {
    'it is when the workspace was made': {
      seam: 'member',
      situation: 'registered',
      pointer: '/created_at',
      edit: {set: '2020-01-01T00:00:00.000Z'},
    },
    'it is the full hour': seeing(['createPublication'], (view) => ({
      now: view.now - (view.now % 3_600_000),
    })),
  }),
  ...breaking('workspace.publications.page-has-next-cursor', {
    'none on any page': {seam: 'member', situation: 'page', pointer: '/next_cursor', edit: 'null'},
    'none on the second page': paged(({next_cursor}, {query}) => ({
      next_cursor: query['cursor'] === undefined ? next_cursor! : null,
    })),
    'an empty one on the second page': paged(({next_cursor}, {query}) => ({
      next_cursor: query['cursor'] === undefined ? next_cursor! : '',
    })),
  }),
  ...breaking('workspace.publications.page-holds-50-while-more-remain', {
    '49': {seam: 'number', number: 'publications.page_size', add: -1},
    '49 on the second page': seeing(LIST, (view, {query}) => ({
      number: (name) => view.number(name) - (query['cursor'] === undefined ? 0 : 1),
    })),
  }),
  ...breaking('workspace.publications.page-holds-at-most-50', {
    '51': {seam: 'number', number: 'publications.page_size', add: 1},
    '100': {seam: 'number', number: 'publications.page_size', add: 50},
  }),
  ...breaking('workspace.publications.has-more-is-exact', {
    'true after two full pages': afterwards(LIST, (done, view) => {
      const page = done.body as Page;
      return {
        ...done,
        body: {...page, has_more: page.has_more || view.count('publications') === 100},
      };
    }),
    'false while the 101st remains': afterwards(LIST, (done, view, {query}) => {
      const page = done.body as Page;
      return {
        ...done,
        body: {
          ...page,
          has_more:
            page.has_more && !(view.count('publications') === 101 && query['cursor'] !== undefined),
        },
      };
    }),
    'always true': {seam: 'member', situation: 'page', pointer: '/has_more', edit: {set: true}},
    'always false': {seam: 'member', situation: 'page', pointer: '/has_more', edit: {set: false}},
    'true after a full last page': paged(({data, has_more}) => ({
      has_more: has_more || data.length === 50,
    })),
    'false while a single row remains': around(LIST, (next) => (view, input) => {
      const done = next(view, input);
      if (isRefused(done) || view.count('publications') !== 51) return done;
      return {...done, body: {...(done.body as Page), has_more: false}};
    }),
    'true on the second page': paged(({has_more}, {query}) => ({
      has_more: has_more || query['cursor'] !== undefined,
    })),
  }),
  ...breaking('workspace.publications.cursor-is-optional', {
    'refused without one': around(
      LIST,
      (next) => (view, input) => next(view, {...input, query: {cursor: 'none', ...input.query}}),
    ),
    'without one the first row is left out': rows((view, asked) =>
      newest(view, {...asked, limit: asked.limit + 1}).slice(asked.before === undefined ? 1 : 0),
    ),
  }),
  ...breaking('workspace.publications.cursor-leads-to-the-next-page', {
    'to the first page': hearing(LIST, () => ({query: {}})),
    'to its own last row': rows((view, asked) =>
      newest(view, {...asked, ...(asked.before !== undefined && {before: asked.before + 1})}),
    ),
    'a used one leads to the first page': around(LIST, (next) => {
      const used = new Set<string>();
      return (view, input) => {
        const {cursor} = input.query;
        if (cursor === undefined) return next(view, input);
        const again = used.has(cursor);
        used.add(cursor);
        return next(view, again ? {...input, query: {}} : input);
      };
    }),
  }),
  ...breaking('workspace.publications.walk-visits-each-once', {
    'in lists of more than a page the oldest is never there': rows((view, asked) => {
      const [oldest] =
        view.count('publications') > 60 ? view.oldest('publications', {limit: 1}) : [];
      return newest(view, {...asked, where: (row) => row !== oldest});
    }),
    'one is lost between pages': rows((view, asked) =>
      newest(view, {...asked, limit: asked.limit + 1}).slice(asked.before === undefined ? 0 : 1),
    ),
    'the last of a page is the first of the next': rows((view, asked) =>
      newest(view, {...asked, ...(asked.before !== undefined && {before: asked.before + 1})}),
    ),
    'an empty page comes between': around(LIST, (next) => {
      const empty = new Set<string>();
      return (view, input) => {
        const {cursor = ''} = input.query;
        const done = next(view, input);
        if (cursor === '' || isRefused(done) || empty.has(cursor)) return done;
        empty.add(cursor);
        return {...done, body: {data: [], next_cursor: cursor, has_more: true}};
      };
    }),
  }),
  ...breaking('workspace.publications.newest-first', {
    'oldest first': rows((view, {before, ...asked}) =>
      view.oldest('publications', {...asked, ...(before !== undefined && {after: before})}),
    ),
    'by title': paged(({data}) => ({
      data: [...data].sort((a, b) => (titleIn(a) < titleIn(b) ? -1 : 1)),
    })),
    'oldest first on the second page': paged(({data}, {query}) => ({
      data: query['cursor'] === undefined ? data : [...data].reverse(),
    })),
  }),
  ...breaking('workspace.publications.page-is-stable', {
    'pages are counted by offset': byOffset,
    'pages from the second on are counted by offset': around(LIST, (next) => {
      const offsets = new Map<string, number>();
      return (view, input) => {
        const {cursor} = input.query;
        const from = cursor === undefined ? undefined : offsets.get(cursor);
        const shown =
          from === undefined
            ? view
            : viewWith(view, () => ({
                newest: <R extends Row>(table: string, {before: _before, limit, ...asked}: Asked) =>
                  view.newest(table, {...asked, limit: from + limit}).slice(from) as R[],
              }));
        const done = next(shown, input);
        if (isRefused(done) || cursor === undefined) return done;
        const {data, next_cursor} = done.body as Page;
        const first = idIn(data[0]);
        const before = view
          .newest<PublicationRow>('publications', {limit: 10_000})
          .findIndex(({key}) => key === first);
        if (next_cursor) offsets.set(next_cursor, before + data.length);
        return done;
      };
    }),
    'a cursor that is older than the newest row leads to the first page': around(LIST, (next) => {
      const counts = new Map<string | undefined | null, number>();
      return (view, input) => {
        const {cursor} = input.query;
        const count = view.count('publications');
        const done = next(view, counts.get(cursor) === count ? input : {...input, query: {}});
        if (!isRefused(done)) counts.set((done.body as Page).next_cursor, count);
        return done;
      };
    }),
  }),
  ...breaking('workspace.publications.unknown-cursor-does-no-harm', {
    'it breaks the server': {seam: 'refusal', situation: 'cursor-refused', as: {status: 500}},
    'it is answered as a conflict': {
      seam: 'refusal',
      situation: 'cursor-refused',
      as: {status: 409},
    },
  }),
  ...breaking('workspace.publications.listed-is-readable', {
    'only the newest fifty are': seeing(['getPublication'], (view) => ({
      find: <R extends Row>(table: string, key: string) => {
        const row = view.find<R>(table, key);
        return row && table === 'publications' && !view.newest<R>(table, {limit: 50}).includes(row)
          ? undefined
          : row;
      },
    })),
    'it reads with another title': {
      seam: 'member',
      situation: 'publication',
      pointer: '/title',
      edit: {set: 'Another book'},
    },
    'it reads with another type': {
      seam: 'member',
      situation: 'publication',
      pointer: '/type',
      edit: {set: 'audiobook'},
    },
    'it reads with another time': {
      seam: 'member',
      situation: 'publication',
      pointer: '/created_at',
      edit: {set: '2001-01-01T00:00:00.000Z'},
    },
    'it reads with another working file': {
      seam: 'member',
      situation: 'publication',
      pointer: '/working_file_id',
      edit: {set: 'file_other'},
    },
    'the list has ids of its own': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/*/id',
      edit: {set: 'pub_listed'},
    },
    'another is read': around(['getPublication'], (next) => (view, input) => {
      const [first] = view.oldest<PublicationRow>('publications', {limit: 1});
      return next(view, {...input, path: {publication: first?.key ?? ''}});
    }),
  }),
];

/** The id of a row of a page, rendered or not. */
const idIn = (row: unknown): string =>
  String(((row as {value?: {id: string}}).value ?? (row as {id: string})).id);

/** The title of a row of a page, rendered or not. */
const titleIn = (row: unknown): string =>
  String(((row as {value?: {title: string}}).value ?? (row as {title: string})).title);
