/** For two casts of things: a planned course of requests, after each of which everything is shown as it has to be. */

import {defined} from '../../spec/defined.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {Api, RuleId} from '../../spec/rule.ts';
import {isSuccessOrRedirect, isSuccessStatus} from '../../spec/status.ts';
import type {Counted} from '../language/chapter.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Handles,
  type Judgement,
} from '../language/check.ts';
import {groupIn, inGroups} from '../language/groups.ts';
import {all, judgeEach, notApplicable, notExercised} from '../language/judge.ts';
import type {Handle, Script} from '../language/script.ts';
import {planLooks, type ThingOfCast} from './looks.ts';
import {planTurns, type Planned, type Turn} from './turns.ts';

/** What is known of the things of a cast; undefined where the document leaves it open. */
export type Known = Readonly<Record<string, unknown>>;

/** A thing of a cast, the request that shows it, and what that has to show. */
export interface Observed<C> {
  /** Without it no judge reads the responses, but passive checks do. */
  rule?: RuleId;
  look(s: Script, own: C): Handle;
  /** Both casts have it in common: it is looked at once. */
  isCommon?: true;
  /** The request that shows the same in another way, if the target has it. */
  lookOtherwise?(s: Script, own: C): Handle | undefined;
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

/** A request of a course, or a hook. */
export interface Step<C> extends Planned {
  /** @returns undefined where the target lacks the hook */
  record(s: Script, own: C, other: C): Handle | undefined;
  /** The things of its own cast that it changes, or may change. */
  changes?: readonly string[];
  /** What is known after its success. */
  leaves?(known: Known, response: Exchange): Known;
}

/** Courses of requests about two casts. */
interface Courses<C> {
  api: Api;
  /** What they are about, for ids and places: `customers`. */
  name: string;
  /** Requests of a course. */
  length: number;
  /** Courses at standard effort; a round of deep effort makes as many others. */
  count: number;
  /** So many of them are also sent to deployments for tests. */
  onDeployments: number;
  /** How many things are looked at after each request, in turn. */
  looks: number;
  things: Record<string, Observed<C>>;
  /** What `lookOtherwise` has to show beside `look`, and the rule that is broken if it does not. */
  otherwise?: {
    rule: RuleId;
    place: string;
    expectSame(shown: Exchange, otherwise: Exchange, branch: string): Judgement;
  };
  /** Makes a cast. @returns it, and the responses by which it is recognized */
  make(s: Script): {cast: C; made: Record<string, Handle | undefined>};
  steps: Record<string, Step<C>>;
}

const CASTS = [0, 1] as const;

/** Rounds of deep effort that have courses of their own. */
const ROUNDS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

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
const otherwiseAt = (at: number, thing: string, cast: number): string =>
  `otherwise ${at} ${thing} ${cast}`;

/** What is looked at after each turn of a course. */
const looksOfTurns = <C>({steps, things, looks}: Courses<C>, turns: readonly Turn[]) => {
  const every = Object.entries(things).flatMap(([thing, {isCommon}]) =>
    castsOf(isCommon).map((cast): ThingOfCast => [thing, cast]),
  );
  return planLooks(steps, turns, every, looks);
};

/** What both casts have in common is looked at as a thing of the first one. */
const castsOf = (isCommon: true | undefined): readonly (0 | 1)[] => (isCommon ? [0] : CASTS);

const sceneOf = <C>(courses: Courses<C>, turns: readonly Turn[], number: number) =>
  sharedScene({
    id: `${courses.api}: ${courses.name}, course ${number}`,
    onlyOnTestTargets: true,
    ...(number > courses.onDeployments && {mockOnly: true as const}),
    consecutive: true,
    act: (s): Handles => {
      const {make, things} = courses;
      const [first, second] = [make(s), make(s)];
      const casts = [first.cast, second.cast] as const;
      const recorded: Record<string, Handle> = {};
      const looks = looksOfTurns(courses, turns);
      for (const [at, {step, of}] of turns.entries()) {
        const sent = stepOf(courses, step).record(s, casts[of], casts[1 - of] as C);
        if (sent) recorded[sentAt(at)] = sent;
        for (const [thing, cast] of looks[at] ?? []) {
          const {look, lookOtherwise} = defined(things[thing], thing);
          recorded[shownAt(at, thing, cast)] = look(s, casts[cast]);
          const otherwise = lookOtherwise?.(s, casts[cast]);
          if (otherwise) recorded[otherwiseAt(at, thing, cast)] = otherwise;
        }
      }
      return {...inGroups({[MADE[0]]: first.made, [MADE[1]]: second.made}), ...recorded};
    },
  });

function checksOfCourse<C>(courses: Courses<C>, turns: readonly Turn[], number: number): Check[] {
  const judgeOf =
    (thing: string, observed: Observed<C>) =>
    (seen: object): Judgement => {
      const looks = looksOf(courses, turns, seen, thing);
      return looks.some(({shown}) => isSuccessOrRedirect(shown.status))
        ? judgeEach(looks, (look) => expectShown(observed, look))
        : notApplicable(`this deployment shows no such ${thing}`);
    };
  const judges = Object.entries(courses.things).flatMap(([thing, observed]) => {
    const place = `${courses.name}: the ${thing}`;
    return observed.rule ? [[`${observed.rule} @ ${place}`, judgeOf(thing, observed)]] : [];
  });
  const {otherwise} = courses;
  if (otherwise)
    judges.push([
      `${otherwise.rule} @ ${courses.name}: ${otherwise.place}`,
      (seen: object) => expectShownOtherwise(courses, turns, seen, otherwise.expectSame),
    ]);
  return checksOf(sceneOf(courses, turns, number), Object.fromEntries(judges));
}

/** Each thing is shown in both ways alike. */
function expectShownOtherwise<C>(
  courses: Courses<C>,
  turns: readonly Turn[],
  seen: object,
  expectSame: NonNullable<Courses<C>['otherwise']>['expectSame'],
): Judgement {
  const looks = Object.keys(courses.things).flatMap((thing) =>
    looksOf(courses, turns, seen, thing),
  );
  const both = looks.filter(({otherwise}) => otherwise);
  return both.length
    ? judgeEach(both, ({shown, otherwise, since}) =>
        expectSame(shown, otherwise as Exchange, `otherwise after: ${since.join(', ')}`),
      )
    : notExercised('the target shows nothing in another way');
}

const looksOf = <C>(
  courses: Courses<C>,
  turns: readonly Turn[],
  seen: object,
  thing: string,
): Look[] =>
  castsOf(defined(courses.things[thing], thing).isCommon).flatMap((cast) =>
    looksAt(courses, turns, seen, thing, cast),
  );

const stepOf = <C>({steps}: Courses<C>, name: string): Step<C> => defined(steps[name], name);

/** A response that shows a thing, with what it has to show. */
interface Look {
  shown: Exchange;
  /** What another way showed at the same moment. */
  otherwise: Exchange | undefined;
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
    const {changes = [], leaves, isCommon} = stepOf(courses, step);
    since = [...since, step];
    const isMeant = isCommon === true || of === cast;
    if (isMeant && changes.includes(thing)) before = undefined;
    if (isMeant && response && isSuccessStatus(response.status))
      known = leaves?.(known, response) ?? known;
    const shown = exchanges[shownAt(at, thing, cast)];
    if (!shown) continue;
    const otherwise = exchanges[otherwiseAt(at, thing, cast)];
    looks.push({shown, otherwise, before, known: known[thing], since, made});
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
