import type {Seam} from '../../../defect.ts';
import {
  isRefused,
  refuse,
  Rendered,
  type Done,
  type Input,
  type Refused,
  type View,
} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {afterwards, around, receiving, findingAll} from '../../breaking.ts';
import {CREATE, DEACTIVATE, LIST} from '../../store/users/changed-users.ts';
import {withRows} from '../../stored-rows.ts';
import {refusedButDone, together} from '../../families/seams.ts';

/** The members of a creation or an update that defects read. */
export interface UserBody {
  email: string;
  external_id: string;
  new_password?: string;
  sessions_limit?: number;
}

/** The body of a request that creates or updates a user (Users). */
export const bodyOf = ({body}: Input): UserBody => body as UserBody;

/** The user in a path. */
export const userOf = (view: View, {path}: Input): User | undefined =>
  view.find<User>('users', path['id'] ?? '');

/** The refusal of a field that is valid. */
export const invalid = (field: string): Refused => ({
  ...refuse('invalid', {
    expected: `another ${field}`,
    got: 'this one',
    todo: 'take a world without the defect',
  }),
  errors: {[field]: [`The ${field} is not valid.`]},
});

/**
 * Refuses some creations because of a valid field.
 * @param isMeant selects the creations
 */
export const refusingCreates = (field: string, isMeant: (body: UserBody) => boolean): Seam =>
  around(
    CREATE,
    (next) => (view, input) => (isMeant(bodyOf(input)) ? invalid(field) : next(view, input)),
  );

/**
 * Refuses deactivations with an invalid `anonymize`, but performs some.
 * @param carriedOut the values of `anonymize` with which they are performed
 */
export const obeyingAnonymize = (carriedOut: RegExp): Seam =>
  together(
    refusedButDone(DEACTIVATE, 'invalid'),
    around(
      DEACTIVATE,
      (next) => (view, input) =>
        carriedOut.test(input.query['anonymize'] ?? '') ? next(view, input) : invalid('anonymize'),
    ),
  );

/** Lets a creation use other values than it contains. */
export const taking = (other: (body: UserBody) => Partial<UserBody>): Seam =>
  receiving(CREATE, (input) => ({body: {...bodyOf(input), ...other(bodyOf(input))}}));

/** A user in the form of a list. */
interface Row {
  email: string;
  external_id: string | null;
  created_at_date_string: string;
}

/** Changes members of users in lists. */
export const listedWith = (other: (row: Row) => Partial<Row>): Seam =>
  afterwards(LIST, (done) => {
    const body = JSON.parse(JSON.stringify(done.body, plainly)) as Page;
    const {paginator} = body.data;
    paginator.data = paginator.data.map((row) => ({...row, ...other(row)}));
    return {...done, body};
  });

interface Page {
  data: {paginator: {data: Row[]}};
}

const plainly = (_name: string, member: unknown): unknown =>
  member instanceof Rendered ? member.value : member;

/**
 * Lets a filter of the list find other users.
 * @param index `admin`, `gone` or `email`
 */
export const finding = (
  index: 'admin' | 'gone' | 'email',
  other: (users: User[], view: View, value: string) => User[],
): Seam =>
  findingAll<User>(LIST, (users, {index: name, value, view}) =>
    name === index ? other(users, view, value) : users,
  );

/**
 * Changes what an operation stores of the user, but not its response.
 * @param other the changed members, by the user before and after
 */
export const storing = (
  operations: string[],
  other: (after: Marked, before: Marked | undefined, view: View, input: Input) => Partial<Marked>,
): Seam =>
  afterwards(operations, (done, view, input) =>
    withRows<Marked>(done, 'users', (after) =>
      other(after, view.find<Marked>('users', after.key), view, input),
    ),
  );

/** A user with records of earlier events. */
export interface Marked extends User {
  /** Whether it was deactivated and reactivated. */
  returned?: boolean;
  /** The email before the last update. */
  former?: string;
  /** The sequence number at which it was deactivated. */
  leftAt?: number;
}

/** The success of an operation whose changes are lost if `isLost`. */
export const losing = (
  operations: string[],
  isLost: (view: View, input: Input, memory: Map<string, number>) => boolean,
): Seam =>
  around(operations, (next) => {
    const memory = new Map<string, number>();
    return (view, input) => {
      const done = next(view, input);
      if (isRefused(done) || !isLost(view, input, memory)) return done;
      const {changes: _lost, ...rest} = done;
      return rest satisfies Done;
    };
  });
