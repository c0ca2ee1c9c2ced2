import {addDays} from '../../../../spec/days.ts';
import type {Defect, Seam} from '../../../defect.ts';
import {Rendered, type View} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {afterwards, around, findingAll, seeing} from '../../breaking.ts';
import {keeping, shifted, shown, together, unstored} from '../../families/seams.ts';
import {list} from '../../families/shown-pages.ts';
import {ABSENT, GIVEN} from '../../families/when.ts';
import {defects} from '../../table.ts';
import {
  CREATE,
  DEACTIVATE,
  LIST,
  NOTING_THE_FIRST,
  UPDATE,
  USER,
  type KnownUser,
} from './changed-users.ts';

const {storing} = USER;
const {taking} = list('listUsers');

/** Finds other users by a filter of the list. */
const finding = (
  filter: 'admin' | 'gone' | 'email',
  other: (users: KnownUser[], view: View, value: string) => readonly User[],
): Seam =>
  findingAll<KnownUser>(LIST, (users, {index, view, value}) =>
    index === filter ? other(users, view, value) : users,
  );

/** The users of a store for whom something holds. */
const usersOf = (view: View, where: (user: KnownUser) => boolean): KnownUser[] =>
  view.oldest<KnownUser>('users', {limit: 10_000, where});

interface Page {
  data: {paginator: {data: ShownUser[]}};
}

/** A user in the form of the list. */
interface ShownUser {
  id: number;
  created_at_date_string: string;
  deleted_at: unknown;
  user_plans_count: number;
  purchased_issues_with_cancelled: {status: string}[];
  purchased_issues_with_cancelled_count: number;
}

/** Changes members of rows in a list. */
const showing = (change: (row: ShownUser, view: View) => Partial<ShownUser>): Seam =>
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
const deletedAt = (value: unknown): Seam =>
  showing(({deleted_at: at}) => (at === null ? {} : {deleted_at: value}));

const BY_EMAIL = {query: /@/};
const DEACTIVATED = {query: 'deactivated'};
const ROW = '/data/paginator/data/*';

/** Defects of lists and their filters (Endpoints / Users). */
export const lists: Defect[] = defects({
  'store.users.query-by-email-finds-that-user-only': {
    'every user is found': taking(BY_EMAIL, {query: undefined}),
    'the newest user is found': findingAll(LIST, (_users, {table, view}) =>
      view.newest(table, {limit: 1}),
    ),
    'emails that contain the query are found': finding('email', (_users, view, value) =>
      usersOf(view, ({email}) => email.includes(value)),
    ),
    'no user is found': taking(BY_EMAIL, {query: 'nobody'}),
  },
  'store.users.query-deactivated-lists-deactivated-only': {
    'every user is listed': taking(DEACTIVATED, {query: ''}),
    'the newest deactivated user is missing': finding('gone', (users) => users.slice(0, -1)),
    'admins are listed too': finding('gone', (users, view) => [
      ...view.all<User>('users', 'admin', 'yes'),
      ...users,
    ]),
    'nobody is ever listed': taking(DEACTIVATED, {query: 'nobody@readers.example'}),
    'deactivated admins are missing': finding('gone', (users) => users.filter(({admin}) => !admin)),
  },
  'store.users.query-admins-lists-admins-only': {
    'every user is listed': taking({query: 'admins'}, {query: ''}),
    'only the first admin is listed': finding('admin', (users) => users.slice(0, 1)),
    'the newest user is listed too': finding('admin', (users, view) => [
      ...users,
      ...view.newest<User>('users', {limit: 1}),
    ]),
    'a user who became an admin is not listed': together(
      NOTING_THE_FIRST,
      finding('admin', (users) => users.filter(({first}) => first?.admin !== false)),
    ),
    'a former admin is still listed': together(
      NOTING_THE_FIRST,
      finding('admin', (_users, view) =>
        usersOf(view, ({admin, first}) => admin || first?.admin === true),
      ),
      // The flag says admin as well; otherwise any check of the members would detect the defect.
      shown('page', `${ROW}/admin`, true),
    ),
    'admins who are plan admins are missing': finding('admin', (users) =>
      users.filter(({plan_admin: isBoth}) => !isBoth),
    ),
  },
  'store.users.nothing-found-answers-404': {
    'an empty page of deactivated users is answered 200': around(LIST, (next) => (view, input) => {
      const done = next(view, input);
      return 'refused' in done && input.query['query'] === 'deactivated'
        ? {
            situation: 'page',
            body: {CODE: 'success', data: {paginator: {current_page: 1, data: []}}},
          }
        : done;
    }),
  },
  'store.users.list-without-query-is-unfiltered': {
    'only admins are listed': taking({query: ABSENT}, {query: 'admins'}),
    'the newest user is missing': seeing(LIST, (view) => ({
      newest: (table, page) => view.newest(table, {...page, limit: page.limit + 1}).slice(1),
    })),
  },
  'store.users.list-item-has-day-of-creation @ over every turn of the calendar': {
    'the last day of a year is of the year after': showing(({created_at_date_string: day}) => ({
      created_at_date_string: day.endsWith('-12-31') ? addDays(day, 365) : day,
    })),
  },
  'store.users.list-item-has-counts': {
    'there is one purchase more than in the list': shifted(
      'page',
      `${ROW}/purchased_issues_with_cancelled_count`,
      1,
    ),
    'there is one plan more than in the list': shifted('page', `${ROW}/user_plans_count`, 1),
    'purchases that are cancelled are not counted': showing(
      ({purchased_issues_with_cancelled: purchased}) => ({
        purchased_issues_with_cancelled_count: purchased.filter(
          ({status}) => status !== 'cancelled',
        ).length,
      }),
    ),
  },
  'store.users.list-item-has-counts @ of a user with plans': {
    'plans that updates assign are not counted': together(
      storing(UPDATE, {body: {assign_new_plan: GIVEN}}, {updatedOnce: true}),
      showing(({id}, view) =>
        view.find<KnownUser>('users', String(id))?.updatedOnce ? {user_plans_count: 0} : {},
      ),
    ),
  },
  'store.users.deleted-at-is-set-while-deactivated': {
    'deleted_at stays null': keeping(DEACTIVATE, 'users', 'deleted'),
    'deleted_at is set from the beginning': storing(CREATE, {}, ({created}) => ({
      deleted: created,
    })),
    'deleted_at is the text yes': deletedAt('yes'),
    'deleted_at is an empty object': deletedAt({}),
  },
  'store.users.created-is-active': {
    'a new user is deactivated': storing(CREATE, {}, ({created}) => ({
      state: 'deactivated',
      deleted: created,
    })),
    'a new user is not stored': unstored(CREATE, 'users'),
  },
});
