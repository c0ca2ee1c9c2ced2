/** Whose session ends is logged out: the browser or app itself shows it, not the list. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {
  sharedScene,
  checksOf,
  type Judgement,
  type SeenIn,
  type Check,
} from '../../../language/check.ts';
import {expectEqual, when, all} from '../../../language/judge.ts';
import type {Handle} from '../../../language/script.ts';
import {createUser} from '../../people.ts';
import {idIn, signIn, askWhetherSignedIn} from '../../sessions.ts';
import {endOne, endAll, whenDeleted} from './session-endings.ts';

/** A session is alive or not, as expected. */
const expectAlive = (seen: Exchange, expected: boolean, branch: string): Judgement =>
  expectEqual(
    seen.body?.alive,
    expected,
    branch,
    seen,
    `whether the session ${idIn(seen) ?? 'without an id'} lives`,
  );

/** Judges only with sessions that were alive before, so that their end can be seen. */
const whenAlive = (before: Exchange[], judgement: () => Judgement): Judgement =>
  when(
    before.every(({body}) => body?.alive === true),
    'a session was not alive before',
    judgement,
  );

/** Sessions of two users that are ended individually, all together, and by a forced logout. */
const logouts = sharedScene({
  id: 'store: whose session ends is logged out',
  act: (s) => {
    const one = createUser(s);
    const other = createUser(s);
    const [alone, first, second] = [
      signIn(s, one.created),
      signIn(s, one.created, 'mobile'),
      signIn(s, one.created),
    ];
    const forced = signIn(s, other.created);
    const alive = (session: Handle): Handle => askWhetherSignedIn(s, session);
    // These names stand in fixtures that are already recorded.
    const before = {a: alive(alone), b: alive(first), c: alive(second), d: alive(forced)};
    endOne(s, alone);
    const aloneAfter = alive(alone);
    const firstMeanwhile = alive(first);
    endAll(s, one.created);
    const [firstAfter, secondAfter, forcedMeanwhile] = [alive(first), alive(second), alive(forced)];
    s.call('forceLogout', {path: {id: other.body.external_id}, expects: 'logged-out'});
    return {
      ...before,
      aloneAfter,
      firstMeanwhile,
      firstAfter,
      secondAfter,
      forcedMeanwhile,
      forcedAfter: alive(forced),
    };
  },
});

/** An app whose session is deleted, while another app and a browser stay signed in. */
const appEnded = sharedScene({
  id: 'store: the session of an app is ended',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created} = createUser(s);
    const browser = signIn(s, created);
    const app = signIn(s, created, 'mobile');
    const other = signIn(s, created, 'mobile');
    const alive = (session: Handle): Handle => askWhetherSignedIn(s, session);
    const before = {browser: alive(browser), app: alive(app), other: alive(other)};
    return {
      ...before,
      response: endOne(s, app),
      appAfter: alive(app),
      browserAfter: alive(browser),
      otherAfter: alive(other),
    };
  },
});

type Logouts = SeenIn<typeof logouts>;

/** Each session was signed in until it was deleted, and not afterwards. */
const expectLoggedOut = (seen: Logouts): Judgement =>
  all(
    expectAlive(seen.aloneAfter, false, 'alive-after-its-deletion'),
    expectAlive(seen.firstMeanwhile, true, 'ended-with-another-session'),
    expectAlive(seen.firstAfter, false, 'alive-after-the-deletion-of-all'),
    expectAlive(seen.secondAfter, false, 'alive-after-the-deletion-of-all'),
  );

/** The app was logged out, and neither the browser nor the other app. */
const expectAppLoggedOut = (seen: SeenIn<typeof appEnded>): Judgement =>
  all(
    expectAlive(seen.appAfter, false, 'app-alive-after-its-deletion'),
    expectAlive(seen.browserAfter, true, 'browser-ended-with-an-app'),
    expectAlive(seen.otherAfter, true, 'app-ended-with-another'),
  );

/** The checks of who is signed in after a session has ended. */
export const loggedOut: Check[] = [
  ...checksOf(logouts, {
    'store.auth-sessions.deletion-logs-out-at-once': (seen) =>
      whenAlive([seen.a, seen.b, seen.c], () => expectLoggedOut(seen)),
  }),
  ...checksOf(appEnded, {
    'store.auth-sessions.deletion-logs-out-at-once @ of an app': (seen) =>
      whenAlive([seen.browser, seen.app, seen.other], () =>
        whenDeleted(seen.response, () => expectAppLoggedOut(seen)),
      ),
  }),
  ...checksOf(logouts, {
    'store.auth-sessions.force-logout-ends-all-sessions @ seen by who is signed in': ({
      d: forcedBefore,
      forcedMeanwhile,
      forcedAfter,
    }) =>
      whenAlive([forcedBefore, forcedMeanwhile], () =>
        expectAlive(forcedAfter, false, 'alive-after-the-logout'),
      ),
  }),
];
