/** After every request of a story the list shows both plans in their current state. */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {isSameJson} from '../../../spec/json.ts';
import type {AnyProperty, Handles, Judgement} from '../../language/check.ts';
import {all, concluded, expectThat, nothing} from '../../language/judge.ts';
import {cutOf} from '../../language/rows.ts';
import {propertiesOf} from '../../language/property.ts';
import type {Handle, Script} from '../../language/script.ts';
import {
  judgedStages,
  judgesOf,
  doneOrRefused,
  stagesIn,
  storyOf,
  type Judged,
  type SeenInStory,
  type Stage,
} from '../../language/stories.ts';
import {classesOf, freshValues} from '../../values/values.ts';
import {isSameText} from '../../values/normalized.ts';
import {aCollection} from './values/collections.ts';
import {createPlan, find, PREPAID, walkPlans} from './plan-steps.ts';
import {isLive, expectRowAsGiven, rowOf, rowsOf, type PlanRow} from './plan-rows.ts';
import {CHANGES, KEEPS, MOVES, REFUSED, STORIES, type Step, type StoryPlan} from './stories.ts';

const WHICH = ['one', 'other'] as const;
type Which = (typeof WHICH)[number];

/** The generated values of one scene. */
type DrawnStory = {story: string; name: Val; months: number};

/** What is known of a plan of a story. */
interface Known {
  id: unknown;
  isLive: boolean;
  /** The request that gave the plan its present values. */
  by: Exchange;
  /** The last row in a list, without the members that a request has changed since. */
  row?: PlanRow;
}

const [first = '', ...rest] = Object.keys(STORIES);

/** Records reads of both plans after a step. */
const readBothPlans = (
  s: Script,
  {all: readsAll}: Step,
  {one, other}: Record<Which, StoryPlan>,
): Record<string, Handle<unknown>> => ({
  one: find(s, one.body.name),
  other: find(s, other.body.name),
  ...(readsAll && {all: walkPlans(s)}),
});

/** What is known of a plan after a request; undefined if the answer breaks another rule. */
function knownAfter(known: Known, {does}: Step, response: Exchange): Known | undefined {
  const outcome = doneOrRefused(response);
  const isDone = outcome === 'done';
  const {id} = known;
  switch (CHANGES[does].effect) {
    case 'updated':
      return isDone && known.isLive
        ? {id, isLive: true, by: response, row: unchangedOf(known, response)}
        : undefined;
    case 'deleted':
      if (!known.isLive) return outcome && known;
      return isDone ? {...known, isLive: false} : undefined;
    default:
      return outcome === 'refused' ? known : undefined;
  }
}

/** Members whose form is open: what a list shows of them is known until a request gives another value. */
const KNOWN_AS_SHOWN = ['prices', 'created_at', 'free_trial_days'];

/** The members of the last row that an update repeats unchanged. */
const unchangedOf = ({by, row = {}}: Known, {requestBody}: Exchange): PlanRow =>
  Object.fromEntries(
    KNOWN_AS_SHOWN.filter((name) => isAlike(by.requestBody?.[name], requestBody?.[name])).map(
      (name) => [name, row[name]],
    ),
  );

const isAlike = (one: unknown, other: unknown): boolean => isSameJson(one ?? null, other ?? null);

/** Judges both plans at each step of a story. */
function judgedIn(seen: SeenInStory, {story}: DrawnStory): Judged[] {
  const [one, other] = WHICH.map((which) => knownAtFirst(seen, which));
  if (!one || !other) return [];
  const known = {one, other};
  return judgedStages(stagesIn(seen, STORIES[story] ?? []), (stage) => {
    const {on} = stage.change;
    const next = knownAfter(known[on], stage.change, stage.response);
    if (!next) return undefined;
    known[on] = next;
    return WHICH.flatMap((which) => judgedOf(stage, which, known));
  });
}

/** A plan as the search after its creation shows it. */
function knownAtFirst(seen: SeenInStory, which: Which): Known | undefined {
  const [by, list] = [seen[which], seen[`${which} list`]] as Exchange[];
  const row = by && list && rowOf(list, by);
  return row && {id: row.id, isLive: true, by, row};
}

