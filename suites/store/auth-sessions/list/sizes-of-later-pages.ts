/** The size of a page is checked whether or not the request has a cursor. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {at} from '../../../../spec/json.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {notApplicable, expectRefused, when} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import {createUser} from '../../people.ts';
import {listOf, listUntilShown, signIn} from '../../sessions.ts';

const PLACE = 'beside a cursor';

/** A page whose size differs from that of the page before. */
const OTHER_SIZE = 2;

/** Later pages of a user's sessions, with a valid size and with invalid ones. */
const laterPages = sharedScene({
  id: 'store: sizes of later pages of sessions',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created} = createUser(s);
    signIn(s, created);
    const second = signIn(s, created, 'mobile');
    listUntilShown(s, created, second);
    const first = listOf(s, created, {per_page: '1'});
    const later = (size: string) =>
      listOf(s, created, {per_page: size, cursor: first.at('/pagination/next_cursor')});
    return {
      valid: later(String(OTHER_SIZE)),
      zero: later('0'),
      tooLarge: later('201'),
      muchTooLarge: later('5000'),
      decimal: later('1.5'),
      word: later('many'),
    };
  },
});

const isServed = hasSituation('session-page');

/**
 * An invalid size is refused if a valid one is looked at: a cursor may hold the size of the pages instead, which is open
 * (NS-ST-18).
 */
function expectSizeRefused(valid: Exchange, sent: Exchange, branch: string): Judgement {
  return when(isServed(valid), 'no later page is served', () =>
    at(valid.body, '/pagination/per_page') === OTHER_SIZE
      ? expectRefused(sent, branch)
      : notApplicable('the cursor decides how many sessions a later page has (NS-ST-18)'),
  );
}

/** The checks of `per_page` beside `cursor`. */
export const sizesOfLaterPages: Check[] = [
  ...checksAt(laterPages, 'store.auth-sessions.per-page-is-at-least-1', {
    [PLACE]: ({valid, zero}) => expectSizeRefused(valid, zero, '0 is accepted'),
  }),
  ...checksAt(laterPages, 'store.auth-sessions.per-page-is-at-most-200', {
    [PLACE]: ({valid, tooLarge}) => expectSizeRefused(valid, tooLarge, '201 is accepted'),
    [`${PLACE}, much too large`]: ({valid, muchTooLarge}) =>
      expectSizeRefused(valid, muchTooLarge, '5000 is accepted'),
  }),
  ...checksAt(laterPages, 'store.auth-sessions.per-page-must-be-an-integer', {
    [PLACE]: ({valid, decimal}) => expectSizeRefused(valid, decimal, 'a decimal is accepted'),
    [`${PLACE}, a word`]: ({valid, word}) => expectSizeRefused(valid, word, 'a word is accepted'),
  }),
];
