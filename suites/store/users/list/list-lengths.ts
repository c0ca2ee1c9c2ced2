import type {Exchange} from '../../../../spec/exchange.ts';
import {
  checksAt,
  sharedScene,
  type Check,
  type Handles,
  type Judgement,
} from '../../../language/check.ts';
import {all, expectNone} from '../../../language/judge.ts';
import {missing, repeated} from '../../../language/rows.ts';
import {createUser, walkList} from '../../people.ts';
import {rowsOf} from '../../user-rows.ts';

/** Users before the first walk. */
const BEFORE = 16;

/**
 * The number of walks, each of a list with one more user: for page sizes up to this number, every
 * position of the end occurs.
 */
const WALKS = 16;

const walkName = (index: number): string => `walk ${index}`;

/** The list without a filter while it grows user by user. */
const growing = sharedScene({
  id: 'store: the list while it grows',
  api: 'store',
  // The created users could not be removed.
  onlyOnTestTargets: true,
  act: (s): Handles => {
    const before = s.repeat(BEFORE, (each) => void createUser(each));
    const walks = Array.from({length: WALKS}, (_, index) => {
      const {created} = createUser(s);
      return [
        [`user ${index}`, created],
        [walkName(index), walkList(s, {})],
      ] as const;
    });
    return {before, ...Object.fromEntries(walks.flat())};
  },
});

type Seen = Record<string, Exchange | Exchange[] | undefined>;

const idOf = ({body}: Exchange): unknown => body?.data?.id;

/** The pages of one walk, and the users that they must show. */
interface Walk {
  pages: Exchange[];
  /** All users who were created or shown before it: no user ever leaves this list. */
  known: unknown[];
}

const idsOn = (pages: Exchange[]): unknown[] => rowsOf(pages).map(({id}) => id);

function walksIn(seen: Seen): Walk[] {
  const known = new Set<unknown>([seen.before ?? []].flat().map(idOf));
  return Array.from({length: WALKS}, (_, index) => {
    for (const created of [seen[`user ${index}`] ?? []].flat()) known.add(idOf(created));
    const pages = [seen[walkName(index)] ?? []].flat();
    const walk = {pages, known: [...known]};
    for (const id of idsOn(pages)) known.add(id);
    return walk;
  });
}

/**
 * Each walk shows every user who was created or shown before it exactly once. A list that is longer than a walk, because
 * earlier runs have left many users, still shows nobody twice.
 */
const expectEverybodyShown = (seen: Seen): Judgement =>
  all(
    ...walksIn(seen).map(({pages, known}) => {
      const last = pages.at(-1);
      const lost = last?.walkEndedBecause === undefined ? missing(known, idsOn(pages)) : [];
      return all(
        expectNone(lost, 'user on no page', 'lost-at-this-length', last),
        expectNone(repeated(idsOn(pages)), 'user twice', 'repeated-at-this-length', last),
      );
    }),
  );

/** The pages together contain the list, whatever its length. */
export const listLengths: Check[] = checksAt(
  growing,
  'store.users.list-without-query-is-unfiltered',
  {'lists of any length': (seen) => expectEverybodyShown(seen as Seen)},
);
