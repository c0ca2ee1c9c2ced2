import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, Rendered, type View} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {storedRow} from '../requests.ts';
import {
  afterwards,
  around,
  atPlace,
  breaking,
  receiving,
  seeing,
  findingAll,
} from '../../breaking.ts';
import {CREATE, LIST, DEACTIVATE, making, UPDATE, userIn} from './changed-users.ts';
import {withChanges} from '../../stored-rows.ts';

/** Changes the users in the list of admins. */
const listingAdmins = (listed: (view: View) => User[]): Seam =>
  findingAll(LIST, (users, {index, view}) => (index === 'admin' ? listed(view) : users));

/** Changes members of rows in a list. */
const withRows = (change: (row: Row, view: View) => Partial<Row>): Seam =>
  afterwards(LIST, (done, view) => {
    const body = JSON.parse(
      JSON.stringify(done.body, (_name, member: unknown) =>
        member instanceof Rendered ? member.value : member,
      ),
    ) as Page;
    for (const row of body.data.paginator.data) Object.assign(row, change(row, view));
    return {...done, body};
  });

/** Changes every `deleted_at` in a list that is not null. */
const withDeletedAt = (value: unknown): Seam =>
  withRows(({deleted_at: at}) => (at === null ? {} : {deleted_at: value}));

/** Counts only the plans that creations assign. */
const countingPlansOfCreations: Seam = {
  seam: 'several',
  seams: [
    afterwards(UPDATE, (done, view, input) => {
      const user = storedRow<User>(done, 'users') ?? userIn(view, input.path);
      if (!user || !('assign_new_plan' in (input.body as object))) return done;
      const put = {...user, planned_later: true};
      return withChanges(done, {table: 'users', put});
    }),
    withRows(({id, user_plans_count: count}, view) => {
      const user = view.find<User & {planned_later?: boolean}>('users', String(id));
      return {user_plans_count: user?.planned_later ? 0 : count};
    }),
  ],
};

/** Defects of lists and their filters (Endpoints / Users). */
export const lists: Defect[] = [
  ...breaking('store.users.query-by-email-finds-that-user-only', {
    'every user is found': receiving(LIST, ({query}) =>
      query['query']?.includes('@') ? {query: {}} : {},
    ),
    'the newest user is found': findingAll(LIST, (_users, {table, view}) =>
      view.newest(table, {limit: 1}),
    ),
    'emails that contain the query are found': findingAll(
      LIST,
      (users, {table, index, value, view}) =>
        index === 'email'
          ? view.oldest<User>(table, {limit: 10_000, where: ({email}) => email.includes(value)})
          : users,
    ),
    'no user is found': receiving(LIST, ({query}) =>
      query['query']?.includes('@') ? {query: {query: 'nobody'}} : {},
    ),
  }),
  ...breaking('store.users.query-deactivated-lists-deactivated-only', {
    'every user is listed': receiving(LIST, ({query}) =>
      query['query'] === 'deactivated' ? {query: {...query, query: ''}} : {},
    ),
    'the newest deactivated user is missing': findingAll(LIST, (users, {input: {query}}) =>
      users.slice(0, query['query'] === 'deactivated' ? -1 : undefined),
    ),
    'admins are listed too': findingAll(LIST, (users, {table, index, view}) => [
      ...(index === 'gone' ? view.all(table, 'admin', 'yes') : []),
      ...users,
    ]),
  }),
  ...breaking('store.users.query-admins-lists-admins-only', {
    'every user is listed': receiving(LIST, ({query}) =>
      query['query'] === 'admins' ? {query: {...query, query: ''}} : {},
    ),
    'only the first admin is listed': findingAll(LIST, (users, {index}) =>
      users.slice(0, index === 'admin' ? 1 : undefined),
    ),
    'the newest user is listed too': findingAll(LIST, (users, {table, index, view}) => [
      ...users,
      ...(index === 'admin' ? view.newest(table, {limit: 1}) : []),
    ]),
    'a user who became an admin is not listed': {
      seam: 'several',
      seams: [
        making(CREATE, ({admin}) => ({created_as_admin: admin}) as Partial<Marked>),
        listingAdmins((view) =>
          view
            .all<Marked>('users', 'admin', 'yes')
            .filter(({created_as_admin: early}) => early !== false),
        ),
      ],
    },
    'a former admin is still listed': {
      seam: 'several',
      seams: [
        making(CREATE, ({admin}) => ({created_as_admin: admin}) as Partial<Marked>),
        listingAdmins((view) =>
          view.oldest<Marked>('users', {
            limit: 10_000,
            where: ({admin, created_as_admin: early}) => admin || early === true,
          }),
        ),
        // The flag says admin as well; otherwise any check of the members would detect the defect.
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
    'an empty page of deactivated users is answered 200': around(LIST, (next) => (view, input) => {
      const done = next(view, input);
      return isRefused(done) && input.query['query'] === 'deactivated'
        ? {
            situation: 'page',
            body: {CODE: 'success', data: {paginator: {current_page: 1, data: []}}},
          }
        : done;
    }),
  }),
  ...breaking('store.users.list-without-query-is-unfiltered', {
    'only admins are listed': receiving(LIST, ({query}) =>
      query['query'] === undefined ? {query: {...query, query: 'admins'}} : {},
    ),
    'the newest user is missing': seeing(LIST, (view) => ({
      newest: <R>(table: string, page: Parameters<View['newest']>[1]) =>
        view.newest(table, {...page, limit: page.limit + 1}).slice(1) as R[],
    })),
  }),
  ...breaking('store.users.query-deactivated-lists-deactivated-only', {
    'nobody is ever listed': receiving(LIST, ({query}) =>
      query['query'] === 'deactivated' ? {query: {query: 'nobody@readers.example'}} : {},
    ),
  }),
  ...breaking('store.users.list-item-has-counts', {
    'there is one purchase more than in the list': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/paginator/data/*/purchased_issues_with_cancelled_count',
      edit: {add: 1},
    },
    'there is one plan more than in the list': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/paginator/data/*/user_plans_count',
      edit: {add: 1},
    },
    'purchases that are cancelled are not counted': withRows(
      ({purchased_issues_with_cancelled: purchased}) => ({
        purchased_issues_with_cancelled_count: purchased.filter(
          ({status}) => status !== 'cancelled',
        ).length,
      }),
    ),
  }),
  ...atPlace(
    'of a user with plans',
    breaking('store.users.list-item-has-counts', {
      'plans that updates assign are not counted': countingPlansOfCreations,
    }),
  ),
  ...breaking('store.users.deleted-at-is-set-while-deactivated', {
    'deleted_at stays null': {seam: 'change', in: DEACTIVATE, table: 'users', keep: ['deleted']},
    'deleted_at is set from the beginning': making(CREATE, ({created}) => ({deleted: created})),
    'deleted_at is the text yes': withDeletedAt('yes'),
    'deleted_at is an empty object': withDeletedAt({}),
  }),
  ...breaking('store.users.created-is-active', {
    'a new user is deactivated': making(CREATE, ({created}) => ({
      state: 'deactivated',
      deleted: created,
    })),
    'a new user is not stored': {seam: 'change', in: CREATE, table: 'users', drop: true},
  }),
];

/** A user that records whether it was created as an admin. */
type Marked = User & {created_as_admin?: boolean};

interface Page {
  data: {paginator: {data: Row[]}};
}

interface Row {
  id: number;
  deleted_at: unknown;
  user_plans_count: number;
  purchased_issues_with_cancelled: {status: string}[];
  purchased_issues_with_cancelled_count: number;
}
