/** Sessions of guests, who are no users of the store. */

import type {Exchange} from '../../../spec/exchange.ts';
import {sharedScene, checksOf, check, type Judgement, type Check} from '../../language/check.ts';
import {all, expectThat, when, nothing} from '../../language/judge.ts';
import type {Script} from '../../language/script.ts';
import {createUser} from '../people.ts';
import {issueOf, readBy, recordReading, listUntilShown, listReading} from './reading-steps.ts';
import {rowOf, uuidIn, expectNoneTwice, type SessionRow} from './session-rows.ts';

/** The session of a guest, and one of a user. */
const guest = sharedScene({
  id: 'store: the reading session of a guest',
  act: (s: Script) => {
    const {created} = createUser(s);
    const issue = issueOf(s);
    const user = readBy(s, created, issue);
    const recorded = recordReading(s, issue);
    const ofUser = listUntilShown(s, created, user);
    const shown = s.walk('listReadingSessions', {
      query: {},
      atMost: 4,
      until: {rows: '/data', at: '/uuid', has: recorded.at('/uuid')},
    });
    return {recorded, user, ofUser, shown};
  },
});

const OF_USERS = ['user_id', 'user_email', 'user_name'] as const;

/** The row of a guest has no data of a user; its `user_id` shows that it is a guest. */
export const expectGuest = (row: SessionRow, at: Exchange): Judgement =>
  all(
    ...OF_USERS.map((name) =>
      expectThat(row[name] === null, {
        branch: `${name} of a guest`,
        expected: `\`${name}\` of the session of a guest to be null`,
        got: typeof row[name],
        at,
      }),
    ),
  );

/** The check of the session of a guest. */
export const guests: Check[] = [
  ...checksOf(guest, {
    'store.reading.guest-has-no-user': ({recorded: session, shown}) =>
      when(rowOf(shown, session) !== undefined, 'the pages do not show the session', () => {
        const page = shown.find((one) => rowOf(one, session));
        return page ? expectGuest(rowOf(page, session) ?? {}, page) : nothing();
      }),
  }),
];

/** Guests who read at one moment have two sessions. */
export const guestsAtOnce: Check = check({
  rule: 'store.reading.uuid-is-unique',
  place: 'of guests at one moment',
  act: (s) => {
    const issue = issueOf(s);
    const [one, other] = [recordReading(s, issue), recordReading(s, issue)];
    const list = listReading(s, {}, {expects: 'reading-page'});
    return {one, other, list};
  },
  judge: ({one, other, list}) =>
    all(
      expectThat(uuidIn(one) !== uuidIn(other), {
        branch: 'one uuid for two guests',
        expected: 'two sessions of guests to have two values of `uuid`',
        got: 'the same value',
        at: list,
      }),
      () => expectNoneTwice(list, 'two sessions with one uuid'),
    ),
});
