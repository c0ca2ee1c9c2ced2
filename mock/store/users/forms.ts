import {
  dateObject,
  flag,
  integer,
  list,
  object,
  orNull,
  ref,
  text,
} from '../../../spec/schema-parts.ts';
import type {PublishedForms} from '../../chapter.ts';
import type {View} from '../../operation.ts';

/** The forms of users, where the document leaves them open. */
export const forms = (freedom: View['freedom']): PublishedForms => ({
  'UserCreated/deleted_at': orNull(text),
  'UserListItem/only_sees_readable':
    freedom('users.listed_flag') === 'number' ? {...integer, enum: [0, 1]} : flag,
  UserListItem: {
    shown: {only_sees_readable: freedom('users.listed_flag') === 'number' ? 0 : false},
  },
  'UserListItem/deleted_at': orNull(deletedAt(freedom)),
  'UserListItem/sessions': orNull(list(text)),
  'UserListItem/ip_ranges': list(text),
  'UserListItem/referrers': list(text),
  'UserListItem/purchased_issues_with_cancelled': list({
    ...object({order_id: text, issue_id: text, name: text, status: text}),
    description: 'A title of an order.',
  }),
  'UserListItem/purchased_issues_with_cancelled/*/cancellation_reason':
    freedom('orders.reason_shown') === true ? orNull(text) : 'never',
  'UserListItem/user_plans': list({
    ...object({
      id: integer,
      plan_id: integer,
      name: text,
      type: text,
      valid_from: text,
      valid_to: orNull(text),
      cancelled: flag,
    }),
    description: 'A plan of the user.',
  }),
  ...nameIn('UserCreated', freedom),
  ...nameIn('UserListItem', freedom),
  'DeactivateAnswer/data': list(text),
  'ReactivateAnswer/data': integer,
  'updateUser 200': freedom('users.update_answers') === 200 ? ref('CreateAnswer') : 'never',
  'updateUser 204': freedom('users.update_answers') === 204 ? 'no body' : 'never',
  'forceLogout 200': object({CODE: text, data: list(text)}),
});

function deletedAt(freedom: View['freedom']) {
  const form = freedom('users.deleted_at');
  if (form === 'object') return dateObject;
  return form === 'number' ? integer : text;
}

const nameIn = (user: string, freedom: View['freedom']): PublishedForms =>
  freedom('users.name_shown') === true
    ? {[`${user}/anonymized`]: flag}
    : {[`${user}/anonymized`]: 'never', [`${user}/name`]: 'never'};
