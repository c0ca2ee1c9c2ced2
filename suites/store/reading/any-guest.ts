import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import type {AnyProperty, Judgement} from '../../language/check.ts';
import {all, when, nothing} from '../../language/judge.ts';
import {propertiesOf} from '../../language/property.ts';
import {seconds, type Handle, type Script} from '../../language/script.ts';
import {classesOf, integers} from '../../values/values.ts';
import {issueOf, listReading, recordReading, shownIssue} from './reading-steps.ts';
import {clientOf, countersFrom, NO_PLAN_REASONS} from './any-reading.ts';
import {expectGuest} from './guests.ts';
import {rowOf, expectRowMember, type SessionRow} from './session-rows.ts';

/** Instants long ago, when little was read, and periods around them. */
const MOMENTS = {
  march: {at: '2003-03-11T10:00:00Z', from_date: '2003-03-01', to_date: '2003-03-21'},
  december: {at: '2003-12-26T10:00:00Z', from_date: '2003-12-16', to_date: '2004-01-05'},
  february: {at: '2004-02-28T10:00:00Z', from_date: '2004-02-18', to_date: '2004-03-09'},
  july: {at: '2002-07-20T23:59:59Z', from_date: '2002-07-10', to_date: '2002-07-30'},
} as const;

type Moment = keyof typeof MOMENTS;

/** The most pages of the list: earlier runs have recorded sessions in these periods, too. */
const MAX_PAGES = 24;

/** The id of a content in the list; orders may use another id (NS-ST-34). */
function listedIssue(s: Script, issue: Val, {at, ...period}: (typeof MOMENTS)[Moment]): Val {
  const online = recordReading(s, issue, {started_at: at});
  const list = listReading(s, period, {
    until: {rows: '/data', at: '/uuid', has: online.at('/uuid')},
    expects: 'reading-page',
  });
  return shownIssue(list, online);
}

/** Judges the page that shows the session of a guest. */
const whenGuestIsListed = (
  {recorded, pages}: {recorded: Exchange; pages: Exchange[]},
  judge: (page: Exchange, row: SessionRow) => Judgement,
): Judgement => {
  const page = pages.find((one) => rowOf(one, recorded));
  return when(page !== undefined, 'the pages do not show the session', () =>
    page ? judge(page, rowOf(page, recorded) ?? {}) : nothing(),
  );
};

/** The session of a guest shows no user, and any values of how, why and how much was read. */
export const anyGuest: AnyProperty[] = propertiesOf(
  {
    scene: 'store: any reading session of a guest',
    forAll: {
      client: classesOf('browser', 'app'),
      system: classesOf('Linux', 'iOS', 'Android', 'Windows', 'Mac', 'Unknown'),
      mode: classesOf('online', 'offline'),
      reason: classesOf<string>('free_access', ...NO_PLAN_REASONS),
      moment: classesOf<Moment>(...(Object.keys(MOMENTS) as [Moment, ...Moment[]])),
      count: integers(0, 100_000),
    },
    maxDrawsOnShared: 0,
    drawFactor: 2,
    act: (s: Script, {client, system, mode, reason, moment, count}) => {
      const {at, ...period} = MOMENTS[moment as Moment];
      const issue = issueOf(s);
      const recorded = recordReading(s, issue, {
        client_type: clientOf(String(mode), String(client)),
        device_os: system,
        access_mode: mode,
        reason_type: reason,
        started_at: at,
        ...countersFrom(Number(count)),
      });
      // A deployment may show a session some moments after it was recorded.
      s.advance(seconds(5));
      const pages: Handle<Exchange[]> = s.walk('listReadingSessions', {
        // Periods may be about the processing (NS-ST-25), which is later than the reading for
        // offline sessions.
        query:
          mode === 'offline'
            ? {issue_id: listedIssue(s, issue, MOMENTS[moment as Moment]), reason_type: reason}
            : period,
        atMost: MAX_PAGES,
        until: {rows: '/data', at: '/uuid', has: recorded.at('/uuid')},
      });
      return {recorded, pages};
    },
  },
  {
    'store.reading.guest-has-no-user': (seen) =>
      whenGuestIsListed(seen, (page, row) => expectGuest(row, page)),
    'store.reading.shows-how-it-was-read': (seen, {client, system, mode}) =>
      whenGuestIsListed(seen, (page) =>
        all(
          expectRowMember(page, seen.recorded, 'client_type', clientOf(mode, client)),
          expectRowMember(page, seen.recorded, 'device_os', system),
          expectRowMember(page, seen.recorded, 'access_mode', mode),
        ),
      ),
    'store.reading.shows-why-it-may-be-read': (seen, {reason}) =>
      whenGuestIsListed(seen, (page) =>
        expectRowMember(page, seen.recorded, 'reason_type', reason),
      ),
    'store.reading.counters-are-those-of-the-session': (seen, {count}) =>
      whenGuestIsListed(seen, (page) =>
        all(
          ...Object.entries(countersFrom(Number(count))).map(([name, value]) =>
            expectRowMember(page, seen.recorded, name, value),
          ),
        ),
      ),
  },
);
