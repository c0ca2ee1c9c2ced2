import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, Rendered, type View} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {afterwards, around, breaking, hearing, seeing} from '../../breaking.ts';
import {CREATE, LIST, DEACTIVATE, making} from './changed-users.ts';

/** Other admins on the list. */
const admins = (listed: (view: View) => User[]): Seam =>
  seeing(LIST, (view) => ({
    all: <R>(table: string, index: string, value: string) =>
      (index === 'admin' ? listed(view) : view.all(table, index, value)) as R[],
  }));

/** Users who left, with another date of deletion. */
const timed = (value: unknown): Seam =>
  afterwards(LIST, (done) => {
    const body = JSON.parse(
      JSON.stringify(done.body, (_name, member: unknown) =>
        member instanceof Rendered ? member.value : member,
      ),
    ) as Page;
    for (const row of body.data.paginator.data) if (row.deleted_at !== null) row.deleted_at = value;
    return {...done, body};
  });

/** What each filter of the list finds. */
export const lists: Defect[] = [
  ...breaking('store.users.query-by-email-finds-that-user-only', {
    'everyone is found': hearing(LIST, ({query}) =>
      query['query']?.includes('@') ? {query: {}} : {},
    ),
    'the newest is found': seeing(LIST, (view) => ({
      all: <R>(table: string) => view.newest(table, {limit: 1}) as R[],
    })),
    'whoever has it in the email is found': seeing(LIST, (view) => ({
      all: <R>(table: string, index: string, value: string) =>
        (index === 'email'
          ? view.oldest<User>(table, {limit: 10_000, where: ({email}) => email.includes(value)})
          : view.all(table, index, value)) as R[],
    })),
    'nobody is found': hearing(LIST, ({query}) =>
      query['query']?.includes('@') ? {query: {query: 'nobody'}} : {},
    ),
  }),
  ...breaking('store.users.query-deactivated-lists-deactivated-only', {
    'everyone is listed': hearing(LIST, ({query}) =>
      query['query'] === 'deactivated' ? {query: {...query, query: ''}} : {},
    ),
    'the newest of them is left out': seeing(LIST, (view, {query}) => ({
      all: <R>(table: string, index: string, value: string) =>
        view
          .all(table, index, value)
          .slice(0, query['query'] === 'deactivated' ? -1 : undefined) as R[],
    })),
    'admins are listed too': seeing(LIST, (view) => ({
      all: <R>(table: string, index: string, value: string) =>
        [
          ...(index === 'gone' ? view.all(table, 'admin', 'yes') : []),
          ...view.all(table, index, value),
        ] as R[],
    })),
  }),
  ...breaking('store.users.query-admins-lists-admins-only', {
    'everyone is listed': hearing(LIST, ({query}) =>
      query['query'] === 'admins' ? {query: {...query, query: ''}} : {},
    ),
    'only the first of them': seeing(LIST, (view) => ({
      all: <R>(table: string, index: string, value: string) =>
        view.all(table, index, value).slice(0, index === 'admin' ? 1 : undefined) as R[],
    })),
    'the newest user is listed too': seeing(LIST, (view) => ({
      all: <R>(table: string, index: string, value: string) =>
        [
          ...view.all(table, index, value),
          ...(index === 'admin' ? view.newest(table, {limit: 1}) : []),
        ] as R[],
    })),
  }),
  ...breaking('store.users.query-admins-lists-admins-only', {
    'who became one is not listed': {
      seam: 'several',
      seams: [
        making(CREATE, ({admin}) => ({born: admin}) as Partial<Born>),
        admins((view) =>
          view.all<Born>('users', 'admin', 'yes').filter(({born}) => born !== false),
        ),
      ],
    },
    'who was one is still listed': {
      seam: 'several',
      seams: [
        making(CREATE, ({admin}) => ({born: admin}) as Partial<Born>),
        admins((view) =>
          view.oldest<Born>('users', {
            limit: 10_000,
            where: ({admin, born}) => admin || born === true,
          }),
        ),
        // The row says so too: a list of admins with somebody who is none is easy to see.
        {
          seam: 'member',
          situation: 'page',
          pointer: '/data/paginator/data/*/admin',
          edit: {set: true},
        },
      ],
    },
  }),
  ...breaking('store.users.nothing-found-answers-404', {
    'an empty page of the deactivated': around(LIST, (next) => (view, input) => {
      const done = next(view, input);
      return isRefused(done) && input.query['query'] === 'deactivated'
        ? {
            situation: 'page',
            body: {CODE: 'success', data: {paginator: {current_page: 1, data: []}}},
          }
        : done;
    }),
  }),
  ...breaking(
    'store.users.deleted-at-is-set-while-deactivated',
    Object.fromEntries(
      Object.entries({'it is a yes': 'yes', 'it is an empty object': {}}).map(([how, value]) => [
        how,
        timed(value),
      ]),
    ),
  ),
  ...breaking('store.users.list-without-query-is-unfiltered', {
    'it lists admins': hearing(LIST, ({query}) =>
      query['query'] === undefined ? {query: {...query, query: 'admins'}} : {},
    ),
    'the newest is left out': seeing(LIST, (view) => ({
      newest: <R>(table: string, asked: Parameters<View['newest']>[1]) =>
        view.newest(table, {...asked, limit: asked.limit + 1}).slice(1) as R[],
    })),
  }),
  ...breaking('store.users.deleted-at-is-set-while-deactivated', {
    'it stays null': {seam: 'change', in: DEACTIVATE, table: 'users', keep: ['deleted']},
    'it is set from the beginning': making(CREATE, ({created}) => ({deleted: created})),
  }),
  ...breaking('store.users.created-is-active', {
    'a new user waits': making(CREATE, ({created}) => ({state: 'deactivated', deleted: created})),
    'a new user is not found': {seam: 'change', in: CREATE, table: 'users', drop: true},
  }),
];

/** A user, and whether one was an admin from the beginning. */
type Born = User & {born?: boolean};

interface Page {
  data: {paginator: {data: {deleted_at: unknown}[]}};
}
