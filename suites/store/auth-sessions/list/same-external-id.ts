/** Users of two stores with one external_id: a page counts the sessions of its own store alone. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {
  checksAt,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {all, when} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import {createUser, newUser} from '../../people.ts';
import {idsOn, signIn} from '../../sessions.ts';
import {expectWhetherMore} from './pages.ts';
import {whenSideBySide} from '../session-rows.ts';

/** The most pages of a walk through two sessions. */
const MAX_PAGES = 5;

/** Two sessions in each store of users with the same external_id; those of one store are listed. */
const namesakes = sharedScene({
  id: 'store: sessions of one external_id in two stores',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created, body} = createUser(s);
    const as = 'second-store' as const;
    const external_id = body.external_id;
    const there = s.call('createUser', {as, body: {...newUser(s), external_id}});
    const signInThere = (type: 'web' | 'mobile') =>
      s.control('sign-in', {role: as, user: there.at('/data/id'), type});
    const first = signIn(s, created);
    signInThere('web');
    signInThere('mobile');
    const second = signIn(s, created, 'mobile');
    const walk = (size: number) =>
      s.walk('listAuthSessions', {query: {external_id, per_page: String(size)}, atMost: MAX_PAGES});
    return {
      there,
      first,
      second,
      whole: s.call('listAuthSessions', {query: {external_id}, expects: 'session-page'}),
      ones: walk(1),
      twos: walk(2),
    };
  },
});

/** Judges the pages, if both users are signed in and the list has the sessions of one. */
function whenApart(
  {there, first, second, whole}: SeenIn<typeof namesakes>,
  judgement: () => Judgement,
): Judgement {
  // Another rule judges whether a value that is in use in one store is free in another.
  return when(isCreated(there), 'the external_id is taken in another store', () =>
    whenSideBySide(whole, [first, second], () =>
      when(idsOn(whole).length === 2, 'the list has sessions of others', judgement),
    ),
  );
}

/** Each page of a walk says whether more follow. */
const expectMore = (pages: Exchange[], whole: Exchange) => (): Judgement =>
  expectWhetherMore(pages, whole);

/** The check of pages beside the sessions of another store. */
export const sameExternalId: Check[] = checksAt(
  namesakes,
  'store.auth-sessions.has-more-is-exact',
  {
    'beside sessions of the same external_id in another store': (seen) =>
      whenApart(seen, () =>
        all(expectMore(seen.ones, seen.whole), expectMore(seen.twos, seen.whole)),
      ),
  },
);
