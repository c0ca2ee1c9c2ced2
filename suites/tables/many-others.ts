/** For things of several kinds: one of each is shown as before after many others were made and ended. */

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
import {expectStill, judgeEach} from '../language/judge.ts';
import type {Handle} from '../language/script.ts';
import {COUNTS, recordLooks, type Kind} from './kind.ts';
import {expectShown} from './many-shown.ts';

/** The kinds, by the rule that is broken if one of them changes while others are made and ended. */
type Kinds = Record<RuleId, Kind>;

/** The checks that one of each kind is as before after many others. @param scenes kinds that share a scene */
export const afterManyOthers = (scenes: readonly Kinds[]): Counted => ({
  counts: COUNTS,
  checks: (count) => scenes.flatMap((kinds) => checksOfOthers(kinds, count)),
});

function checksOfOthers(kinds: Kinds, count: number): Check[] {
  const all = Object.entries(kinds);
  const names = all.map(([, {kind}]) => kind).join(', ');
  const scene = sharedScene({
    id: `${all[0]?.[0].split('.')[0]}: after ${count} others: ${names}`,
    onlyOnTestTargets: true,
    consecutive: true,
    act: (s): Handles => {
      const firsts = all.map(([rule, kind]) => {
        const common: unknown = kind.begin(s);
        const one = kind.make(s, common, 1) as {created: Handle};
        return {rule, kind, common, one, before: recordLooks(s, kind, [[1, one]], common)};
      });
      for (const {kind, common} of firsts)
        for (let number = 2; number <= count + 1; number++)
          kind.end?.record(s, kind.make(s, common, number));
      return Object.assign(
        {},
        ...firsts.map(({rule, kind, common, one, before}) =>
          inGroups({
            [`${rule} made`]: {created: one.created},
            [`${rule} before`]: before,
            [`${rule} after`]: recordLooks(s, kind, [[1, one]], common),
          }),
        ),
      ) as Handles;
    },
  });
  const judge =
    (rule: RuleId, kind: Kind) =>
    (seen: object): Judgement => {
      const {created} = groupIn<'created'>(seen, `${rule} made`);
      const before = groupIn<string>(seen, `${rule} before`);
      const known = {number: 1, created, by: created, hasEnded: false};
      return judgeEach(
        Object.entries(groupIn<string, Exchange>(seen, `${rule} after`)),
        ([name, after]) =>
          expectStill(before[name] ?? after, after, (look) =>
            expectShown(kind, look, known, 'not found after many others'),
          ),
      );
    };
  const judges = all.map(
    ([rule, kind]) => [`${rule} @ after many others`, judge(rule, kind)] as const,
  );
  return checksOf(scene, Object.fromEntries(judges));
}
