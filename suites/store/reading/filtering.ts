import {defined} from '../../../spec/defined.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {
  checksAt,
  checksOf,
  sharedScene,
  type AnyProperty,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../check.ts';
import {
  all,
  expectOutcome,
  expectNone,
  expectNoServerError,
  undecided,
  when,
  judgeEach,
} from '../../judge.ts';
import {hasSituation} from '../../outcome.ts';
import {property} from '../../property.ts';
import type {Handle} from '../../script.ts';
import {classesOf, integers} from '../../values/values.ts';
import {
  FILTERS,
  foundBy,
  isPeriodFilter,
  queryOf,
  readSessions,
  SESSIONS,
  type FilterName,
  type ReadSessions,
  type SessionName,
} from './read-sessions.ts';
import {listReading, walkReading} from './reading-steps.ts';
import {expectGuest} from './recorded.ts';
import {isLast, rowOf, sessionRows, uuidIn, uuidsOn, type SessionRow} from './session-rows.ts';
import {toText} from '../../../spec/json.ts';

/** The recorded sessions that lists are compared with, and the pages that show them all. */
type Recorded = Record<SessionName | 'ofOne' | 'ofOther', Exchange>;

/** Whether a row may be in the list of some filters; true if that is unknown. */
const mayStand = (row: SessionRow, names: readonly FilterName[], list: Exchange): boolean => {
  const query = new URL(list.sent.url).searchParams;
  return names.every((name) => FILTERS[name].fits(row, query) !== false);
};

/**
 * The sessions that filters certainly find: all their dates are in the period, whichever of them is
 * meant (NS-ST-25).
 */
function surelyFound(names: readonly FilterName[], recorded: Recorded): SessionName[] {
  const periods = names.filter(isPeriodFilter);
  const query = new URLSearchParams();
  return foundBy(names).filter((name) => {
    const row = rowOf([recorded.ofOne, recorded.ofOther], recorded[name]);
    return periods.every((period) => row && FILTERS[period].fits(row, query) === true);
  });
}

/** The most pages of a list: a filter may also find sessions of others. */
const MAX_PAGES = 60;

/**
 * A list shows those of the recorded sessions that its filters find, no others of them, and no rows
 * of others that do not match. A missing session may be on pages that were not read.
 */
function expectExactlyFound(
  pages: Exchange[],
  names: readonly FilterName[],
  recorded: Recorded,
): Judgement {
  const [list] = pages;
  const last = pages.at(-1);
  if (!list || !last) return undecided('the list was not read');
  const filters = names.join(' and ');
  const shown = new Set(uuidsOn(pages));
  const missing = surelyFound(names, recorded).filter((name) => !shown.has(uuidIn(recorded[name])));
  const possible = foundBy(names.filter((name) => !isPeriodFilter(name)));
  const unwanted = SESSIONS.filter(
    (name) => shown.has(uuidIn(recorded[name])) && !possible.includes(name),
  );
  return all(
    expectNone(unwanted, `session that ${filters} leaves out`, `finds too much: ${filters}`, list),
    expectNone(
      sessionRows(pages).filter((row) => !mayStand(row, names, list)),
      `row that does not fit ${filters}`,
      `another value: ${filters}`,
      list,
    ),
    when(missing.length === 0 || isLast(last), 'the list has further pages', () =>
      expectNone(
        missing,
        `session missing that ${filters} finds`,
        `finds too little: ${filters}`,
        list,
      ),
    ),
  );
}

/** The exchanges of the set-up: the sessions, and the pages that show them. */
const recordedIn = (made: ReadSessions) => {
  const {one: _one, other: _other, plan: _plan, otherPlan: _otherPlan, ...recorded} = made;
  return recorded;
};

/** The list by each filter alone. */
const filtered = sharedScene({
  id: 'store: the list of reading sessions by each filter',
  api: 'store',
  given: readSessions,
  act: (s, sessions) => {
    const by = (...names: FilterName[]) => walkReading(s, queryOf(names, sessions), MAX_PAGES);
    return {
      ...recordedIn(sessions),
      byTitle: by('issue_id of the title'),
      byOtherTitle: by('issue_id of the other title'),
      bought: by('reason bought'),
      subscribed: by('reason subscribed'),
      byPlan: by('reason_value of the subscribed'),
      byPlanOfCollections: by('reason_value of collections'),
      byOtherPlan: by('reason_value of the other plan'),
      boughtByPlan: listReading(s, {reason_type: 'bought_issue', reason_value: sessions.plan}),
      march: by('days of march'),
      june: by('days of june'),
      both: by('days of both'),
      neither: by('days of neither'),
    };
  },
});

