/** The sessions that exist before a run, for targets without the hook `sign-in`. */

import type {Exchange} from '../../../spec/exchange.ts';
import {at} from '../../../spec/json.ts';
import {sharedScene, checksOf, type Judgement, type Check} from '../../language/check.ts';
import {notExercised, all, expectOutcome} from '../../language/judge.ts';
import type {Handle} from '../../language/script.ts';
import {sessions} from '../sessions.ts';
import {expectPageSize, expectCursorFits, saysMore} from './list/pages.ts';
import {expectBrowserDescribed, expectDevice, expectAppDescribed} from './session-data.ts';
import {sessionRows} from './session-rows.ts';
import {MAX_PER_PAGE} from './two-people.ts';

/** The existing sessions, in pages of several sizes. */
const existing = sharedScene({
  id: 'store: the sessions that there are',
  act: (s) => {
    const list = (size: number): Handle =>
      s.call('listAuthSessions', {query: {per_page: String(size)}});
    return {
      plain: s.call('listAuthSessions'),
      one: list(1),
      seven: list(7),
      most: list(MAX_PER_PAGE),
      walked: s.walk('listAuthSessions', {query: {per_page: '1'}, atMost: 3}),
    };
  },
});

/** Judges the existing sessions, if there are any. */
const whenSome = (list: Exchange, type: 'web' | 'mobile', judgement: () => Judgement): Judgement =>
  sessionRows(list).some((row) => at(row, '/session_data/type') === type)
    ? judgement()
    : notExercised(
        `no ${type} session exists before the run: at standard effort the hook \`sign-in\` begins one`,
      );

/** The checks of the existing sessions and of the sizes of their pages. */
export const existingSessions: Check[] = checksOf(existing, {
  'store.auth-sessions.web-session-describes-the-browser @ of the sessions that there are': ({
    most,
  }) => whenSome(most, 'web', () => expectBrowserDescribed(most)),
  'store.auth-sessions.web-session-has-device @ of the sessions that there are': ({most}) =>
    whenSome(most, 'web', () => expectDevice(most)),
  'store.auth-sessions.per-page-defaults-to-100': ({plain}) =>
    all(expectOutcome(plain, 'session-page', 'refused'), () => expectPageSize(plain, 100)),
  'store.auth-sessions.page-says-its-size @ whatever the size': ({one, seven, most}) =>
    all(expectPageSize(one, 1), expectPageSize(seven, 7), expectPageSize(most, MAX_PER_PAGE)),
  'store.auth-sessions.next-cursor-is-null-on-the-last-page': ({plain, one, seven, most}) =>
    all(...[plain, one, seven, most].map(expectCursorFits)),
  'store.auth-sessions.cursor-leads-to-the-next-page @ of the sessions that there are': ({
    one,
    walked,
  }) =>
    saysMore(one)
      ? sessions.expectNoneTwice(walked, 'pages-overlap')
      : notExercised(
          'fewer than two sessions exist before the run: at standard effort the hook `sign-in` begins them',
        ),
  'store.auth-sessions.mobile-session-describes-the-app @ of the sessions that there are': ({
    most,
  }) => whenSome(most, 'mobile', () => expectAppDescribed(most)),
});
