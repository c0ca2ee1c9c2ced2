import type {Defect, Seam} from '../../../defect.ts';
import type {Done} from '../../../operation.ts';
import {afterwards, around, breaking, hearing} from '../../breaking.ts';
import {CREATE, UPDATE, userIn, taken} from './changed-users.ts';

/** What a create and an update take and keep. */
export const bounds: Defect[] = [
  ...breaking('store.users.created-is-as-given', {
    'the email is answered in capitals': afterwards(CREATE, (done) => withData(done, ({email}) => ({email: String(email).toUpperCase()}))),
    'the external id is cut short': hearing(CREATE, ({body}) => ({body: {...(body as object), external_id: externalIdIn(body).slice(0, 12)}})),
    'the list shows another email': {seam: 'member', situation: 'page', pointer: '/data/paginator/data/*/email', edit: {set: 'somebody@readers.example'}},
    'the list shows another external id': {seam: 'member', situation: 'page', pointer: '/data/paginator/data/*/external_id', edit: {set: 'reader-x'}},
  }),
  ...breaking(
    'store.users.create-needs-no-optional-member',
    Object.fromEntries(
      ['sessions_limit', 'admin', 'plan_admin', 'only_sees_readable'].map((name): [string, Seam] => [
        `${name} is demanded`, {seam: 'schema', in: 'createUser', pointer: `/${name}`, keyword: 'required', as: true},
      ]),
    ),
  ),
  ...breaking(
    'store.users.update-needs-no-optional-member',
    Object.fromEntries(
      ['new_password', 'sessions_limit', 'admin', 'plan_admin', 'user_plan_name'].map((name): [string, Seam] => [
        `${name} is demanded`, {seam: 'schema', in: 'updateUser', pointer: `/${name}`, keyword: 'required', as: true},
      ]),
    ),
  ),
  ...breaking('store.users.flags-given-are-kept', {
    ...Object.fromEntries(
      ['admin', 'plan_admin', 'only_sees_readable'].map((name) => [`${name} is lost`, hearing(CREATE, ({body}) => without(body, name))]),
    ),
    'the list shows every user as an admin': {seam: 'member', situation: 'page', pointer: '/data/paginator/data/*/admin', edit: {set: true}},
    'the list shows no plan admin': {seam: 'member', situation: 'page', pointer: '/data/paginator/data/*/plan_admin', edit: {set: false}},
  }),
  ...breaking('store.users.assigned-plan-must-exist', {
    'any plan does on create': {seam: 'skip', situation: 'plan-unknown', in: CREATE},
    'any plan does on update': {seam: 'skip', situation: 'plan-unknown', in: UPDATE},
  }),
  ...breaking('store.users.email-is-unique', {
    'not on create': {seam: 'skip', situation: 'email-taken', in: CREATE},
    'not on update': {seam: 'skip', situation: 'email-taken', in: UPDATE},
    'not even from oneself': around(UPDATE, (next) => (view, input) =>
      userIn(view, input.path)?.email === (input.body as {email: string}).email ? taken('email') : next(view, input),
    ),
  }),
  ...breaking('store.users.external-id-is-unique', {
    'two users have one': {seam: 'skip', situation: 'external-id-taken', in: CREATE},
  }),
  ...breaking('store.users.parallel-creates-stay-unique', {
    'checked before the other wrote': {seam: 'stale', in: CREATE, table: 'users'},
  }),
  ...breaking('store.users.uniqueness-ends-at-the-store', {
    'it goes through all stores': {seam: 'tenancy', in: CREATE},
  }),
  ...breaking('store.users.external-id-cannot-change', {
    'another is taken': {seam: 'skip', situation: 'external-id-changed', in: UPDATE},
    'another is passed over': hearing(UPDATE, ({body, path}, view) => ({body: {...(body as object), external_id: userIn(view, path)?.external_id}})),
  }),
  ...breaking('store.users.external-id-change-changes-nothing', {
    'the rest is updated': {seam: 'effect', situation: 'invalid', in: UPDATE},
    'the email moves': {seam: 'effect', situation: 'invalid', in: UPDATE, keep: ['admin', 'only_sees_readable', 'sessions_limit']},
    'the flags move': {seam: 'effect', situation: 'invalid', in: UPDATE, keep: ['email']},
  }),
  ...breaking('store.users.external-id-change-is-called-prohibited', {
    'it is called invalid': {seam: 'member', situation: 'invalid', in: UPDATE, pointer: '/errors/external_id', edit: {set: ['The external id is invalid.']}},
  }),
  ...breaking('store.users.own-external-id-is-accepted', {
    'no external id is': around(UPDATE, (next) => (view, input) => ('external_id' in (input.body as object) ? taken('external_id') : next(view, input))),
    'not beside a new email': around(UPDATE, (next) => (view, input) =>
      userIn(view, input.path)?.email === (input.body as {email: string}).email ? next(view, input) : taken('external_id'),
    ),
  }),
  ...breaking('store.users.update-is-kept', {
    'nothing is': {seam: 'change', in: UPDATE, table: 'users', drop: true},
    ...Object.fromEntries(
      ['email', 'sessions_limit', 'admin', 'only_sees_readable'].map((name): [string, Seam] => [
        `${name} is not`, {seam: 'change', in: UPDATE, table: 'users', keep: [name]},
      ]),
    ),
  }),
  ...breaking('store.users.refused-create-makes-nobody', {
    'it makes the user': {seam: 'effect', situation: 'invalid', in: CREATE},
  }),
  ...breaking('store.users.password-is-never-shown', {
    'create repeats it': afterwards(CREATE, (done, _view, {body}) => withData(done, () => ({new_password: (body as {new_password: string}).new_password}))),
    'it is the name': afterwards(CREATE, (done, _view, {body}) => {
      const {new_password: name} = body as {new_password: string};
      return {...done, changes: (done.changes ?? []).map((change) => ('put' in change ? {...change, put: {...change.put, name}} : change))};
    }),
  }),
  ...breaking('store.users.creation-date-is-one-instant', {
    'the timestamp is an hour off': {seam: 'member', situation: 'created', pointer: '/data/created_at/timestamp', edit: {add: 3600}},
    'the zone is another': {seam: 'member', situation: 'created', pointer: '/data/created_at/timezone', edit: {set: 'America/Bogota'}},
  }),
];

function withData(done: Done, other: (data: Record<string, unknown>) => object): Done {
  const body = done.body as {data: Record<string, unknown>};
  return {...done, body: {...body, data: {...body.data, ...other(body.data)}}};
}

const externalIdIn = (body: unknown): string => (body as {external_id: string}).external_id;

/** The body of a request without some members. */
const without = (body: unknown, ...names: string[]): {body: unknown} => ({
  body: Object.fromEntries(Object.entries(body as object).filter(([name]) => !names.includes(name))),
});
