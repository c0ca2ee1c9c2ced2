/** For things of a kind: several are made at the same moment, then changed and ended at the same moment. */

import type {Exchange} from '../../spec/exchange.ts';
import type {RuleId} from '../../spec/rule.ts';
import {isSuccessStatus} from '../../spec/status.ts';
import type {Counted} from '../language/chapter.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Handles,
  type Judgement,
} from '../language/check.ts';
import {groupIn, inGroups} from '../language/groups.ts';
import {judgeEach, notApplicable, nothing, when} from '../language/judge.ts';
import type {Handle, Script} from '../language/script.ts';
import {expectAmong, expectShown, whenAllAreThere, type Known} from './many-shown.ts';
import {judgesOf, recordFurther, recordLooks, recordWalks, type Kind} from './kind.ts';

/** How many at once: the first number at standard effort, each other one in a round of deep effort. */
const COUNTS = [4, 8, 2] as const;

/** The checks that things which are made, changed or ended at the same moment do not get in each other's way. */
export const atOnceOf = (kind: Kind): Counted => ({
  counts: COUNTS,
  checks: (count) => checksAtOnce(kind, count),
});

/** The lists that show what was made just now, the third one among them. */
const listsOf = ({lists}: Kind): Kind['lists'] =>
  Object.fromEntries(
    Object.entries(lists).filter(
      ([, {has}]) => has?.({number: 3, hasEnded: false} as Known) !== false,
    ),
  );

/** What is done at the same moment: the odd ones are changed, the even ones end. */
const moveOf = (kind: Kind, number: number) => (number % 2 ? kind.change : kind.end);

/** Records moves of things at the same moment, by number. */
function moveAtOnce(
  s: Script,
  kind: Kind,
  things: ReadonlyMap<number, {created: Handle}>,
): Record<string, Handle> {
  const moves = [...things].flatMap(([number, one]) => {
    const move = moveOf(kind, number);
    return move ? [[number, (b: Script) => move.record(b, one, number)] as const] : [];
  });
  if (moves.length === 0) return {};
  const made = s.together(moves.map(([, record]) => record));
  return Object.fromEntries(moves.map(([number], at) => [number, made[at] as Handle]));
}

const sceneAtOnce = (kind: Kind, count: number) =>
  sharedScene({
    id: `${kind.others.split('.')[0]}: ${count} ${kind.kind} at once`,
    onlyOnTestTargets: true,
    consecutive: true,
    act: (s): Handles => {
      const common: unknown = kind.begin(s);
      const made = s.together(
        Array.from(
          {length: count},
          (_, at) => (b: Script) => kind.make(b, common, at + 1) as {created: Handle},
        ),
      );
      const things = new Map(made.map((one, at) => [at + 1, one]));
      const before = recordLooks(s, kind, things, common);
      const list = recordWalks(s, listsOf(kind), common);
      // What a thing brings about may follow a moment later.
      const further = recordFurther(s, kind, things, common);
      const moved = moveAtOnce(s, kind, things);
      const after = recordLooks(s, kind, things, common);
      const groups = {before, further, moved, after, list};
      return inGroups({made: made.map(({created}) => created), ...groups});
    },
  });

/** A thing, and the request at the same moment as others that changed or ended it. */
interface Moved extends Known {
  /** As it was made. */
  atFirst: Known;
  move: Exchange | undefined;
}

/** What the requests of a scene say of each thing. */
function movedIn(kind: Kind, seen: object): Moved[] {
  const moved = groupIn<string, Exchange | undefined>(seen, 'moved');
  return Object.values(groupIn(seen, 'made')).map((created, at) => {
    const number = at + 1;
    const atFirst: Known = {number, created, by: created, hasEnded: false};
    const move = moved[number];
    const isDone = move !== undefined && isSuccessStatus(move.status);
    const isEnd = isDone && moveOf(kind, number) === kind.end;
    return {
      ...atFirst,
      by: isDone && !isEnd ? move : created,
      hasEnded: isEnd,
      atFirst,
      move,
    };
  });
}

/** Judges what else holds of things that were made at the same moment. */
const judgeFurther =
  (kind: Kind) =>
  (rule: RuleId, {look, expectEach}: NonNullable<Kind['further']>[string]) =>
  (seen: object): Judgement => {
    const things = movedIn(kind, seen);
    const shown = groupIn<string, Exchange | undefined>(seen, look ? 'further' : 'before');
    const rules = look ? [rule] : Object.keys(kind.looks);
    return whenAllAreThere(kind, seen, things, () =>
      expectEach(
        things.map(({atFirst: known}) => ({
          looks: rules.flatMap((one) => shown[`${one} ${known.number}`] ?? []),
          known,
        })),
      ),
    );
  };

function checksAtOnce(kind: Kind, count: number): Check[] {
  const {looks, further = {}, change, end} = kind;
  /** Judges each thing, by the reads of some rules. */
  const judgeEachLook =
    (group: string, judge: (look: Exchange, one: Moved) => Judgement, rules = Object.keys(looks)) =>
    (seen: object): Judgement => {
      const reads = groupIn(seen, group);
      const things = movedIn(kind, seen);
      return whenAllAreThere(kind, seen, things, () =>
        judgeEach(things, (one) =>
          judgeEach(rules, (rule) => {
            const look = reads[`${rule} ${one.number}`];
            return look ? judge(look, one) : nothing();
          }),
        ),
      );
    };
  const whenMoved = (one: Moved, judgement: () => Judgement): Judgement =>
    one.move === undefined
      ? nothing()
      : when(
          isSuccessStatus(one.move.status),
          'a request at the same moment was refused',
          judgement,
        );
  const expectMade = (rule: RuleId) =>
    judgeEachLook('before', (look, one) => expectShown(kind, look, one.atFirst, 'not found'), [
      rule,
    ]);
  const expectChanged = judgeEachLook('after', (look, one) =>
    one.hasEnded
      ? nothing()
      : whenMoved(one, () => expectShown(kind, look, one, 'not found after its change')),
  );
  const expectEnded = judgeEachLook('after', (look, one) =>
    one.hasEnded && end ? end.expectEnded(look, one.created) : nothing(),
  );
  const expectListed =
    (rule: RuleId, {has}: Kind['lists'][string]) =>
    (seen: object): Judgement => {
      const things = movedIn(kind, seen);
      const pages = groupIn<string, Exchange[]>(seen, 'list');
      const isMeant = ({atFirst}: Moved): boolean | undefined => (has ? has(atFirst) : true);
      const mayLackAll = things.every((one) => isMeant(one) === undefined);
      const isSomeShown = things.some(({created}) => kind.rowIn(pages[rule] ?? [], created));
      return whenAllAreThere(kind, seen, things, () =>
        mayLackAll && !isSomeShown
          ? notApplicable(`no page that was read shows any of the ${kind.kind}`)
          : judgeEach(things, (one) => expectAmong(kind, pages, rule, one.atFirst, isMeant(one))),
      );
    };
  return checksOf(sceneAtOnce(kind, count), {
    ...judgesOf(looks, `${kind.kind} made at once`, expectMade),
    ...judgesOf(further, `${kind.kind} made at once`, judgeFurther(kind)),
    ...judgesOf(listsOf(kind), `${kind.kind} made at once`, expectListed),
    ...(change && {
      [`${change.rule} @ ${kind.kind} changed at once`]: expectChanged,
    }),
    ...(end && {[`${end.rule} @ ${kind.kind} ended at once`]: expectEnded}),
  });
}
