/** For things of a kind: many of them exist at once, and each is found, changed and ended alone. */

import type {Exchange} from '../../spec/exchange.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {Counted} from '../language/chapter.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Handles,
  type Judgement,
} from '../language/check.ts';
import {groupIn, inGroups} from '../language/groups.ts';
import {expectStill, judgeEach, nothing, whenServed} from '../language/judge.ts';
import type {Handle} from '../language/script.ts';
import {COUNTS, judgesOf, recordLooks, recordWalks, type Kind} from './kind.ts';
import {expectAmong, expectShown, knownIn, whenAllAreThere, type Known} from './many-shown.ts';

/** Which of so many are changed, ended, and read: the first, the second, two in the middle, and the last. */
function chosenOf(count: number) {
  const changed = Math.ceil(count / 2);
  const ended = count > 1 ? changed + 1 : 0;
  const near = [1, 2, changed, changed + 1, count].filter((number) => number <= count);
  const read = [...new Set(near)];
  return {changed, ended, read, others: read.filter((one) => one !== changed && one !== ended)};
}

/** The checks that each of many things is found, changed and ended alone. */
export const manyOf = <M extends {created: Handle}, G>(kind: Kind<M, G>): Counted => ({
  counts: kind.counts ?? COUNTS,
  checks: (count) => checksOfMany(kind, count),
});

/** The scene: things are made, some are read, one is changed and one ended, and all is read and listed. */
const sceneOfMany = <M extends {created: Handle}, G>(kind: Kind<M, G>, count: number) =>
  sharedScene({
    id: `${kind.others.split('.')[0]}: ${count} ${kind.kind}`,
    onlyOnTestTargets: true,
    consecutive: true,
    act: (s): Handles => {
      const {changed, ended, read} = chosenOf(count);
      const common = kind.begin(s);
      const things = Array.from({length: count}, (_, at) => kind.make(s, common, at + 1));
      const of = (number: number): M => things[number - 1] as M;
      const chosen = read.map((number) => [number, of(number)] as const);
      const look = () => recordLooks(s, kind, chosen, common);
      const made = things.map(({created}) => created);
      const before = look();
      const change = kind.change?.record(s, of(changed), changed);
      const end = ended ? kind.end?.record(s, of(ended)) : undefined;
      const after = kind.change || kind.end ? look() : {};
      const list = recordWalks(s, kind.lists, common);
      return inGroups({made, before, moved: {change, end}, after, list});
    },
  });

/** Judges some of the things by the reads of some rules, before and after the change and the end. */
const judgeEachOf =
  (kind: Kind, count: number) =>
  (
    numbers: readonly number[],
    judge: (looks: Record<'before' | 'after', Exchange>, one: Known) => Judgement,
    rules = Object.keys(kind.looks),
  ) =>
  (seen: object): Judgement => {
    const known = knownIn(seen, chosenOf(count));
    const lookIn = (when: string, rule: RuleId, number: number): Exchange | undefined =>
      groupIn(seen, when)[`${rule} ${number}`];
    return whenAllAreThere(kind, seen, known, () =>
      judgeEach(numbers, (number) =>
        judgeEach(rules, (rule) => {
          const one = known[number - 1];
          const [before, after] = [lookIn('before', rule, number), lookIn('after', rule, number)];
          return one && before ? judge({before, after: after ?? before}, one) : nothing();
        }),
      ),
    );
  };

/** A list shows each of the things that it has to show. */
const expectEachListed =
  (kind: Kind, count: number) =>
  (rule: RuleId, {has}: Kind['lists'][string]) =>
  (seen: object): Judgement => {
    const known = knownIn(seen, chosenOf(count));
    const pages = groupIn<string, Exchange[]>(seen, 'list');
    return whenAllAreThere(kind, seen, known, () =>
      judgeEach(known, (one) =>
        expectAmong(kind, pages, rule, one, has ? has(one) : !one.hasEnded),
      ),
    );
  };

function checksOfMany(kind: Kind, count: number): Check[] {
  const {changed, ended, read, others} = chosenOf(count);
  const {looks, lists, change, end} = kind;
  const place = `many ${kind.kind}`;
  const judgeOf = judgeEachOf(kind, count);
  const shownAtFirst = (rule: RuleId) =>
    judgeOf(
      read,
      ({before}, one) =>
        expectShown(kind, before, {...one, by: one.created, hasEnded: false}, 'not found'),
      [rule],
    );
  const shownChanged = judgeOf([changed], ({after}, one) =>
    whenServed(one.by, () => expectShown(kind, after, one, 'not found after its change')),
  );
  const shownEnded = judgeOf(ended ? [ended] : [], ({after}, one) =>
    one.hasEnded && end ? end.expectEnded(after, one.created) : nothing(),
  );
  const othersKept = judgeOf(others, ({before, after}, one) =>
    expectStill(before, after, (look) =>
      expectShown(kind, look, one, 'gone after a change of another'),
    ),
  );
  return checksOf(sceneOfMany(kind, count), {
    ...judgesOf(looks, place, shownAtFirst),
    ...judgesOf(lists, place, expectEachListed(kind, count)),
    ...(change && {[`${change.rule} @ ${place}`]: shownChanged}),
    ...(end && {[`${end.rule} @ ${place}`]: shownEnded}),
    ...((change ?? end) && {[`${kind.others} @ ${place}`]: othersKept}),
  });
}