/** The list by user, which shows the content ids for other filters. */
const filteredByUser = sharedScene({
  id: 'store: the list of reading sessions by user',
  api: 'store',
  given: readSessions,
  act: (s, sessions) => {
    const by = (...names: FilterName[]) => walkReading(s, queryOf(names, sessions), MAX_PAGES);
    return {
      ...recordedIn(sessions),
      byOne: by('user_id of the one'),
      byOther: by('user_id of the other'),
    };
  },
});

type Filtered = SeenIn<typeof filtered>;

/** A list of a scene. */
const listIn = (seen: Record<string, Exchange | Exchange[]>, name: string): Exchange[] =>
  [defined(seen[name], `the list ${name}`)].flat();

/** A judge of the lists of a scene by some filters. */
const expectFound =
  <S extends Recorded>(
    ...lists: [name: Exclude<keyof S, keyof Recorded> & string, ...filters: FilterName[]][]
  ) =>
  (seen: S & Record<string, Exchange | Exchange[]>): Judgement =>
    all(
      ...lists.flatMap(([name]) =>
        listIn(seen, name).map((page) => expectOutcome(page, 'reading-page', `${name}: refused`)),
      ),
      judgeEach(lists, ([name, ...filters]) =>
        expectExactlyFound(listIn(seen, name), filters, seen),
      ),
    );

/** The session of a guest shows no user on every page of these lists. */
function expectGuestToBeNobody(lists: Exchange[], guest: Exchange): Judgement {
  const shown = lists.filter(hasSituation('reading-page')).flatMap((page) => {
    const row = rowOf(page, guest);
    return row ? [{page, row}] : [];
  });
  return when(shown.length > 0, 'no list shows the session of the guest', () =>
    all(...shown.map(({page, row}) => expectGuest(row, page))),
  );
}

/** The list of reading sessions and its filters. */
export const filtering: Check[] = [
  ...checksAt(filtered, 'store.reading.reason-value-filters', {
    'of a reason without plans': (seen) => expectNoneOfBoth(seen),
  }),
  ...checksAt(filtered, 'store.reading.guest-has-no-user', {
    'in lists by each filter': ({byTitle, march, both, byAGuest}) =>
      expectGuestToBeNobody([byTitle, march, both].flat(), byAGuest),
  }),
  ...checksOf(filteredByUser, {
    'store.reading.user-id-filters': expectFound<SeenIn<typeof filteredByUser>>(
      ['byOne', 'user_id of the one'],
      ['byOther', 'user_id of the other'],
    ),
  }),
  ...checksOf(filtered, {
    'store.reading.issue-id-filters': expectFound<Filtered>(
      ['byTitle', 'issue_id of the title'],
      ['byOtherTitle', 'issue_id of the other title'],
    ),
    'store.reading.reason-type-filters': expectFound<Filtered>(
      ['bought', 'reason bought'],
      ['subscribed', 'reason subscribed'],
    ),
    'store.reading.reason-value-filters': expectFound<Filtered>(
      ['byPlan', 'reason_value of the subscribed'],
      ['byPlanOfCollections', 'reason_value of collections'],
      ['byOtherPlan', 'reason_value of the other plan'],
    ),
    'store.reading.dates-filter': expectFound<Filtered>(
      ['march', 'days of march'],
      ['june', 'days of june'],
      ['both', 'days of both'],
      ['neither', 'days of neither'],
    ),
  }),
];

/** No session has both a reason without a plan and the id of a plan. */
const expectNoneOfBoth = ({boughtByPlan}: Filtered): Judgement =>
  boughtByPlan.situations.includes('reading-page')
    ? expectNone(
        sessionRows(boughtByPlan).filter((row) => !hasBoth(row, boughtByPlan)),
        'row with another reason or value',
        'finds too much: a reason without plans, and a plan',
        boughtByPlan,
      )
    : expectNoServerError(boughtByPlan, 'broken down');

/** Whether a row has the reason and the value that were requested. */
const hasBoth = (row: SessionRow, list: Exchange): boolean => {
  const query = new URL(list.sent.url).searchParams;
  return ['reason_type', 'reason_value'].every((name) => toText(row[name]) === query.get(name));
};

/** The subject of a filter: the first word of its name. */
const subjectOf = (name: FilterName): string => name.split(' ')[0] ?? name;

/** Filters with two values of one parameter, or with two reasons, cannot be combined. */
const canStandTogether = (one: FilterName, other: FilterName): boolean => {
  const [subject, otherSubject] = [subjectOf(one), subjectOf(other)];
  const areReasons = subject.startsWith('reason') && otherSubject.startsWith('reason');
  return subject !== otherSubject && !areReasons;
};

