/** Sessions that differ in everything that a filter can select, and the filters that find them. */

import {mapValues} from '../../../spec/map-values.ts';
import type {Val} from '../../../spec/value.ts';
import type {Setup} from '../../language/check.ts';
import type {Handle} from '../../language/script.ts';
import {createUser} from '../people.ts';
import {countersFrom} from './any-reading.ts';
import type {Period} from '../../values/datetimes.ts';
import {
  issueOf,
  listUntilShown,
  otherIssueOf,
  readBy,
  recordReading,
  shownIssue,
  walkReading,
} from './reading-steps.ts';
import {isLast, isWithin, reading, rowOf} from './session-rows.ts';
import {toText} from '../../../spec/json.ts';
import {undecided} from '../../language/judge.ts';
import type {FilteredList} from '../../tables/filtered-lists.ts';
import type {Filter} from '../../tables/filters.ts';
import type {Row} from '../../tables/list.ts';
import {pageOf} from '../../tables/pages-seen.ts';

/** The differences between the sessions. */
interface Facts {
  reader: 'one' | 'other' | 'guest';
  title: 'title' | 'other title';
  reason: string;
  plan?: 'plan' | 'other plan';
  started: 'march' | 'june';
  /** Read in the app; otherwise online in a browser. */
  app?: true;
  /** Read from downloaded content and synced when it is recorded: its two dates are years apart. */
  offline?: true;
}

const GLOBAL = 'global_subscription';

const PLAIN: Facts = {reader: 'one', title: 'title', reason: 'bought_issue', started: 'march'};

/** The sessions, in the order in which they are recorded, by what differs from the first. */
const DIFFERENCES = {
  boughtInMarch: {},
  giftedInMarch: {title: 'other title', reason: 'gifted_issue'},
  giftedInJune: {reason: 'gifted_issue', started: 'june', app: true, offline: true},
  subscribedInJune: {title: 'other title', reason: GLOBAL, plan: 'plan', started: 'june'},
  otherPlanInMarch: {reason: GLOBAL, plan: 'other plan'},
  boughtByTheOther: {reader: 'other', started: 'june', app: true},
  boughtByTheOtherInMarch: {reader: 'other', title: 'other title', app: true, offline: true},
  subscribedByTheOther: {reader: 'other', reason: GLOBAL, plan: 'plan', app: true},
  collectionsOfTheOther: {
    reader: 'other',
    title: 'other title',
    reason: 'subscription_with_collections',
    plan: 'plan',
    started: 'june',
  },
  byAGuest: {reader: 'guest', reason: 'gifted_issue'},
} satisfies Record<string, Partial<Facts>>;

const SESSIONS = mapValues(DIFFERENCES, (more: Partial<Facts>): Facts => ({...PLAIN, ...more}));

type SessionName = keyof typeof DIFFERENCES;

/** Instants in the middle of the periods by which lists are filtered. */
const STARTED = {march: '2019-03-11T10:00:00Z', june: '2019-06-11T10:00:00Z'} as const;

const PERIODS = {
  march: {from: '2019-03-01', to: '2019-03-21'},
  june: {from: '2019-06-01', to: '2019-06-21'},
  both: {from: '2019-02-01', to: '2019-07-31'},
  neither: {from: '2018-03-01', to: '2018-07-21'},
} satisfies Record<string, Period>;

/** The sessions, their readers, and the pages that show those of each. */
export interface ReadSessions extends Record<SessionName, Handle> {
  one: Handle;
  other: Handle;
  ofOne: Handle;
  ofOther: Handle;
  plan: Val;
  otherPlan: Val;
}

/** Sessions of two users and a guest, which differ in everything that a filter can select. */
const readSessions: Setup<ReadSessions> = {
  id: 'store: reading sessions that differ in everything that a filter names',
  reusable: true,
  ways: [
    (s) => {
      const [one, other] = [createUser(s).created, createUser(s).created];
      const titles = {title: issueOf(s), 'other title': otherIssueOf(s)};
      const plans = {
        plan: s.sample('subscribable_plan'),
        'other plan': s.sample('unsubscribable_plan'),
      };
      const recorded = ({reader, title, reason, plan, started, app, offline}: Facts): Handle => {
        const reading = {
          reason_type: reason,
          started_at: STARTED[started],
          ...(plan && {reason_value: plans[plan]}),
          access_mode: offline ? 'offline' : 'online',
          client_type: app ? 'app' : 'browser',
          device_os: app ? 'iOS' : 'Linux',
          ...countersFrom(offline ? 11 : 31),
        };
        if (reader === 'guest') return recordReading(s, titles[title], reading);
        return readBy(s, {one, other}[reader], titles[title], reading);
      };
      const sessions = mapValues(SESSIONS, recorded) as Record<SessionName, Handle>;
      return {
        ...sessions,
        one,
        other,
        ofOne: listUntilShown(s, one, sessions.otherPlanInMarch),
        ofOther: listUntilShown(s, other, sessions.collectionsOfTheOther),
        plan: plans.plan,
        otherPlan: plans['other plan'],
      };
    },
  ],
};

