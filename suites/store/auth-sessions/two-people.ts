/** Sessions of two users, in lists by each filter and without one. */

import {sharedScene} from '../../language/check.ts';
import type {Handle, Script} from '../../language/script.ts';
import {createUser} from '../people.ts';
import {signIn, listOf, listUntilShown} from '../sessions.ts';

/** The most rows of a page (Endpoints / Authentication sessions). */
export const MAX_PER_PAGE = 200;

/** Two users who are signed in, one of them with a browser and an app. */
export const twoPeople = sharedScene({
  id: 'store: sessions of two users',
  act: (s: Script) => {
    const one = createUser(s);
    const other = createUser(s);
    const web = signIn(s, one.created, 'web');
    const beside = signIn(s, other.created, 'web');
    const mobile = signIn(s, one.created, 'mobile');
    const externalId = one.body.external_id;
    const both = (created: Handle): Handle => listOf(s, created, {external_id: externalId});
    return {
      created: one.created,
      other: other.created,
      web,
      mobile,
      beside,
      ofOne: listUntilShown(s, one.created, mobile),
      ofOther: listUntilShown(s, other.created, beside),
      byExternalId: s.call('listAuthSessions', {query: {external_id: externalId}}),
      both: both(one.created),
      contradicting: both(other.created),
      everybody: s.walk('listAuthSessions', {
        query: {per_page: String(MAX_PER_PAGE)},
        atMost: 10,
        until: {rows: '/data', at: '/id', has: mobile.at('/session')},
      }),
    };
  },
});
