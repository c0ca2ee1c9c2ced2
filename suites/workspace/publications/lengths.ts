import * as fc from 'fast-check';
import type {Exchange} from '../../../spec/exchange.ts';
import type {AnyProperty, Judgement} from '../../language/check.ts';
import {all, expectMember, expectNone} from '../../language/judge.ts';
import {propertiesOf} from '../../language/property.ts';
import {lastOf, missing, repeated, whenWalkedToTheEnd} from '../../language/rows.ts';
import type {Handle, Script} from '../../language/script.ts';
import type {ValueClasses} from '../../values/values.ts';
import {fullPages, expectNothingBehind, expectNothingCutOff, PAGE} from './cursors.ts';
import {expectTimesFall} from './sort-order.ts';
import {idsOf, walk} from './walks.ts';

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

/** The most lengths at which the list is walked. */
const MAX_LENGTHS = 6;

/** A walk at each length of the list, and the ids of the rows that were added before it. */
type Steps = {first: Handle<Exchange[]>} & Record<`walk ${number}`, Handle<Exchange[]> | undefined>;
type Seen = {first: Exchange[]} & Record<`walk ${number}`, Exchange[] | undefined>;

/** Records a walk before and after each addition. */
function walkAroundAdditions(s: Script, counts: readonly number[]): Steps {
  const steps: Steps = {first: walk(s)};
  for (const [index, count] of counts.entries()) {
    s.control('seed-publications', {role: 'full', count});
    steps[`walk ${index}`] = walk(s);
  }
  return steps;
}

/** The walks in order. */
const walksIn = (seen: Seen): Exchange[][] => [
  seen.first,
  ...Array.from({length: MAX_LENGTHS}, (_, index) => seen[`walk ${index}`] ?? []).filter(
    (pages) => pages.length > 0,
  ),
];

/** Judges each walk that reached the end of the list, together with the walk before it. */
const judgeEachWalk = (
  seen: Seen,
  judgement: (pages: Exchange[], before: Exchange[]) => Judgement,
): Judgement => {
  const walks = walksIn(seen);
  return whenWalkedToTheEnd(walks, () =>
    all(...walks.slice(1).map((pages, index) => judgement(pages, walks[index] ?? []))),
  );
};

/**
 * A walk shows every row of the previous walk exactly once. If its last page is full, it may have
 * ended too early; another rule judges that.
 */
function expectEachRowOnce(pages: Exchange[], before: Exchange[]): Judgement {
  const last = lastOf(pages);
  const lost = last.body.data.length < PAGE ? missing(idsOf(before), idsOf(pages)) : [];
  return all(
    expectNone(repeated(idsOf(pages)), 'row that stands twice', 'repeated', last),
    expectNone(lost, 'row of the earlier walk that this one lacks', 'lost-at-this-length', last),
  );
}

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
    'workspace.publications.has-more-is-exact': (seen: Seen) =>
      judgeEachWalk(seen, (pages, before) =>
        all(
          expectMember(lastOf(pages), '/has_more', false, 'more-after-the-last'),
          expectNothingCutOff(before, pages),
          expectNothingBehind(before, pages),
        ),
      ),
    'workspace.publications.walk-visits-each-once': (seen: Seen) =>
      judgeEachWalk(seen, expectEachRowOnce),
    'workspace.publications.newest-first': (seen: Seen) => judgeEachWalk(seen, expectTimesFall),
  },
);