const NAMES = Object.keys(FILTERS) as FilterName[];

/** Sets of filters extended by one filter that comes later in the table. */
const withOneMore = (sets: FilterName[][]): FilterName[][] =>
  sets.flatMap((set) =>
    NAMES.slice(NAMES.indexOf(defined(set.at(-1), 'the last filter')) + 1)
      .filter((next) => set.every((one) => canStandTogether(one, next)))
      .map((next) => [...set, next]),
  );

const PAIRS = withOneMore(NAMES.map((one) => [one]));
const TRIPLES = withOneMore(PAIRS);

/** Sets of filters by their subjects, for example `issue_id and days`. */
function bySubjects(all: FilterName[][]): Record<string, FilterName[][]> {
  const sets: Record<string, FilterName[][]> = {};
  for (const set of all) (sets[set.map(subjectOf).join(' and ')] ??= []).push(set);
  return Object.fromEntries(
    Object.entries(sets).map(([subjects, some]) => [subjects, tellingOf(some)]),
  );
}

/** The sets that show whether any of their filters is ignored; if there is none, all sets. */
function tellingOf(sets: FilterName[][]): FilterName[][] {
  const telling = sets.filter((set) => {
    const found = foundBy(set).length;
    return set.every((left) => foundBy(set.filter((one) => one !== left)).length > found);
  });
  return telling.length ? telling : sets;
}

const SETS = bySubjects([...PAIRS, ...TRIPLES]);

/** The filters of a draw. */
const setOf = (subjects: string, which: number): FilterName[] => {
  const sets = defined(SETS[subjects], `filters about ${subjects}`);
  return defined(sets[which % sets.length], `a set about ${subjects}`);
};

/** Any two or three filters find what all of them find. */
export const filterSets: AnyProperty[] = [
  property({
    rule: 'store.reading.filters-find-what-all-find',
    forAll: {
      subjects: classesOf(...(Object.keys(SETS) as [string, ...string[]])),
      which: integers(0, 11),
    },
    given: readSessions,
    maxDrawsOnShared: 8,
    drawFactor: 5,
    act: (s, {subjects, which}, made) => {
      const names = setOf(String(subjects), Number(which));
      return {...recordedIn(made), list: walkReading(s, queryOf(names, made), MAX_PAGES)};
    },
    judge: ({list, ...recorded}, {subjects, which}) => {
      const names = setOf(String(subjects), Number(which));
      const pages = [list].flat();
      return all(
        ...pages.map((page) =>
          expectOutcome(page, 'reading-page', `refused: ${names.join(' and ')}`),
        ),
        () => expectExactlyFound(pages, names, recorded as Recorded),
      );
    },
  }),
];

/**
 * Two sets of each three and four subjects that can be combined, which show whether a filter is
 * ignored.
 */
const MANY = Object.entries(bySubjects([...TRIPLES, ...withOneMore(TRIPLES)])).flatMap(
  ([subjects, sets]) =>
    sets.slice(0, 2).map((names, index) => ({id: `${subjects} ${index}`, names})),
);

/** The list by many filters at once. */
const filteredByMany = sharedScene({
  id: 'store: the list of reading sessions by many filters',
  api: 'store',
  onlyOnTestTargets: true,
  given: readSessions,
  act: (s, sessions) => ({
    ...recordedIn(sessions),
    ...(Object.fromEntries(
      MANY.map(({id, names}) => [id, walkReading(s, queryOf(names, sessions), MAX_PAGES)]),
    ) as Record<string, Handle<Exchange[]>>),
  }),
});

/** Three and four filters together find what all of them find, and show guests like any list. */
export const manyFilters: Check[] = [
  ...checksAt(filteredByMany, 'store.reading.filters-find-what-all-find', {
    'three and four at once': (seen) =>
      all(
        ...MANY.flatMap(({id, names}) =>
          listIn(seen as never, id).map((page) =>
            expectOutcome(page, 'reading-page', `refused: ${names.join(' and ')}`),
          ),
        ),
        judgeEach(MANY, ({id, names}) =>
          expectExactlyFound(listIn(seen as never, id), names, seen as unknown as Recorded),
        ),
      ),
  }),
  ...checksAt(filteredByMany, 'store.reading.guest-has-no-user', {
    'in lists by many filters': (seen) => {
      const found = MANY.filter(({names}) => foundBy(names).includes('byAGuest'));
      const lists = found.flatMap(({id}) => listIn(seen as never, id));
      return expectGuestToBeNobody(lists, (seen as unknown as Recorded).byAGuest);
    },
  }),
];
