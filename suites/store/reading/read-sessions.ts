/** Sessions that differ in everything that a filter can select, and the filters that find them. */

import type {Val} from '../../../spec/value.ts';
import type {Setup} from '../../language/check.ts';
import type {Handle} from '../../language/script.ts';
import {createUser} from '../people.ts';
import type {Period} from '../../values/datetimes.ts';
import {
  issueOf,
  listUntilShown,
  otherIssueOf,
  readBy,
  recordReading,
  shownIssue,
} from './reading-steps.ts';
import {isWithin, type SessionRow} from './session-rows.ts';
import {toText} from '../../../spec/json.ts';

/** The sessions, in the order in which they are recorded. */
export const SESSIONS = [
  'boughtInMarch',
  'giftedInMarch',
  'giftedInJune',
  'subscribedInJune',
  'otherPlanInMarch',
  'boughtByTheOther',
  'boughtByTheOtherInMarch',
  'subscribedByTheOther',
  'collectionsOfTheOther',
  'byAGuest',
] as const;

export type SessionName = (typeof SESSIONS)[number];

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

const FACTS: Record<SessionName, Facts> = {
  boughtInMarch: {reader: 'one', title: 'title', reason: 'bought_issue', started: 'march'},
  giftedInMarch: {reader: 'one', title: 'other title', reason: 'gifted_issue', started: 'march'},
  giftedInJune: {
    reader: 'one',
    title: 'title',
    reason: 'gifted_issue',
    started: 'june',
    app: true,
    offline: true,
  },
  subscribedInJune: {
    reader: 'one',
    title: 'other title',
    reason: GLOBAL,
    plan: 'plan',
    started: 'june',
  },
  otherPlanInMarch: {
    reader: 'one',
    title: 'title',
    reason: GLOBAL,
    plan: 'other plan',
    started: 'march',
  },
  boughtByTheOther: {
    reader: 'other',
    title: 'title',
    reason: 'bought_issue',
    started: 'june',
    app: true,
  },
  boughtByTheOtherInMarch: {
    reader: 'other',
    title: 'other title',
    reason: 'bought_issue',
    started: 'march',
    app: true,
    offline: true,
  },
  subscribedByTheOther: {
    reader: 'other',
    title: 'title',
    reason: GLOBAL,
    plan: 'plan',
    started: 'march',
    app: true,
  },
  collectionsOfTheOther: {
    reader: 'other',
    title: 'other title',
    reason: 'subscription_with_collections',
    plan: 'plan',
    started: 'june',
  },
  byAGuest: {reader: 'guest', title: 'title', reason: 'gifted_issue', started: 'march'},
};

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
export const readSessions: Setup<ReadSessions> = {
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
      const recorded = (name: SessionName): Handle => {
        const {reader, title, reason, plan, started, app, offline} = FACTS[name];
        const reading = {
          reason_type: reason,
          started_at: STARTED[started],
          ...(plan && {reason_value: plans[plan]}),
          ...(app && {client_type: 'app', device_os: 'iOS'}),
          ...(offline && {access_mode: 'offline'}),
        };
        if (reader === 'guest') return recordReading(s, titles[title], reading);
        return readBy(s, {one, other}[reader], titles[title], reading);
      };
      const sessions = Object.fromEntries(SESSIONS.map((name) => [name, recorded(name)])) as Record<
        SessionName,
        Handle
      >;
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

/** One filter of the list: its query, and which rows it finds. */
export interface Filter {
  query(sessions: ReadSessions): Record<string, Val>;
  /** Which of the sessions it finds. */
  finds(facts: Facts): boolean;
  /** Whether a row may be in its list, according to the query; undefined if that is unknown. */
  fits(row: SessionRow, query: URLSearchParams): boolean | undefined;
  /**
   * It is about a period. Which of the two dates of a session is meant is open, so only a row shows
   * whether it matches.
   */
  isPeriod?: true;
}

const has =
  (member: string) =>
  (row: SessionRow, query: URLSearchParams): boolean =>
    toText(row[member]) === query.get(member);

const ofTitle = (title: Facts['title'], session: SessionName): Filter => ({
  query: (sessions) => ({issue_id: shownIssue(sessions.ofOne, sessions[session])}),
  finds: (facts) => facts.title === title,
  fits: has('issue_id'),
});

const ofReader = (reader: 'one' | 'other'): Filter => ({
  query: (sessions) => ({user_id: sessions[reader].at('/data/id')}),
  finds: (facts) => facts.reader === reader,
  fits: has('user_id'),
});

const ofReason = (reason: string): Filter => ({
  query: () => ({reason_type: reason}),
  finds: (facts) => facts.reason === reason,
  fits: has('reason_type'),
});

const ofPlan = (reason: string): Filter => ({
  query: ({plan}) => ({reason_type: reason, reason_value: plan}),
  finds: (facts) => facts.reason === reason && facts.plan === 'plan',
  fits: (row, query) => has('reason_type')(row, query) && has('reason_value')(row, query),
});

const ofOtherPlan: Filter = {
  query: ({otherPlan}) => ({reason_type: GLOBAL, reason_value: otherPlan}),
  finds: (facts) => facts.reason === GLOBAL && facts.plan === 'other plan',
  fits: (row, query) => has('reason_type')(row, query) && has('reason_value')(row, query),
};

const ofPeriod = (name: keyof typeof PERIODS): Filter => ({
  query: () => ({from_date: PERIODS[name].from, to_date: PERIODS[name].to}),
  finds: ({started}) => name === 'both' || name === started,
  fits: (row) => isWithin(PERIODS[name], row),
  isPeriod: true,
});

/** Every filter of the list, with values that find some of the sessions, all or none. */
export const FILTERS = {
  'issue_id of the title': ofTitle('title', 'boughtInMarch'),
  'issue_id of the other title': ofTitle('other title', 'giftedInMarch'),
  'user_id of the one': ofReader('one'),
  'user_id of the other': ofReader('other'),
  'reason bought': ofReason('bought_issue'),
  'reason gifted': ofReason('gifted_issue'),
  'reason subscribed': ofReason(GLOBAL),
  'reason_value of the subscribed': ofPlan(GLOBAL),
  'reason_value of collections': ofPlan('subscription_with_collections'),
  'reason_value of the other plan': ofOtherPlan,
  'days of march': ofPeriod('march'),
  'days of june': ofPeriod('june'),
  'days of both': ofPeriod('both'),
  'days of neither': ofPeriod('neither'),
} satisfies Record<string, Filter>;

export type FilterName = keyof typeof FILTERS;

/** Whether a filter is about a period. */
export const isPeriodFilter = (name: FilterName): boolean => 'isPeriod' in FILTERS[name];

/** The query of several filters with different parameters. */
export const queryOf = (
  names: readonly FilterName[],
  sessions: ReadSessions,
): Record<string, Val> =>
  Object.assign({}, ...names.map((name) => FILTERS[name].query(sessions))) as Record<string, Val>;

/** The sessions that several filters find together. */
export const foundBy = (names: readonly FilterName[]): SessionName[] =>
  SESSIONS.filter((name) => names.every((filter) => FILTERS[filter].finds(FACTS[name])));
