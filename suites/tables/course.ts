/** For two casts of things: a planned course of requests, after each of which everything is shown as it has to be. */

import {defined} from '../../spec/defined.ts';
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
import {all, judgeEach, notApplicable} from '../language/judge.ts';
import type {Handle, Script} from '../language/script.ts';
import {planTurns, type Planned, type Turn} from './turns.ts';

/** What is known of the things of a cast; undefined where the document leaves it open. */
export type Known = Readonly<Record<string, unknown>>;

/** A thing of a cast, the request that shows it, and what that has to show. */
export interface Observed<C> {
  /** Without it no judge reads the responses, but passive checks do. */
  rule?: RuleId;
  look(s: Script, own: C): Handle;
  /** The judgement of two responses, between which nothing changed the thing. */
  expectAsBefore?(
    before: Exchange,
    after: Exchange,
    branch: string,
    made: Record<string, Exchange>,
  ): Judgement;
  /** What is known of it at first. @param made the responses to the requests that made the cast */
  first?(made: Record<string, Exchange>): unknown;
  /** The judgement of a response by what is known of the thing. */
  expectKnown?(shown: Exchange, known: unknown, branch: string): Judgement;
}

/** A request of a course. */
export interface Step<C> extends Planned {
  record(s: Script, own: C, other: C): Handle;
  /** The things of its own cast that it changes, or may change. */
  changes?: readonly string[];
  /** What is known after its success. */
  leaves?(known: Known, response: Exchange): Known;
}

/** Courses of requests about two casts. */
interface Courses<C> {
  /** What they are about, for ids and places: `customers`. */
  name: string;
  /** Requests of a course. */
  length: number;
  /** Courses at standard effort; a round of deep effort makes as many others. */
  count: number;
  things: Record<string, Observed<C>>;
  /** Makes a cast. @returns it, and the responses by which it is recognized */
  make(s: Script): {cast: C; made: Record<string, Handle>};
  steps: Record<string, Step<C>>;
}

const CASTS = [0, 1] as const;

/** Rounds of deep effort that have courses of their own. */
const ROUNDS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

/** So many courses are also sent to deployments for tests. */
const ON_DEPLOYMENTS = 2;

/** How many things a course looks at after each request, in turn. */
const LOOKS = 5;

/** The checks of planned courses: each thing is as the requests before leave it. */
export const coursesOf = <C>(courses: Courses<C>): Counted => ({
  counts: ROUNDS,
  checks: (round) => {
    const tried = new Set<string>();
    return Array.from({length: courses.count}, (_, index) => {
      const seed = courses.count * round + index;
      const turns = planTurns(courses.steps, courses.length, seed, tried);
      return checksOfCourse(courses, turns, seed + 1);
    }).flat();
  },
});

/** The names of what a scene records. */
const MADE = CASTS.map((cast) => `made ${cast}`) as [string, string];
const sentAt = (at: number): string => `sent ${at}`;
const shownAt = (at: number, thing: string, cast: number): string => `shown ${at} ${thing} ${cast}`;

/** The things that are looked at after a turn: all of them in turn, and each one at the end. */
function looksAfter(at: number, things: readonly string[], isLast: boolean): [string, 0 | 1][] {
  const every = things.flatMap((thing) => CASTS.map((cast): [string, 0 | 1] => [thing, cast]));
  if (isLast) return every;
  return Array.from(
    {length: LOOKS},
    (_, index) => every[(at * LOOKS + index) % every.length] as [string, 0 | 1],
  );
}

const sceneOf = <C>(courses: Courses<C>, turns: readonly Turn[], number: number) =>
  sharedScene({
    id: `store: ${courses.name}, course ${number}`,
    onlyOnTestTargets: true,
    ...(number > ON_DEPLOYMENTS && {mockOnly: true as const}),
    consecutive: true,
    act: (s): Handles => {
      const {make, things} = courses;
      const [first, second] = [make(s), make(s)];
      const casts = [first.cast, second.cast] as const;
      const recorded: Record<string, Handle> = {};
      for (const [at, {step, of}] of turns.entries()) {
        recorded[sentAt(at)] = stepOf(courses, step).record(s, casts[of], casts[1 - of] as C);
        for (const [thing, cast] of looksAfter(at, Object.keys(things), at === turns.length - 1))
          recorded[shownAt(at, thing, cast)] = defined(things[thing], thing).look(s, casts[cast]);
      }
      return {...inGroups({[MADE[0]]: first.made, [MADE[1]]: second.made}), ...recorded};
    },
  });

function checksOfCourse<C>(courses: Courses<C>, turns: readonly Turn[], number: number): Check[] {
  const judgeOf =
    (thing: string, observed: Observed<C>) =>
    (seen: object): Judgement => {
      const looks = CASTS.flatMap((cast) => looksAt(courses, turns, seen, thing, cast));
      return looks.some(({shown}) => isSuccessStatus(shown.status))
        ? judgeEach(looks, (look) => expectShown(observed, look))
        : notApplicable(`this deployment shows no such ${thing}`);
    };
  const judges = Object.entries(courses.things).flatMap(([thing, observed]) => {
    const place = `${courses.name}: the ${thing}`;
    return observed.rule ? [[`${observed.rule} @ ${place}`, judgeOf(thing, observed)]] : [];
  });
  return checksOf(sceneOf(courses, turns, number), Object.fromEntries(judges));
}

const stepOf = <C>({steps}: Courses<C>, name: string): Step<C> => defined(steps[name], name);

/** A response that shows a thing, with what it has to show. */
interface Look {
  shown: Exchange;
  /** The last one, if no request since then may have changed the thing. */
  before: Exchange | undefined;
  known: unknown;
  /** The requests since the last one. */
  since: string[];
  /** The responses to the requests that made the cast. */
  made: Record<string, Exchange>;
}

/** Every response that shows a thing of a cast. */
function looksAt<C>(
  courses: Courses<C>,
  turns: readonly Turn[],
  seen: object,
  thing: string,
  cast: 0 | 1,
): Look[] {
  const exchanges = seen as Record<string, Exchange | undefined>;
  const looks: Look[] = [];
  const made = groupIn<string>(seen, MADE[cast]);
  let known = firstKnown(courses, made);
  let before: Exchange | undefined;
  let since: string[] = [];
  for (const [at, {step, of}] of turns.entries()) {
    const response = exchanges[sentAt(at)];
    const {changes = [], leaves} = stepOf(courses, step);
    since = [...since, step];
    if (of === cast && changes.includes(thing)) before = undefined;
    if (of === cast && response && isSuccessStatus(response.status))
      known = leaves?.(known, response) ?? known;
    const shown = exchanges[shownAt(at, thing, cast)];
    if (!shown) continue;
    looks.push({shown, before, known: known[thing], since, made});
    before = isSuccessStatus(shown.status) ? shown : undefined;
    since = [];
  }
  return looks;
}

const firstKnown = <C>({things}: Courses<C>, made: Record<string, Exchange>): Known =>
  Object.fromEntries(
    Object.entries(things).map(([thing, {first}]) => [thing, first?.(made)] as const),
  );

function expectShown<C>(
  observed: Observed<C>,
  {shown, before, known, since, made}: Look,
): Judgement {
  const {expectAsBefore, expectKnown} = observed;
  const after = since.join(', ');
  const judgements = [
    ...(before && expectAsBefore
      ? [expectAsBefore(before, shown, `changed after: ${after}`, made)]
      : []),
    ...(known !== undefined && expectKnown
      ? [expectKnown(shown, known, `not as left by: ${after}`)]
      : []),
  ];
  return all(...judgements);
}
