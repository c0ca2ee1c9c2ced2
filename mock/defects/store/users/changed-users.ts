import {
  refuse,
  isRefused,
  type Done,
  type Input,
  type Refused,
  type View,
} from '../../../operation.ts';
import type {Seam} from '../../../defect.ts';
import type {User} from '../../../store/users/user.ts';
import {around} from '../../breaking.ts';
import {together} from '../../families/seams.ts';
import {resource} from '../../families/resource.ts';
import type {Asked, When} from '../../families/when.ts';

export const CREATE = ['createUser'];
export const LIST = ['listUsers'];
export const UPDATE = ['updateUser'];
export const DEACTIVATE = ['deactivateUser'];
export const REACTIVATE = ['reactivateUser'];
export const LOGOUT = ['forceLogout'];

/** A user as defects know it: with notes of what happened before. */
export interface KnownUser extends User {
  /** The user as the creation made it. */
  first?: User;
  /** The user before the anonymization. */
  former?: User;
  /** The user came back from a deactivation. */
  returned?: true;
  /** The address before the first change of it. */
  first_email?: string;
  /** An update changed the user. */
  updatedOnce?: true;
}

/** The members of a creation or an update. */
export interface UserBody {
  email?: string;
  external_id?: string;
  new_password?: string;
  sessions_limit?: number | null;
  admin?: boolean;
  plan_admin?: boolean;
  only_sees_readable?: boolean;
  assign_new_plan?: unknown;
  user_plan_name?: string;
  new_plan_custom_valid_to?: string;
}

/** A name in a body, if it is given. */
export const given = (body: UserBody, name: 'email' | 'external_id'): Partial<User> =>
  body[name] === undefined ? {} : {[name]: body[name]};

/** The user with the id in a path. */
export const userIn = (view: View, path: Record<string, string>): KnownUser | undefined =>
  view.find<KnownUser>('users', path['id'] ?? '');

/** The response of a refusal, with changes that are committed nevertheless. */
export const refusedButDone = (
  {refused, errors = {}}: Pick<Refused, 'refused' | 'errors'>,
  changes: Done['changes'] = [],
): Done => ({
  situation: refused,
  body: {CODE: 'error', message: 'The request was refused.', errors},
  changes,
});

const success = (situation: string, data: unknown = []): Done => ({
  situation,
  body: {CODE: 'success', data},
});

/** The successes of the operations whose response contains no user. */
export const DEACTIVATED = success('deactivated');
const REACTIVATED = success('reactivated', 1);
export const LOGGED_OUT = success('logged-out');

const BODIES = new Map(
  [DEACTIVATED, REACTIVATED, LOGGED_OUT].map(({situation, body}) => [situation, body]),
);

const TODO = 'use a world without the defect';

/** The refusal of a value that another user has. */
export const taken = (field: string): Refused => ({
  ...refuse('invalid', {expected: `another ${field}`, got: 'one that is taken', todo: TODO}),
  errors: {[field]: [`The ${field} has already been taken.`]},
});

const DESCRIBED = {
  table: 'users',
  shows: (_view: View, _user: KnownUser, {situation}: {situation: string}) => BODIES.get(situation),
};

/** The user whom a path names by the id. */
export const USER = resource<KnownUser, UserBody>({
  ...DESCRIBED,
  named: (view, {path}) => userIn(view, path),
});

/** The user whom a path names by the id or by the external_id, as a forced logout takes both. */
export const PERSON = resource<KnownUser, UserBody>({
  ...DESCRIBED,
  named: (view, {path}) =>
    userIn(view, path) ?? view.by<KnownUser>('users', 'external_id', path['id'] ?? ''),
});

/** A request about a user, as conditions see it. */
export type AskedUser = Asked<KnownUser, UserBody>;

type WhenUser = When<KnownUser, UserBody>;

const SITUATIONS = {
  updateUser: 'updated',
  deactivateUser: 'deactivated',
  reactivateUser: 'reactivated',
  forceLogout: 'logged-out',
};

/** Succeeds in changing users of a state where the document lists no such change. */
export const moving = (
  operation: keyof typeof SITUATIONS,
  state: User['state'] | WhenUser,
  other: Parameters<typeof USER.moving>[3],
): Seam =>
  USER.moving(
    [operation],
    SITUATIONS[operation],
    typeof state === 'string' ? {before: {state}} : state,
    other,
  );

/** Refuses valid requests because of a field. */
export const refusing = (operations: string[], field: keyof UserBody, when: WhenUser): Seam =>
  USER.instead(operations, when, () => taken(field));

/** Takes members of bodies for others. */
export const giving = (
  operations: string[],
  when: WhenUser,
  other: UserBody | ((body: UserBody, asked: AskedUser) => object),
): Seam =>
  USER.asking(operations, when, (asked) => ({
    body: {...asked.body, ...(typeof other === 'function' ? other(asked.body, asked) : other)},
  }));

/** Refuses what an operation refuses, but stores a user. */
export const storingIfRefused = (
  operations: string[],
  other: (view: View, input: Input, refused: Refused) => User | undefined,
): Seam =>
  around(operations, (next) => (view, input) => {
    const done = next(view, input);
    const put = isRefused(done) ? other(view, input, done) : undefined;
    return isRefused(done) && put ? refusedButDone(done, [{table: 'users', put}]) : done;
  });

/** Notes the user whom a creation makes. */
export const NOTING_THE_FIRST = USER.storing(CREATE, {}, (first) => ({first}));

/** Stores other members, depending on the user whom the creation made. */
export const storingByFirst = (
  operations: string[],
  when: WhenUser,
  other: (first: User) => Partial<User>,
): Seam =>
  together(
    NOTING_THE_FIRST,
    USER.storing(operations, when, ({first}) => first && other(first)),
  );

/** Notes who came back from a deactivation. */
export const NOTING_RETURNS = USER.storing(REACTIVATE, {}, {returned: true});
