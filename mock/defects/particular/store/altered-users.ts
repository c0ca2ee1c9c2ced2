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
import {afterwards, around, receiving, seeing} from '../../breaking.ts';
import {CREATE, DEACTIVATE, LIST} from '../../store/users/changed-users.ts';

/** The members of a create or an update that defects look at. */
export interface UserBody {
  email: string;
  external_id: string;
  new_password?: string;
  sessions_limit?: number;
}

/** The body of a request that creates or updates a user (Users). */
export const bodyOf = ({body}: Input): UserBody => body as UserBody;

/** The user of a path. */
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
 * Creates are refused by a field that is valid.
 * @param isMeant chooses the creates
 */
export const refusingCreates = (field: string, isMeant: (body: UserBody) => boolean): Seam =>
  around(
    CREATE,
    (next) => (view, input) => (isMeant(bodyOf(input)) ? invalid(field) : next(view, input)),
  );

/**
 * Deactivations are refused and carried out all the same where `anonymize` is wrong.
 * @param carriedOut the values of `anonymize` with which they are
 */
export const obeyingAnonymize = (carriedOut: RegExp): Seam => ({
  seam: 'several',
  seams: [
    {seam: 'effect', situation: 'invalid', in: DEACTIVATE},
    around(
      DEACTIVATE,
      (next) => (view, input) =>
        carriedOut.test(input.query['anonymize'] ?? '') ? next(view, input) : invalid('anonymize'),
    ),
  ],
});

/** A create takes other values than it was given. */
export const taking = (other: (body: UserBody) => Partial<UserBody>): Seam =>
  receiving(CREATE, (input) => ({body: {...bodyOf(input), ...other(bodyOf(input))}}));

/** A user as a list shows it. */
interface Row {
  email: string;
  external_id: string | null;
  created_at_date_string: string;
}

/** Lists show users with other members. */
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
 * A filter of the list finds other users.
 * @param index `admin`, `gone` or `email`
 */
export const finding = (
  index: 'admin' | 'gone' | 'email',
  other: (users: User[], view: View, value: string) => User[],
): Seam =>
  seeing(LIST, (view) => ({
    all: <R>(table: string, name: string, value: string) => {
      const users = view.all<User>(table, name, value);
      return (name === index ? other(users, view, value) : users) as R[];
    },
  }));

/**
 * What an operation stores of the user is changed; its response stays.
 * @param other the changed members, by the user before and after
 */
export const storing = (
  operations: string[],
  other: (after: Marked, before: Marked | undefined, view: View, input: Input) => Partial<Marked>,
): Seam =>
  afterwards(operations, (done, view, input) => ({
    ...done,
    changes: (done.changes ?? []).map((change) => {
      if (change.table !== 'users' || !('put' in change)) return change;
      const after = change.put as Marked;
      const before = view.find<Marked>('users', after.key);
      return {table: 'users', put: {...after, ...other(after, before, view, input)}};
    }),
  }));

/** A user with what defects note of its past. */
export interface Marked extends User {
  /** It was deactivated and came back. */
  returned?: boolean;
  /** The email before the last update. */
  former?: string;
  /** The place in the order of creation at which it was deactivated. */
  leftAt?: number;
}

/** The success of an operation whose changes are lost when `isLost`. */
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
