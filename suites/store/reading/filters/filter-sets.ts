/** Several filters at once find what all of them find (Reading sessions, Read). */

import {defined} from '../../../../spec/defined.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {
  sharedScene,
  checksAt,
  type Judgement,
  type AnyProperty,
  type Check,
} from '../../../language/check.ts';
import {expectOutcome, judgeEach, all} from '../../../language/judge.ts';
import {property} from '../../../language/property.ts';
import type {Handle} from '../../../language/script.ts';
import {classesOf, integers} from '../../../values/values.ts';
import {
  expectExactlyFound,
  recordedIn,
  listBy,
  listIn,
  expectGuestToBeNobody,
  type Recorded,
  type SeenLists,
} from './filtered-sessions.ts';
import {FILTERS, foundBy, readSessions, type FilterName} from '../read-sessions.ts';

/** The subject of a filter: the first word of its name. */
const subjectOf = (name: FilterName): string => name.split(' ')[0] ?? name;

/** Filters with two values of one parameter, or with two reasons, cannot be combined. */
const canStandTogether = (one: FilterName, other: FilterName): boolean => {
  const [subject, otherSubject] = [subjectOf(one), subjectOf(other)];
  const areReasons = subject.startsWith('reason') && otherSubject.startsWith('reason');
  return subject !== otherSubject && !areReasons;
};

const NAMES = Object.keys(FILTERS) as FilterName[];

/** The filters that come later in the table than all of a set. */
const laterThan = (set: FilterName[]): FilterName[] =>
  NAMES.slice(NAMES.indexOf(defined(set.at(-1), 'the last filter')) + 1);

/** Whether a set finds fewer sessions than it does without one of its filters. */
const tellsWhether = (set: FilterName[], left: FilterName): boolean =>
  foundBy(set.filter((one) => one !== left)).length > foundBy(set).length;

/** Sets of filters extended by one filter that comes later in the table. */
const withOneMore = (sets: FilterName[][]): FilterName[][] =>
  sets.flatMap((set) =>
    laterThan(set)
      .filter((next) => set.every((one) => canStandTogether(one, next)))
      .map((next) => [...set, next]),
  );

const PAIRS = withOneMore(NAMES.map((one) => [one]));

const TRIPLES = withOneMore(PAIRS);

/** The sets that show whether any of their filters is ignored; if there is none, all sets. */
function tellingOf(sets: FilterName[][]): FilterName[][] {
  const telling = sets.filter((set) => set.every((left) => tellsWhether(set, left)));
  return telling.length ? telling : sets;
}

/** Sets of filters by their subjects, for example `issue_id and days`. */
function bySubjects(every: FilterName[][]): Record<string, FilterName[][]> {
  const sets: Record<string, FilterName[][]> = {};
  for (const set of every) (sets[set.map(subjectOf).join(' and ')] ??= []).push(set);
  return Object.fromEntries(
    Object.entries(sets).map(([subjects, some]) => [subjects, tellingOf(some)]),
  );
}

const SETS = bySubjects([...PAIRS, ...TRIPLES]);

/** The filters of a draw. */
const setOf = (subjects: string, which: number): FilterName[] => {
  const sets = defined(SETS[subjects], `filters about ${subjects}`);
  return defined(sets[which % sets.length], `a set about ${subjects}`);
};

/** The pages of a list by several filters were served, and show exactly what the filters find. */
const expectServedAndFound = (
  pages: Exchange[],
  names: readonly FilterName[],
  recorded: Recorded,
): Judgement =>
  all(
    ...pages.map((page) => expectOutcome(page, 'reading-page', `refused: ${names.join(' and ')}`)),
    () => expectExactlyFound(pages, names, recorded),
  );

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
      return {...recordedIn(made), list: listBy(s, made, names)};
    },
    judge: ({list, ...recorded}, {subjects, which}) => {
      const names = setOf(String(subjects), Number(which));
      return expectServedAndFound([list].flat(), names, recorded as Recorded);
    },
  }),
];

/**
 * Two sets of each three and four subjects that can be combined, which show whether a filter is
 * ignored.
 */
const MANY_FILTERS = Object.entries(bySubjects([...TRIPLES, ...withOneMore(TRIPLES)])).flatMap(
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
      MANY_FILTERS.map(({id, names}) => [id, listBy(s, sessions, names)]),
    ) as Record<string, Handle<Exchange[]>>),
  }),
});

/** Every list was served, and shows exactly what its filters find. */
const expectAllFound = (seen: SeenLists): Judgement =>
  all(
    ...MANY_FILTERS.flatMap(({id, names}) =>
      listIn(seen, id).map((page) =>
        expectOutcome(page, 'reading-page', `refused: ${names.join(' and ')}`),
      ),
    ),
    judgeEach(MANY_FILTERS, ({id, names}) => expectExactlyFound(listIn(seen, id), names, seen)),
  );

/** The lists whose filters find the session of a guest show no user for it. */
const expectGuestWithoutUser = (seen: SeenLists): Judgement => {
  const found = MANY_FILTERS.filter(({names}) => foundBy(names).includes('byAGuest'));
  const lists = found.flatMap(({id}) => listIn(seen, id));
  return expectGuestToBeNobody(lists, seen.byAGuest);
};

/** Three and four filters together find what all of them find, and show guests like any list. */
export const manyFilters: Check[] = [
  ...checksAt(filteredByMany, 'store.reading.filters-find-what-all-find', {
    'three and four at once': (seen) => expectAllFound(seen as unknown as SeenLists),
  }),
  ...checksAt(filteredByMany, 'store.reading.guest-has-no-user', {
    'in lists by many filters': (seen) => expectGuestWithoutUser(seen as unknown as SeenLists),
  }),
];
