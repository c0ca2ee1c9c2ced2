/** The size of a page is checked whether or not the request has a cursor. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {at} from '../../../../spec/json.ts';
import {mapValues} from '../../../../spec/map-values.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {notApplicable, expectRefused, when} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import {createUser} from '../../people.ts';
import {listOf, listUntilShown, signIn} from '../../sessions.ts';

/** A page whose size differs from that of the page before. */
const OTHER_SIZE = 2;

/** Sizes that no page has, by the checks that they are refused. */
const INVALID = {
  'store.auth-sessions.per-page-is-at-least-1 @ beside a cursor': '0',
  'store.auth-sessions.per-page-is-at-most-200 @ beside a cursor': '201',
  'store.auth-sessions.per-page-is-at-most-200 @ beside a cursor, much too large': '5000',
  'store.auth-sessions.per-page-must-be-an-integer @ beside a cursor': '1.5',
  'store.auth-sessions.per-page-must-be-an-integer @ beside a cursor, a word': 'many',
};

/** Later pages of a user's sessions, with a valid size and with invalid ones. */
const laterPages = sharedScene({
  id: 'store: sizes of later pages of sessions',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created} = createUser(s);
    signIn(s, created);
    const second = signIn(s, created, 'mobile');
    listUntilShown(s, created, second);
    const first = listOf(s, created, {per_page: '1'});
    const later = (size: string) =>
      listOf(s, created, {per_page: size, cursor: first.at('/pagination/next_cursor')});
    return {valid: later(String(OTHER_SIZE)), ...mapValues(INVALID, later)};
  },
});

const isServed = hasSituation('session-page');

/**
 * An invalid size is refused if a valid one is looked at: a cursor may hold the size of the pages instead, which is open
 * (NS-ST-18).
 */
const expectSizeRefused = (valid: Exchange, sent: Exchange, size: string): Judgement =>
  when(isServed(valid), 'no later page is served', () =>
    at(valid.body, '/pagination/per_page') === OTHER_SIZE
      ? expectRefused(sent, `${size} is accepted`)
      : notApplicable('the cursor decides how many sessions a later page has (NS-ST-18)'),
  );

/** The checks of `per_page` beside `cursor`. */
export const sizesOfLaterPages: Check[] = checksOf(
  laterPages,
  mapValues(INVALID, (size, name) => (seen) => expectSizeRefused(seen.valid, seen[name], size)),
);
