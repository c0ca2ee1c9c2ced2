/** A token can be regenerated again: only the last one is valid (Authentication 3). */

import {
  checksAt,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../language/check.ts';
import {all, expectOutcome} from '../../language/judge.ts';
import type {Handle} from '../../language/script.ts';
import {newUser} from '../people.ts';

/** A token is regenerated twice; every new one is used at once, and all of them at the end. */
const regeneratedTwice = sharedScene({
  id: 'store: a token is regenerated twice',
  api: 'store',
  mayRevokeAccess: true,
  consecutive: true,
  onlyOnTestTargets: true,
  act: (s) => {
    const regenerate = (old: Handle): Handle =>
      s.control('regenerate-token', {role: 'admin', id: old.at('/id')});
    const write = (token: Handle): Handle =>
      s.call('createUser', {as: token.at('/token'), body: newUser(s)});
    const read = (token: Handle): Handle =>
      s.call('listUsers', {as: token.at('/token'), query: {query: 'admins'}});
    const token = s.control('generate-token', {role: 'admin'});
    const second = regenerate(token);
    const withSecond = write(second);
    const third = regenerate(second);
    return {
      withSecond,
      withThird: write(third),
      first: read(token),
      second: read(second),
      third: read(third),
    };
  },
});

/** The new token works each time, and the tokens before the last one are refused. */
const expectOnlyTheLastValid = (seen: SeenIn<typeof regeneratedTwice>): Judgement =>
  all(
    expectOutcome(seen.withSecond, 'created', 'the second token refused'),
    expectOutcome(seen.withThird, 'created', 'the third token refused'),
    expectOutcome(seen.third, ['page', 'nothing-found'], 'the third token reads nothing'),
    expectOutcome(seen.first, 'unauthenticated', 'the first token still accepted'),
    expectOutcome(seen.second, 'unauthenticated', 'the second token still accepted'),
  );

/** The check of a token that is regenerated twice. */
export const regeneratedTokens: Check[] = checksAt(
  regeneratedTwice,
  'store.access.regenerated-token-replaces-the-old',
  {twice: expectOnlyTheLastValid},
);
