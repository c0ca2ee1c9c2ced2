/** Defects of sessions that name what was deleted, and of parameters without their companions. */

import type {Defect, Seam} from '../../../defect.ts';
import type {Issue} from '../../../store/content/issue.ts';
import {invalid} from '../../../store/invalid.ts';
import {userById} from '../../../store/users/find-user.ts';
import {around, atPlace, breaking} from '../../breaking.ts';
import {isRefused} from '../../../operation.ts';
import {has, LIST, paging, without, type ShownPage} from './shown-sessions.ts';

/** Ignores a parameter without its companion, but only beside the filter by a user. */
const ignoredBesideUser = (name: string, companion: string): Seam =>
  without([name], (query) => has(query, name, 'user_id') && !has(query, companion));

/** Defects that only appear once something is gone, or beside another filter. */
export const whatIsGone: Defect[] = [
  ...atPlace(
    'once a content that was read is deleted',
    breaking('store.reading.list-answers-200', {
      'a session of deleted content breaks the list': around(LIST, (next) => (view, input) => {
        const done = next(view, input);
        if (isRefused(done)) return done;
        const {data} = done.body as ShownPage;
        const isGone = data.some((one) => !view.find<Issue>('issues', String(one.issue_id)));
        if (isGone) throw new Error('a defect breaks this request');
        return done;
      }),
    }),
  ),
  ...atPlace(
    'once the user is deactivated',
    breaking('store.reading.user-id-filters', {
      'user_id finds no session of a deactivated user': paging(({data}, view, {query}) => {
        const isActive = userById(view, query['user_id'] ?? '')?.state === 'active';
        return {data: has(query, 'user_id') && !isActive ? [] : data};
      }),
    }),
  ),
  ...atPlace(
    'each reason alone',
    breaking('store.reading.reason-type-filters', {
      'one of the fourteen reasons is refused': around(
        LIST,
        (next) => (view, input) =>
          input.query['reason_type'] === 'saml_and_entry_point_free_access'
            ? invalid({reason_type: ['The selected reason type is invalid.']})
            : next(view, input),
      ),
    }),
  ),
  ...atPlace('beside other filters', [
    ...breaking('store.reading.reason-value-needs-reason-type', {
      'a value without a reason is not looked at beside a user': ignoredBesideUser(
        'reason_value',
        'reason_type',
      ),
    }),
    ...breaking('store.reading.from-date-needs-to-date', {
      'a beginning alone is not looked at beside a user': ignoredBesideUser('from_date', 'to_date'),
    }),
    ...breaking('store.reading.to-date-needs-from-date', {
      'an end alone is not looked at beside a user': ignoredBesideUser('to_date', 'from_date'),
    }),
  ]),
];
