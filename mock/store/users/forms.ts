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
import {within} from '../within.ts';

/** The forms of users, where the document leaves them open. */
export const forms = (freedom: View['freedom']): PublishedForms => ({
  'UserCreated/deleted_at': orNull(text),
  UserListItem: {
    shown: {only_sees_readable: freedom('users.listed_flag') === 'number' ? 0 : false},
  },
  ...within('UserListItem', {
    only_sees_readable:
      freedom('users.listed_flag') === 'number' ? {...integer, enum: [0, 1]} : flag,
    deleted_at: orNull(deletedAt(freedom)),
    sessions: orNull(list(text)),
    ip_ranges: list(text),
    referrers: list(text),
    purchased_issues_with_cancelled: list({
      ...object({order_id: text, issue_id: text, name: text, status: text}),
      description: 'A title of an order.',
    }),
    'purchased_issues_with_cancelled/*/cancellation_reason':
      freedom('orders.reason_shown') === true ? orNull(text) : 'never',
    user_plans: list({
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
  within(
    user,
    freedom('users.name_shown') === true
      ? {anonymized: flag}
      : {anonymized: 'never', name: 'never'},
  );
