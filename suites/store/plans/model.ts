import {
  among,
  allowedOutcome,
  isCut,
  outcomeWith,
  refusal,
  refusedOr,
  rowsIn,
  sentIn,
  type Fits,
} from '../../../spec/allowed-outcomes.ts';
import type {AllowedOutcome} from '../../../spec/relation.ts';
import {alike, relationOf, type Things} from '../../../spec/relation-of-things.ts';
import type {Exchange} from '../../../spec/exchange.ts';

/** What is known of one plan. */
export interface PlanState {
  isLive: boolean;
  /** The name that it has now; undefined while nothing was sent. */
  name: string | undefined;
  /** Names that it had before. */
  earlier: string[];
  /** Its `concurrency_limit`; undefined while nothing was sent. */
  limit: number | undefined;
  /** Updates so far. */
  updates: number;
}

/** The plans of a store as a sequence of commands has shown them. */
export type Plans = Things<PlanState>;

/** The name and the limit in a request. */
const writtenBy = (response: Exchange | undefined): Pick<PlanState, 'name' | 'limit'> => ({
  name: sentIn(response, '/name'),
  limit: sentIn(response, '/concurrency_limit'),
});

function updating(plan: PlanState): AllowedOutcome<PlanState>[] {
  // The document only says "plan not found" about updates of a deleted plan, not their status.
  if (!plan.isLive) return [refusal(plan)];
  return [
    outcomeWith('updated', (response) => {
      const now = writtenBy(response);
      const isRenamed = now.name !== plan.name && plan.name !== undefined;
      const earlier = isRenamed ? [...plan.earlier, plan.name ?? ''] : plan.earlier;
      return {...plan, ...now, earlier, updates: plan.updates + 1};
    }),
  ];
}

/** Whether a deleted plan can be deleted again is open; it stays deleted. */
const deleting = (plan: PlanState): AllowedOutcome<PlanState>[] =>
  plan.isLive
    ? [allowedOutcome({...plan, isLive: false}, 'deleted')]
    : [allowedOutcome(plan, 'no other state', refusedOr('deleted'))];

/** A plan as the list shows it. */
type Row = Record<string, unknown>;

const isList: Fits = among('plan-page', 'nothing-found');

const liveNamed = (responses: Exchange[], name: string | undefined): Row[] =>
  rowsIn(responses, '/data').filter((row) => row.name === name && (row.deleted_at ?? '') === '');

/** The rows show a plan correctly: with its limit while it exists, and not at all afterwards. */
function showsPlan({isLive, name, limit}: PlanState, responses: Exchange[]): boolean {
  if (name === undefined) return true;
  const rows = liveNamed(responses, name);
  if (!isLive) return rows.length === 0;
  return rows.length === 1 && rows.every((row) => Number(row.concurrency_limit) === limit);
}

const finds =
  (plan: PlanState): Fits =>
  (responses) =>
    isList(responses) && showsPlan(plan, responses);

const findsNot =
  ({earlier}: PlanState): Fits =>
  (responses) =>
    isList(responses) && earlier.every((name) => liveNamed(responses, name).length === 0);

const showsAll =
  (plans: Plans): Fits =>
  (responses) =>
    isList(responses) &&
    Object.values(plans).every((plan) => {
      const isMissing = plan.isLive && liveNamed(responses, plan.name).length === 0;
      return (isMissing && isCut(responses)) || showsPlan(plan, responses);
    });

/** What the document allows (Endpoints / Plans). */
export const relation = relationOf<PlanState>({
  thing: 'a plan',
  makes: alike(
    () => [
      outcomeWith('created', (response) => ({
        isLive: true,
        earlier: [],
        updates: 0,
        ...writtenBy(response),
      })),
    ],
    'create',
    'create a prepaid one',
  ),
  changes: {
    find: (plan) => [allowedOutcome(plan, plan.isLive ? 'the plan' : 'no plan', finds(plan))],
    'find by an earlier name': (plan) => [
      allowedOutcome(plan, 'no plan of that name', findsNot(plan)),
    ],
    ...alike(updating, 'rename', 'change the limit'),
    'update to no type': (plan) => [refusal(plan)],
    delete: deleting,
  },
  lists: {list: {expected: 'every plan that was not deleted', shows: showsAll}},
});
