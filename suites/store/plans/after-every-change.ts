/** After every request of a story the list shows both plans in their current state. */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {isSameJson} from '../../../spec/json.ts';
import {doneOrRefused} from '../../language/stories.ts';
import {nothing} from '../../language/judge.ts';
import {afterEveryChangeOf} from '../../tables/after-every-change.ts';
import {classesOf, freshValues} from '../../values/values.ts';
import {isSameText} from '../../values/normalized.ts';
import {aCollection} from './values/collections.ts';
import {createPlan, find, PREPAID, walkPlans, type Made} from './plan-steps.ts';
import {isLive, expectRowAsGiven, rowOf, rowsOf, type PlanRow} from './plan-rows.ts';
import {CHANGES, MOVES, STORIES, type Effect, type StoryPlan} from './stories.ts';

/** What is known of a plan of a story. */
interface Known {
  id: unknown;
  isLive: boolean;
  /** The request that gave the plan its present values. */
  by: Exchange;
  /** The last row in a list, without the members that a request has changed since. */
  row: PlanRow;
}

/** What is known of a plan after a request; undefined if the answer breaks another rule. */
function knownAfter(known: Known, effect: Effect, response: Exchange): Known | undefined {
  const outcome = doneOrRefused(response);
  const isDone = outcome === 'done';
  if (effect === 'refused') return outcome === 'refused' ? known : undefined;
  if (effect === 'deleted' && !known.isLive) return outcome && known;
  if (!isDone || !known.isLive) return undefined;
  return effect === 'deleted'
    ? {...known, isLive: false}
    : {...known, by: response, row: unchangedOf(known, response)};
}

/** Members whose form is open: what a list shows of them is known until a request gives another value. */
const KNOWN_AS_SHOWN = ['prices', 'created_at', 'free_trial_days'];

/** The members of the last row that an update repeats unchanged. */
const unchangedOf = ({by, row}: Known, {requestBody}: Exchange): PlanRow =>
  Object.fromEntries(
    KNOWN_AS_SHOWN.filter((name) => isAlike(by.requestBody?.[name], requestBody?.[name])).map(
      (name) => [name, row[name]],
    ),
  );

const isAlike = (one: unknown, other: unknown): boolean => isSameJson(one ?? null, other ?? null);

/** A plan as the search after its creation shows it. */
function knownAtFirst(by: Exchange, list: Exchange): Known | undefined {
  const row = rowOf(list, by);
  return row && {id: row.id, isLive: true, by, row};
}

/** The members of a row that differ from the given values, or from an earlier row. */
function contradictions(row: PlanRow, {by, row: before, isLive: isKnownLive}: Known): string[] {
  if (!isKnownLive) return [];
  const given: unknown = by.requestBody?.name;
  const isRenamed =
    typeof row.name === 'string' && typeof given === 'string' && !isSameText(given, row.name);
  const changed = KNOWN_AS_SHOWN.filter((name) => {
    const [was, is] = [before[name], row[name]];
    return was !== undefined && is !== undefined && !isAlike(was, is);
  });
  return [...(isRenamed ? ['name'] : []), ...(isLive(row) ? [] : ['deleted_at']), ...changed].map(
    (name) => `${name} ${JSON.stringify(row[name])}`,
  );
}

const storyPlan = (made: Made, collection: Val): StoryPlan => ({
  ...made,
  now: made.body,
  collection,
});

/** Two plans are changed by requests in any order, and read after each. */
export const afterEveryChange = afterEveryChangeOf({
  kind: 'plan',
  changes: CHANGES,
  stories: STORIES,
  others: MOVES,
  given: aCollection,
  forAll: {name: freshValues('plan-name'), months: classesOf(1, 6, 24)},
  maxDrawsOnTestTarget: 1,
  make: (s, {name, months}: {name: Val; months: number}, {name: collection}) => ({
    one: storyPlan(createPlan(s, {name}), collection),
    other: storyPlan(createPlan(s, {...PREPAID, duration: months}), collection),
  }),
  search: (s, {now}) => find(s, now.name),
  lists: {all: (s) => walkPlans(s)},
  atFirst: knownAtFirst,
  after: knownAfter,
  rowIn: (pages, {id}) => rowsOf(pages).find((row) => row.id === id),
  // A list may show a deleted plan that it says is deleted.
  isListed: (known, _list, row) =>
    known.isLive || (row === undefined || isLive(row) ? false : undefined),
  inWords: (known) => (known.isLive ? 'plan' : 'deleted plan'),
  contradictions,
  toldBy: (row, known) => ({...known, row}),
  judgeRow: (page, row, {by, isLive: isKnownLive}) =>
    isKnownLive ? expectRowAsGiven(page, by, by.requestBody ?? {}, row) : nothing(),
});
