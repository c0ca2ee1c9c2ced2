/** Users as the particular defects of their operations see them. */

import type {Seam} from '../../../defect.ts';
import {Rendered, type View} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {afterwards, findingAll} from '../../breaking.ts';
import {resource} from '../../families/resource.ts';
import {refusedButDone, together} from '../../families/seams.ts';
import {membersOf} from '../../store/members.ts';
import {invalidField} from '../../store/requests.ts';
import {CREATE, DEACTIVATE, LIST, REACTIVATE, UPDATE} from '../../store/users/changed-users.ts';

/** The members of a creation or an update that defects read. */
interface UserBody {
  email: string;
  external_id: string;
  new_password?: string;
  sessions_limit?: number;
}

/** A user with records of earlier events. */
export interface Marked extends User {
  /** Whether it was deactivated and reactivated. */
  returned?: boolean;
  /** The emails before the last update. */
  former?: readonly string[];
  /** The sequence number at which it was deactivated. */
  leftAt?: number;
}

/** The user that a request names. */
export const USER = resource<Marked, UserBody>({
  table: 'users',
  named: (view, {path}) => view.find<Marked>('users', path['id'] ?? ''),
});

export const creation = membersOf(USER, CREATE);
export const update = membersOf(USER, UPDATE);

/** Records in a reactivation that the user was deactivated, and in an update the email before it. */
export const notingReturns = USER.storing(REACTIVATE, {}, {returned: true});
export const notingEmails = USER.storing(
  UPDATE,
  ({before, row}) => before?.email !== row?.email,
  (_user, {before}) => before && {former: [...(before.former ?? []), before.email]},
);

/**
 * Refuses deactivations with an invalid `anonymize`, but performs some.
 * @param carriedOut the values of `anonymize` with which they are performed
 */
export const obeyingAnonymize = (carriedOut: RegExp): Seam =>
  together(
    refusedButDone(DEACTIVATE, 'invalid'),
    USER.instead(
      DEACTIVATE,
      ({query: {anonymize = ''}}) => !carriedOut.test(anonymize),
      () => invalidField('anonymize'),
    ),
  );

/** A user in the form of a list. */
interface Listed {
  email: string;
  external_id: string | null;
  created_at_date_string: string;
}

interface Page {
  data: {paginator: {data: Listed[]}};
}

const plainly = (_name: string, member: unknown): unknown =>
  member instanceof Rendered ? member.value : member;

/** Changes a member of users in lists. */
export const listedWith = (name: keyof Listed, other: (text: string) => string): Seam =>
  afterwards(LIST, (done) => {
    const body = JSON.parse(JSON.stringify(done.body, plainly)) as Page;
    const {paginator} = body.data;
    paginator.data = paginator.data.map((row) => ({...row, [name]: row[name] && other(row[name])}));
    return {...done, body};
  });

/** Lets a filter of the list find other users. */
export const finding = (
  index: 'admin' | 'gone' | 'email',
  other: (users: User[], view: View, value: string) => User[],
): Seam =>
  findingAll<User>(LIST, (users, {index: name, value, view}) =>
    name === index ? other(users, view, value) : users,
  );
