/** A page holds as many sessions as it was asked for, up to 200 (Endpoints / Authentication sessions). */

import {check, type Check} from '../../../language/check.ts';
import {expectNone, notApplicable} from '../../../language/judge.ts';
import {missing} from '../../../language/rows.ts';
import {createUser} from '../../people.ts';
import {seconds} from '../../../language/script.ts';
import {idsOn, listOf, sessionsOf, signIn} from '../../sessions.ts';

/** One session more than a page has by default. */
const MORE_THAN_100 = 101;

/** The sessions of a user on one page of 200, and on the pages of a walk. */
export const pagesOf200: Check = check({
  rule: 'store.auth-sessions.per-page-is-at-most-200',
  place: 'with more than 100 sessions',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created} = createUser(s);
    s.repeat(MORE_THAN_100, (each) => void signIn(each, created));
    // A list may show a session some moments after its sign-in.
    s.advance(seconds(5));
    const query = sessionsOf(created);
    return {
      walked: s.walk('listAuthSessions', {query, atMost: 5}),
      whole: listOf(s, created, {per_page: '200'}),
    };
  },
  judge: ({walked, whole}) =>
    idsOn(walked).length < MORE_THAN_100
      ? notApplicable('a user cannot have so many sessions, or the list does not show them yet')
      : expectNone(
          missing(idsOn(walked), idsOn(whole)),
          'session that is not on the page of 200',
          'a page of 200 holds fewer',
          whole,
        ),
});
