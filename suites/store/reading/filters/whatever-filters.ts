/** Lists show the same sessions and links, whatever their filters. */

import {defined} from '../../../../spec/defined.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {isUrl} from '../../../../spec/url.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, brief, expectThat, notApplicable, undecided} from '../../../language/judge.ts';
import {seconds, type Handle, type Script} from '../../../language/script.ts';
import {createUser} from '../../people.ts';
import {countersFrom} from '../any-reading.ts';
import {FILTERS, MAX_PAGES, REASON, type Filterable} from '../pages/any-walk.ts';
import {
  issueOf,
  listReading,
  listUntilShown,
  readBy,
  shownIssue,
  walkReading,
} from '../reading-steps.ts';
import {rowOf, expectRowMember} from '../session-rows.ts';

/** The time and the reason of a session, which match the filters. */
const READING = {started_at: '2007-03-11T10:00:00Z', reason_type: REASON};

/** Every filter of the walks, and the filters with one parameter. */
const QUERIES = {
  ...FILTERS,
  'a content': ({issue}: Filterable) => ({issue_id: issue}),
  'a reason': () => ({reason_type: REASON}),
};

/** A user who reads a title because of a plan, and the values for the filters. */
function createReader(s: Script, more: Record<string, string | number>) {
  const {created} = createUser(s);
  const plan = s.sample('subscribable_plan');
  const title = issueOf(s);
  const first = readBy(s, created, title, {...READING, ...more, reason_value: plan});
  const issue = shownIssue(listUntilShown(s, created, first), first);
  return {first, title, filterable: {created, issue, plan}};
}

const OFFLINE = {access_mode: 'offline', client_type: 'app', device_os: 'iOS', ...countersFrom(11)};
const ONLINE = {
  access_mode: 'online',
  client_type: 'browser',
  device_os: 'Linux',
  ...countersFrom(31),
};

/** Two sessions of one user, one of them offline, in the list by every filter that may find them. */
const listsByEveryFilter = sharedScene({
  id: 'store: reading sessions in the list by every filter',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const {first: offline, title, filterable} = createReader(s, OFFLINE);
    const {created, plan} = filterable;
    const online = readBy(s, created, title, {...READING, ...ONLINE, reason_value: plan});
    // A deployment may show a session some moments after it was recorded (NS-ST-104).
    s.advance(seconds(5));
    const lists = Object.entries(QUERIES).map(
      ([name, query]) => [name, walkReading(s, query(filterable), MAX_PAGES)] as const,
    );
    return {
      offline,
      online,
      ...(Object.fromEntries(lists) as Record<string, Handle<Exchange[]>>),
    };
  },
});

type Seen = Record<'offline' | 'online', Exchange> & Record<string, Exchange | Exchange[]>;

/** A list that shows a session shows its recorded values. */
const expectValuesShown = (
  filter: string,
  page: Exchange,
  session: Exchange,
  given: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Judgement[] =>
  page.situations.includes('reading-page') && rowOf(page, session)
    ? names.map((name) =>
        expectRowMember(
          page,
          session,
          name,
          given[name],
          `another ${name} in the list by ${filter}`,
        ),
      )
    : [];

/** Each list that shows the sessions shows their recorded values. */
function expectShownEverywhere(seen: Seen, names: readonly string[]): Judgement {
  const pages = Object.keys(QUERIES).flatMap((filter) =>
    [defined(seen[filter], filter)].flat().map((page) => ({filter, page})),
  );
  const parts = pages.flatMap(({filter, page}) => [
    ...expectValuesShown(filter, page, seen.offline, OFFLINE, names),
    ...expectValuesShown(filter, page, seen.online, ONLINE, names),
  ]);
  return parts.length ? all(...parts) : undecided('no list shows the sessions');
}

/** Number of sessions that fill a page and begin another one. */
const MANY = 28;

const LINKS = ['next_page_url', 'prev_page_url'] as const;

/** The first two pages of lists by several filters, with the links between them. */
const leading = sharedScene({
  id: 'store: links of the list of reading sessions by many filters',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const {title, filterable} = createReader(s, {});
    const {created, plan} = filterable;
    s.repeat(MANY, (b) => void readBy(b, created, title, {...READING, reason_value: plan}));
    s.advance(seconds(5));
    const ofPlan = FILTERS['a user, a reason and its value'](filterable);
    const everything = FILTERS.everything(filterable);
    const first = listReading(s, ofPlan);
    const firstOfAll = listReading(s, everything);
    const next = (query: typeof ofPlan, page: Handle): Handle =>
      listReading(s, {...query, cursor: page.at('/next_cursor')}, {optional: true});
    return {
      first,
      second: next(ofPlan, first),
      all: firstOfAll,
      secondOfAll: next(everything, firstOfAll),
    };
  },
});

/** The names of the filters. */
const PARAMETERS = ['issue_id', 'user_id', 'reason_type', 'reason_value', 'from_date', 'to_date'];

/**
 * A link either repeats all filters of its request or leaves them to the cursor (NS-ST-102). A link
 * with only some of them leads to another list.
 */
function expectLinkToTheList(page: Exchange, name: (typeof LINKS)[number]): Judgement | undefined {
  const link: unknown = page.body?.[name];
  if (!isUrl(link, page.sent.url)) return undefined;
  const {searchParams: repeated} = new URL(link, page.sent.url);
  const {searchParams: sent} = new URL(page.sent.url);
  const filters = PARAMETERS.filter((one) => sent.has(one));
  const lost = filters.filter((one) => !repeated.has(one));
  return expectThat(lost.length === 0 || lost.length === filters.length, {
    branch: `${name} repeats some of the filters`,
    expected: `\`${name}\` to repeat every filter of the request, or none`,
    got: `${brief(link)}, without ${lost.join(', ')}`,
    at: page,
  });
}

/** The checks that hold for any filters. */
export const whateverFilters: Check[] = [
  ...checksAt(listsByEveryFilter, 'store.reading.counters-are-those-of-the-session', {
    'whatever the filters': (seen: Seen) =>
      expectShownEverywhere(seen, Object.keys(countersFrom(0))),
  }),
  ...checksAt(listsByEveryFilter, 'store.reading.shows-how-it-was-read', {
    'whatever the filters': (seen: Seen) =>
      expectShownEverywhere(seen, ['access_mode', 'client_type', 'device_os']),
  }),
  ...checksAt(leading, 'store.reading.page-urls-lead-where-the-cursors-do', {
    'whatever the filters': (seen) => {
      const pages: Exchange[] = Object.values(seen).filter((page: Exchange | undefined) =>
        page?.situations.includes('reading-page'),
      );
      const parts = pages.flatMap((page) =>
        LINKS.flatMap((name) => expectLinkToTheList(page, name) ?? []),
      );
      return parts.length ? all(...parts) : notApplicable('no page has a link to another one');
    },
  }),
];
