import type {Exchange} from '../../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {allIn, inGroups} from '../../../language/groups.ts';
import {all, judgeEach} from '../../../language/judge.ts';
import {cutOf} from '../../../language/rows.ts';
import {createUser, walkList} from '../../people.ts';
import {users} from '../../user-rows.ts';

/** Users before the first walk. */
const BEFORE = 16;

/**
 * The number of walks, each of a list with one more user: for page sizes up to this number, every
 * position of the end occurs.
 */
const WALKS = 16;

/** The list without a filter while it grows user by user. */
const growing = sharedScene({
  id: 'store: the list while it grows',
  // The created users could not be removed.
  onlyOnTestTargets: true,
  act: (s) => {
    const before = s.repeat(BEFORE, (each) => void createUser(each));
    const grown = Array.from({length: WALKS}, () => ({
      user: createUser(s).created,
      walk: walkList(s, {}),
    }));
    return {
      before,
      ...inGroups({
        user: grown.map(({user}) => user),
        walk: grown.map(({walk}) => walk),
      }),
    };
  },
});

/**
 * Each walk shows every user who was created or shown before it exactly once: no user ever leaves this list. One that is
 * longer than a walk, because earlier runs have left many users, still shows nobody twice.
 */
function expectEverybodyShown({before, ...seen}: {before: Exchange[]}): Judgement {
  const created = allIn(seen, 'user');
  const known = new Set(before.map(users.idIn));
  return judgeEach(allIn<Exchange[]>(seen, 'walk'), (pages, index) => {
    for (const one of created.slice(0, index + 1)) known.add(users.idIn(one));
    const ids = [...known];
    for (const id of users.ids(pages)) known.add(id);
    return all(
      users.expectNoneTwice(pages, 'repeated-at-this-length'),
      ...(cutOf(pages) ? [] : [users.expectNoneLost(pages, ids, 'lost-at-this-length')]),
    );
  });
}

/** The pages together contain the list, whatever its length. */
export const listLengths: Check[] = checksOf(growing, {
  'store.users.list-without-query-is-unfiltered @ lists of any length': expectEverybodyShown,
});
