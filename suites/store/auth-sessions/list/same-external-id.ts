/** Users of two stores with one external_id: a page counts the sessions of its own store alone. */

import {check, type Check} from '../../../language/check.ts';
import {all, when} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import {createUser, newUser} from '../../people.ts';
import {idsOn, signIn} from '../../sessions.ts';
import {expectWhetherMore} from './pages.ts';
import {whenSideBySide} from '../session-rows.ts';

/** The most pages of a walk through two sessions. */
const MAX_PAGES = 5;

/** The check of pages beside the sessions of another store. */
export const sameExternalId: Check[] = [
  check({
    rule: 'store.auth-sessions.has-more-is-exact',
    place: 'beside sessions of the same external_id in another store',
    scene: 'store: sessions of one external_id in two stores',
    onlyOnTestTargets: true,
    // Two sessions in each store; those of one store are listed.
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
      const walk = (per_page: string) =>
        s.walk('listAuthSessions', {query: {external_id, per_page}, atMost: MAX_PAGES});
      return {
        there,
        first,
        second,
        whole: s.call('listAuthSessions', {query: {external_id}, expects: 'session-page'}),
        ones: walk('1'),
        twos: walk('2'),
      };
    },
    judge: ({there, first, second, whole, ones, twos}) =>
      // Another rule judges whether a value that is in use in one store is free in another.
      when(isCreated(there), 'the external_id is taken in another store', () =>
        whenSideBySide(whole, [first, second], () =>
          when(idsOn(whole).length === 2, 'the list has sessions of others', () =>
            all(
              () => expectWhetherMore(ones, whole),
              () => expectWhetherMore(twos, whole),
            ),
          ),
        ),
      ),
  }),
];
