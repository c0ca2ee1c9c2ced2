/** For things of a kind: nothing ends one, so an hour and a day later it is shown as at first. */

import type {Exchange} from '../../spec/exchange.ts';
import type {RuleId} from '../../spec/rule.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Handles,
  type Judgement,
} from '../language/check.ts';
import {groupIn, inGroups} from '../language/groups.ts';
import {all, concluded, judgeEach, nothing} from '../language/judge.ts';
import {hours, seconds, type Handle} from '../language/script.ts';
import {recordLooks, recordWalks, type Kind} from './kind.ts';
import {expectAmong, expectShown, type Known} from './many-shown.ts';

/** What passes, by when it has passed: a little more than an hour, and than a day. */
const PAUSES = {'an hour later': hours(1) + seconds(10), 'a day later': hours(23)} as const;

type Moment = keyof typeof PAUSES;

const MOMENTS = Object.keys(PAUSES) as Moment[];

const FIRST = 'at first';

/** Lists are walked through as often as there are moments, so only short ones are. */
interface LaterOptions {
  lists?: true;
}

/** The check that time alone changes nothing. @param rule that is broken if it does */
export function laterOf(rule: RuleId, kind: Kind, {lists}: LaterOptions = {}): Check[] {
  const scene = sharedScene({
    id: `store: ${kind.kind}, an hour and a day later`,
    onlyOnTestTargets: true,
    consecutive: true,
    act: (s): Handles => {
      const common: unknown = kind.begin(s);
      const one = kind.make(s, common, 1) as {created: Handle};
      const look = (when: string): Handles =>
        inGroups({
          [when]: recordLooks(s, kind, [[1, one]], common),
          [`lists ${when}`]: lists ? recordWalks(s, kind.lists, common) : {},
        });
      const first = look(FIRST);
      const later = MOMENTS.map((when) => {
        s.advance(PAUSES[when]);
        return look(when);
      });
      return Object.assign({created: one.created}, first, ...later) as Handles;
    },
  });
  return checksOf(scene, {
    [`${rule} @ ${kind.kind} an hour and a day later`]: judgeLater(kind),
  });
}

/** Whether a list has to show a thing; undefined where that is open. */
function isListed({lists}: Kind, name: RuleId, known: Known): boolean | undefined {
  const has = lists[name]?.has;
  return has ? has(known) : true;
}

/** Each read and each list shows a thing as at first, at every moment. */
const judgeLater =
  (kind: Kind) =>
  (seen: object): Judgement => {
    const {created} = seen as {created: Exchange};
    const known: Known = {number: 1, created, by: created, hasEnded: false};
    return judgeEach(MOMENTS, (when) =>
      all(
        judgeEachStill<Exchange>(seen, ['', when], (look) =>
          expectShown(kind, look, known, `not found ${when}`),
        ),
        judgeEachStill<Exchange[]>(seen, ['lists ', when], (pages, name) =>
          expectAmong(kind, {[name]: pages}, name, known, isListed(kind, name, known)),
        ),
      ),
    );
  };

/** Judges what shows a thing at a moment, if the same rightly showed it at first: otherwise other rules are about it. */
const judgeEachStill = <T>(
  seen: object,
  [group, when]: [group: string, when: Moment],
  judge: (shown: T, name: string) => Judgement,
): Judgement => {
  const first = groupIn<string, T | undefined>(seen, `${group}${FIRST}`);
  return judgeEach(
    Object.entries(groupIn<string, T | undefined>(seen, `${group}${when}`)),
    ([name, shown]) => {
      const before = first[name];
      if (shown === undefined || before === undefined) return nothing();
      return isRight(() => judge(before, name)) ? judge(shown, name) : nothing();
    },
  );
};

/** Whether a judgement finds nothing wrong. */
function isRight(judge: () => Judgement): boolean {
  const {violations, unread, inconclusive} = concluded(judge);
  return violations.length === 0 && !unread && inconclusive === undefined;
}
