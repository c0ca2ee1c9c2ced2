import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectNone} from '../../../language/judge.ts';
import type {Handle} from '../../../language/script.ts';
import {createUser, EVERYTHING, idOf, newUser, search, updateOf} from '../../people.ts';
import {expectActive, expectPersonKept, rowOf, rowsOf} from '../../user-rows.ts';

/** No user has the email of a refused update. */
const expectNobodyWithEmail = (list: Exchange, branch: string): Judgement =>
  expectNone(rowsOf(list), 'user with the email of the refused update', branch, list);

/** A refused update changes nothing and creates no user. */
export const refusedUpdates: Check[] = [
  check({
    rule: 'store.users.refused-update-changes-nothing',
    // Each update has one wrong member; its correct members must not be stored either.
    act: (s) => {
      const {created, body} = createUser(s);
      const before = search(s, body.email);
      const email = s.fresh('email');
      const refused = (more: Record<string, Val>): Handle =>
        s.call('updateUser', {
          path: idOf(created),
          body: {...updateOf(body), ...more},
          expects: 'invalid',
        });
      refused({email, ...EVERYTHING, sessions_limit: 1_000_000});
      refused({...EVERYTHING, email: s.fresh('text')});
      return {created, before, found: search(s, body.email), moved: search(s, email)};
    },
    judge: ({created, before, found, moved}) =>
      all(
        () => expectActive(found, created, 'the user is not found any more'),
        () => expectPersonKept(rowOf(before, created), rowOf(found, created), 'refused', found),
        () => expectNobodyWithEmail(moved, 'email-moved'),
      ),
  }),
  check({
    rule: 'store.users.refused-update-changes-nothing',
    place: 'of a user whom nobody created',
    act: (s) => {
      const body = newUser(s);
      s.call('updateUser', {
        path: {id: s.sample('unknown_user')},
        body: updateOf(body),
        expects: 'user-not-found',
      });
      return {found: search(s, body.email)};
    },
    judge: ({found}) => expectNobodyWithEmail(found, 'user-made'),
  }),
];