type SessionFilter = Filter<ReadSessions, Facts>;

const ofTitle = (title: Facts['title'], session: SessionName): SessionFilter => ({
  by: 'issue_id',
  query: (sessions) => ({issue_id: shownIssue(sessions.ofOne, sessions[session])}),
  finds: (facts) => facts.title === title,
});

const ofReader = (reader: 'one' | 'other'): SessionFilter => ({
  by: 'user_id',
  query: (sessions) => ({user_id: sessions[reader].at('/data/id')}),
  finds: (facts) => facts.reader === reader,
});

const ofReason = (reason: string): SessionFilter => ({
  by: 'reason',
  query: () => ({reason_type: reason}),
  finds: (facts) => facts.reason === reason,
});

const ofPlan = (reason: string, plan: 'plan' | 'other plan' = 'plan'): SessionFilter => ({
  by: 'reason_value',
  query: (sessions) => ({
    reason_type: reason,
    reason_value: plan === 'plan' ? sessions.plan : sessions.otherPlan,
  }),
  finds: (facts) => facts.reason === reason && facts.plan === plan,
});

/** Which of the two dates of a session is meant is open (NS-ST-25): only a row shows whether it is surely found. */
const ofPeriod = (name: keyof typeof PERIODS): SessionFilter => ({
  by: 'days',
  query: () => ({from_date: PERIODS[name].from, to_date: PERIODS[name].to}),
  finds: ({started}) => name === 'both' || name === started,
  surely: (seen, session) => {
    const row = rowOf([pageOf(seen, 'ofOne'), pageOf(seen, 'ofOther')], pageOf(seen, session));
    return row !== undefined && isWithin(PERIODS[name], row) === true;
  },
});

/** Parameters that are also members of rows. */
const SHOWN = ['issue_id', 'user_id', 'reason_type', 'reason_value'];

/** Whether a session belongs into a list with a query; undefined if that is open. */
export function fits(row: Row, query: URLSearchParams): boolean | undefined {
  const [from, to] = [query.get('from_date'), query.get('to_date')];
  if (SHOWN.some((name) => query.has(name) && toText(row[name]) !== query.get(name))) return false;
  return from === null || to === null || isWithin({from, to}, row);
}

/** The most pages of a list: a filter may also find sessions of others. */
const MAX_PAGES = 60;

/** The list of sessions and its filters, with values that find some of the sessions, all or none. */
export const sessionList: FilteredList<ReadSessions, Facts> = {
  pages: reading,
  given: readSessions,
  rows: SESSIONS,
  besides: ['ofOne', 'ofOther'],
  filters: {
    'issue_id of the title': ofTitle('title', 'boughtInMarch'),
    'issue_id of the other title': ofTitle('other title', 'giftedInMarch'),
    'user_id of the one': ofReader('one'),
    'user_id of the other': ofReader('other'),
    'reason bought': ofReason('bought_issue'),
    'reason gifted': ofReason('gifted_issue'),
    'reason subscribed': ofReason(GLOBAL),
    'reason_value of the subscribed': ofPlan(GLOBAL),
    'reason_value of collections': ofPlan('subscription_with_collections'),
    'reason_value of the other plan': ofPlan(GLOBAL, 'other plan'),
    'days of march': ofPeriod('march'),
    'days of june': ofPeriod('june'),
    'days of both': ofPeriod('both'),
    'days of neither': ofPeriod('neither'),
  },
  apart: ['reason', 'reason_value'],
  read: (s, query) => walkReading(s, query, MAX_PAGES),
  served: ['reading-page'],
  fits,
  isWhole: (pages) => pages.slice(-1).every(isLast),
  ifCut: () => undecided('the list has further pages'),
};
