import {READING_COUNTERS} from '../../../spec/reading-counters.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {all, expectDifferent, expectEqual, when, nothing} from '../../language/judge.ts';
import {createUser, deactivate} from '../people.ts';
import {issueOf, listSomeReading, listUntilShown, ofUser, readBy} from './reading-steps.ts';
import {rowOf, type SessionRow} from './session-rows.ts';

/** A session has the same counters as before. */
const expectCountersAsBefore = (list: Exchange, row: SessionRow, before: SessionRow): Judgement =>
  all(
    ...READING_COUNTERS.map((name) =>
      expectEqual(row[name], before[name], `another ${name}`, list, `\`${name}\` of the session`),
    ),
  );

/** A session does not show the data of an anonymized user. */
const expectNobodyNamed = (list: Exchange, row: SessionRow, before: SessionRow): Judgement =>
  all(
    ...['user_email', 'user_name', 'user_external_id'].map((name) =>
      typeof before[name] === 'string'
        ? expectDifferent(
            row[name],
            before[name],
            `the old ${name}`,
            list,
            `\`${name}\` of the session`,
          )
        : nothing(),
    ),
  );

/** A reading session before its reader is deactivated, afterwards, and once the reader is anonymized. */
const readersLeaving = sharedScene({
  id: 'store: a reading session of a user who is deactivated, then anonymized',
  act: (s) => {
    const {created} = createUser(s);
    const session = readBy(s, created, issueOf(s), {seconds_reading: 90, page_views: 12});
    const before = listUntilShown(s, created, session);
    deactivate(s, created);
    const deactivated = listSomeReading(s, ofUser(created));
    deactivate(s, created, {anonymize: 'true'});
    return {session, before, deactivated, anonymized: listSomeReading(s, ofUser(created))};
  },
});

/** The sessions of deactivated and anonymized users, of which the document does not tell much. */
export const leaving: Check[] = checksOf(readersLeaving, {
  'store.reading.reading-of-those-who-left': ({session, before, deactivated, anonymized}) => {
    const was = rowOf(before, session);
    const lists = [deactivated, anonymized] as const;
    const [left, gone] = lists.map((list) => rowOf(list, session));
    return when(
      was !== undefined && left !== undefined && gone !== undefined,
      'the sessions of those who left are not listed by their ids (NS-ST-103)',
      () =>
        all(
          expectCountersAsBefore(deactivated, left ?? {}, was ?? {}),
          expectCountersAsBefore(anonymized, gone ?? {}, was ?? {}),
          expectNobodyNamed(anonymized, gone ?? {}, was ?? {}),
        ),
    );
  },
  'store.reading.has-user-id @ of a deactivated user': ({session, before, deactivated}) => {
    const [was, left] = [before, deactivated].map((list) => rowOf(list, session));
    return when(
      was !== undefined && left !== undefined,
      'the sessions of the deactivated are not listed by their ids (NS-ST-103)',
      () =>
        expectEqual(
          left?.user_id,
          was?.user_id,
          'no session of the user any more',
          deactivated,
          '`user_id` of the session',
        ),
    );
  },
});