/** Judges one of the plans at a step, and remembers what the lists show. */
function judgedOf(
  {change, shown}: Stage<Step>,
  which: Which,
  known: Record<Which, Known>,
): Judged[] {
  const isSubject = which === change.on;
  const rule = isSubject ? CHANGES[change.does].rule : MOVES;
  const branch = `${isSubject ? 'the plan' : 'another plan'} after: ${change.does}`;
  const judged: Judged[] = [];
  for (const pages of [shown[which], shown.all])
    if (pages) {
      const judgement = concluded(() => expectListedAsKnown(pages, known[which], branch));
      judged.push({rule, judgement});
    }
  return judged;
}

/** The pages of a list show a plan in its known state; their row is then known. */
function expectListedAsKnown(pages: Exchange[], known: Known, branch: string): Judgement {
  const page = pages.find((one) => rowWith(one, known)) ?? pages[0];
  const row = page && rowWith(page, known);
  const judgement = expectAsKnown(row, known, {page, branch, isCut: cutOf(pages) !== undefined});
  if (row) known.row = row;
  return judgement;
}

const rowWith = (page: Exchange, {id}: Known): PlanRow | undefined =>
  rowsOf(page).find((row) => row.id === id);

/** The list in which a row was searched. */
interface SearchedList {
  page: Exchange | undefined;
  branch: string;
  isCut: boolean;
}

/** A list shows a plan until it is deleted, in the state after the last request that changed it. */
function expectAsKnown(row: PlanRow | undefined, known: Known, list: SearchedList): Judgement {
  const {page, branch} = list;
  const isShown = row !== undefined && isLive(row);
  if (!row || !page || isShown !== known.isLive) return expectPresence(row, known, list);
  if (!known.isLive) return nothing();
  const wrong = contradictions(row, known);
  return all(
    expectThat(wrong.length === 0, {
      branch,
      expected: 'the plan with the values of the requests',
      got: wrong.join(', ') || 'that plan',
      at: page,
    }),
    expectRowAsGiven(page, known.by, known.by.requestBody ?? {}, row),
  );
}

/** A list shows a plan exactly until it is deleted; one that was not read to its end may show it further on. */
function expectPresence(
  row: PlanRow | undefined,
  known: Known,
  {page, branch, isCut}: SearchedList,
): Judgement {
  const isShown = row !== undefined && isLive(row);
  return expectThat(isShown === known.isLive || (!row && isCut), {
    branch: `${branch}, ${isShown ? 'not gone' : 'not listed'}`,
    expected: `the plan to be ${known.isLive ? 'listed' : 'deleted'}`,
    got: isShown ? 'it in the list' : 'no such plan that was not deleted',
    at: page,
  });
}

/** The members of a row that differ from the given values, or from an earlier row. */
function contradictions(row: PlanRow, {by, row: before}: Known): string[] {
  const given: unknown = by.requestBody?.name;
  const isRenamed =
    typeof row.name === 'string' && typeof given === 'string' && !isSameText(given, row.name);
  const changed = KNOWN_AS_SHOWN.filter((name) => {
    const [was, is] = [before?.[name], row[name]];
    return was !== undefined && is !== undefined && !isAlike(was, is);
  });
  return [...(isRenamed ? ['name'] : []), ...changed].map(
    (name) => `${name} ${JSON.stringify(row[name])}`,
  );
}

/** Two plans are changed by requests in any order, and read after each. */
export const afterEveryChange: AnyProperty[] = propertiesOf<DrawnStory, Handles, {name: Val}>(
  {
    scene: 'store: two plans shown after every change',
    place: 'after every change',
    story: 'story',
    given: aCollection,
    forAll: {
      story: classesOf(first, ...rest),
      name: freshValues('plan-name'),
      months: classesOf(1, 6, 24),
    },
    // This takes many requests; other checks send each of them once to a shared target.
    maxDrawsOnShared: 0,
    maxDrawsOnTestTarget: 1,
    act: (s, {story, name, months}, {name: collection}): Handles => {
      const [one, other] = [createPlan(s, {name}), createPlan(s, {...PREPAID, duration: months})];
      const plans: Record<Which, StoryPlan> = {
        one: {made: one, body: one.body, collection},
        other: {made: other, body: other.body, collection},
      };
      const steps = storyOf(
        STORIES[story] ?? [],
        ({does, on}) => CHANGES[does].record(s, plans[on]),
        (step) => readBothPlans(s, step, plans),
      );
      const lists = {'one list': one.list, 'other list': other.list};
      return {one: one.created, other: other.created, ...lists, ...steps};
    },
  },
  judgesOf([KEEPS, REFUSED, MOVES], judgedIn),
);
