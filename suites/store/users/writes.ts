import type {Read, Write} from '../../language/chapter.ts';
import {nothing} from '../../language/judge.ts';
import {createUser, EVERYTHING, idOf, newUser, search, updateOf} from '../people.ts';
import {expectActive} from '../user-rows.ts';

const noServerError = 'store.access.client-faults-are-no-server-errors';

/** The writes of users, each with the search by email that shows its effect. */
export const writes: Write[] = [
  {
    api: 'store',
    op: 'createUser',
    rules: {refused: 'store.users.refused-create-makes-nobody', noServerError},
    maxDrawsOnShared: 2,
    act: (s) => {
      const body = newUser(s);
      return {args: {body: {...body, ...EVERYTHING}}, read: () => search(s, body.email)};
    },
  },
  {
    api: 'store',
    op: 'updateUser',
    rules: {refused: 'store.users.refused-update-changes-nothing', noServerError},
    act: (s) => {
      const {created, body} = createUser(s, {sessions_limit: 3});
      const args = {path: idOf(created), body: {...updateOf(body), ...EVERYTHING}};
      return {args, made: created, read: () => search(s, body.email)};
    },
  },
  {
    api: 'store',
    op: 'deactivateUser',
    rules: {refused: 'store.users.refused-anonymize-changes-nothing', noServerError},
    maxDrawsOnShared: 1,
    act: (s) => {
      const {created, body} = createUser(s);
      return {args: {path: idOf(created)}, made: created, read: () => search(s, body.email)};
    },
    untouched: ({made, read}) =>
      made ? expectActive(read, made, 'deactivated-all-the-same') : nothing(),
  },
];

/** The list, whose parameters accept any text (NS-ST-07, NS-ST-09). */
export const reads: Read[] = [{api: 'store', op: 'listUsers', rule: noServerError}];
