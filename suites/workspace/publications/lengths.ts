import * as fc from 'fast-check';
import type {Exchange} from '../../../spec/exchange.ts';
import type {AnyProperty, Handles, Judgement} from '../../language/check.ts';
import {allIn, inGroups} from '../../language/groups.ts';
import {all, judgeEach} from '../../language/judge.ts';
import {propertiesOf} from '../../language/property.ts';
import {whenWalkedToTheEnd} from '../../language/rows.ts';
import type {Script} from '../../language/script.ts';
import type {ValueClasses} from '../../values/values.ts';
import {expectWhole, fullPages} from './cursors.ts';
import {expectTimesFall} from './sort-order.ts';
import {idsOf, isFullAtEnd, PAGE, publications, walk} from './walks.ts';

/** How many rows are added, in several steps, to a list whose last page is full. */
const additions: ValueClasses<number[]> = {
  plain: [1, 1, 1],
  classes: {
    'one by one': fc.constant([1, 1, 1, 1, 1, 1]),
    'to the middle of a page': fc.constant([1, 1, 1, PAGE / 2 - 4, 1, 1]),
    'to the end of a page': fc.constant([1, 1, 1, PAGE - 5, 1, 1]),
    any: fc.integer({min: 2, max: PAGE - 8}).map((many) => [1, 1, 1, many, 2, 1]),
  },
};

/** Records a walk before and after each addition. */
function walkAroundAdditions(s: Script, counts: readonly number[]): Handles {
  const walks = [walk(s)];
  for (const count of counts) {
    s.control('seed-publications', {role: 'full', count});
    walks.push(walk(s));
  }
  return inGroups({walk: walks});
}

/** Judges each walk together with the walk before it, if all reached the end of the list. */
const judgeEachWalk = (
  seen: object,
  judge: (pages: Exchange[], before: Exchange[]) => Judgement,
): Judgement => {
  const walks = allIn<Exchange[]>(seen, 'walk');
  return whenWalkedToTheEnd(walks, () =>
    judgeEach(walks.slice(1), (pages, index) => judge(pages, walks[index] ?? [])),
  );
};

/**
 * A walk shows every row of the previous walk exactly once. If its last page is full, it may have
 * ended too early; another rule judges that.
 */
const expectEachRowOnce = (pages: Exchange[], before: Exchange[]): Judgement =>
  all(
    publications.expectNoneTwice(pages, 'repeated'),
    ...(isFullAtEnd(pages)
      ? []
      : [publications.expectNoneLost(pages, idsOf(before), 'lost-at-this-length')]),
  );

/**
 * For any length of the list, its pages contain each row once and in order (Endpoints / list
 * publications).
 */
export const lengths: AnyProperty[] = propertiesOf(
  {
    scene: 'workspace: lists of any length',
    place: 'lists of any length',
    given: fullPages,
    maxDrawsOnShared: 1,
    forAll: {additions},
    act: (s, {additions: counts}) => walkAroundAdditions(s, counts),
  },
  {
    'workspace.publications.has-more-is-exact': (seen: object) => judgeEachWalk(seen, expectWhole),
    'workspace.publications.walk-visits-each-once': (seen: object) =>
      judgeEachWalk(seen, expectEachRowOnce),
    'workspace.publications.newest-first': (seen: object) => judgeEachWalk(seen, expectTimesFall),
  },
);
