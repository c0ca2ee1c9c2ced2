import {at} from '../../../spec/json.ts';
import {
  among,
  allowedOutcome,
  refused,
  refusedOr,
  rowsIn,
  type Fits,
} from '../../../spec/allowed-outcomes.ts';
import type {AllowedOutcome, Command} from '../../../spec/relation.ts';
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

/** The plans of a store as a sequence of commands has shown them, by the command that made each. */
export interface PlansState {
  plans: Record<number, PlanState>;
}

/** Nothing is known yet. */
export const EMPTY: PlansState = {plans: {}};

const withPlan = (state: PlansState, on: number, plan: PlanState): PlansState => ({
  plans: {...state.plans, [on]: plan},
});

/** What the document allows (Endpoints / Plans). */
export function relation(state: PlansState, {does, id, on}: Command): AllowedOutcome<PlansState>[] {
  if (does === 'create' || does === 'create a prepaid one') return [creating(state, id)];
  if (does === 'list')
    return [allowedOutcome(state, 'every plan that was not deleted', lists(state))];
  const plan = on === undefined ? undefined : state.plans[on];
  if (on === undefined || !plan) return [allowedOutcome(state, 'a plan', () => true)];
  switch (does) {
    case 'find':
      return [allowedOutcome(state, plan.isLive ? 'the plan' : 'no plan', finds(plan))];
    case 'find by an earlier name':
      return [allowedOutcome(state, 'no plan of that name', findsNot(plan))];
    case 'rename':
    case 'change the limit':
      return updating(state, on, plan);
    case 'update to no type':
      return [allowedOutcome(state, 'a refusal', refused)];
    case 'delete':
      return deleting(state, on, plan);
    default:
      throw new Error(`the model does not know the command ${does}`);
  }
}

const creating = (state: PlansState, id: number): AllowedOutcome<PlansState> => ({
  expected: 'created',
  fits: among('created'),
  next: ([response]) =>
    withPlan(state, id, {isLive: true, earlier: [], updates: 0, ...writtenBy(response)}),
});

/** The name and the limit in a request. */
const writtenBy = (response: Exchange | undefined): Pick<PlanState, 'name' | 'limit'> => ({
  name: at(response?.requestBody, '/name') as string | undefined,
  limit: at(response?.requestBody, '/concurrency_limit') as number | undefined,
});

function updating(state: PlansState, on: number, plan: PlanState): AllowedOutcome<PlansState>[] {
  // The document only says "plan not found" about updates of a deleted plan, not their status.
  if (!plan.isLive) return [allowedOutcome(state, 'a refusal', refused)];
  return [
    {
      expected: 'updated',
      fits: among('updated'),
      next: ([response]) => {
        const now = writtenBy(response);
        const isRenamed = now.name !== plan.name && plan.name !== undefined;
        const earlier = isRenamed ? [...plan.earlier, plan.name ?? ''] : plan.earlier;
        return withPlan(state, on, {...plan, ...now, earlier, updates: plan.updates + 1});
      },
    },
  ];
}

/** Whether a deleted plan can be deleted again is open; it stays deleted. */
const deleting = (state: PlansState, on: number, plan: PlanState): AllowedOutcome<PlansState>[] =>
  plan.isLive
    ? [allowedOutcome(withPlan(state, on, {...plan, isLive: false}), 'deleted', among('deleted'))]
    : [allowedOutcome(state, 'no other state', refusedOr('deleted'))];

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

const lists =
  ({plans}: PlansState): Fits =>
  (responses) => {
    if (!isList(responses)) return false;
    const isCut = responses.some(({walkEndedBecause}) => walkEndedBecause !== undefined);
    return Object.values(plans).every((plan) => {
      const isMissing = plan.isLive && liveNamed(responses, plan.name).length === 0;
      return (isMissing && isCut) || showsPlan(plan, responses);
    });
  };
