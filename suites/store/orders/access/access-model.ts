import {allowedOutcome, type Fits} from '../../../../spec/allowed-outcomes.ts';
import type {AllowedOutcome, Command} from '../../../../spec/relation.ts';
import {isObject} from '../../../../spec/json.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {isSuccessStatus} from '../../../../spec/status.ts';

/** The titles that the orders of a sequence have. */
export type Title = 'title' | 'other';

/** An order that grants access to a title; days count from the first command. */
interface GrantedOrder {
  /** The command that created the user. */
  reader: number;
  title: Title;
  /** The day on which it was created. */
  day: number;
  stage: 'approved' | 'paused' | 'cancelled';
  /** The last day of access of the order; null: it does not end. */
  ends: number | null;
  /**
   * For a cancelled order: the last day of access after the cancellation, and whether it was
   * approved.
   */
  left: {until: number; wasApproved: boolean} | null;
}

/** The orders and the access as a sequence of commands has shown them. */
export interface AccessState {
  /** Days that have passed. */
  day: number;
  orders: Record<number, GrantedOrder>;
  /** Whether a user without an order may read a title: then it is free. */
  titles: Partial<Record<Title, 'closed' | 'free'>>;
}

/** Nothing is known yet. */
export const NO_ACCESS: AccessState = {day: 0, orders: {}, titles: {}};

/** Days after the creation of an order at which access ends, in commands with an end. */
export const [ENDS_IN, ENDS_LATE] = [4, 400];
/** Days that a command lets pass. */
export const PASSES = 9;

/**
 * The number of undecided days around the last one: the document does not say whether the last day
 * counts, and in which time zone it ends.
 */
const AROUND = 2;

const succeeded: Fits = (responses) => responses.some(({status}) => isSuccessStatus(status));
const failed: Fits = (responses) => !succeeded(responses);

/** The effect of a command on an order; undefined if the document does not list such a change. */
type Change = (order: GrantedOrder) => GrantedOrder | undefined;

const CHANGES: Record<string, Change> = {
  pause: (order) => (order.stage === 'approved' ? {...order, stage: 'paused'} : undefined),
  approve: (order) => (order.stage === 'paused' ? {...order, stage: 'approved'} : undefined),
  'end it soon': (order) =>
    order.stage === 'cancelled' ? undefined : {...order, ends: order.day + ENDS_IN},
  'end it later': (order) =>
    order.stage === 'cancelled' ? undefined : {...order, ends: order.day + ENDS_LATE},
  cancel: (order) => (order.stage === 'cancelled' ? undefined : {...order, stage: 'cancelled'}),
  'cancel it for soon': (order) =>
    order.stage === 'cancelled'
      ? undefined
      : {
          ...order,
          stage: 'cancelled',
          left: {until: order.day + ENDS_IN, wasApproved: order.stage === 'approved'},
        },
};

/** The title of the order that a command creates; all these orders are approved at once. */
const BEGINNINGS: Record<string, Title> = {
  'permit the title': 'title',
  'permit the other': 'other',
  'report the title': 'title',
};

/** The title whose access a command asks for. */
const QUESTIONS: Record<string, Title> = {
  'may read the title': 'title',
  'may read the other': 'other',
  'may read the title days later': 'title',
};

/** What the document allows (States / Order; Orders, Update and Cancel). */
export function relation(state: AccessState, command: Command): AllowedOutcome<AccessState>[] {
  const {does, on} = command;
  const title = BEGINNINGS[does];
  if (title !== undefined && on !== undefined) return beginning(state, command, on, title);
  const asked = QUESTIONS[does];
  if (asked !== undefined && on !== undefined)
    return asking(does.endsWith('later') ? {...state, day: state.day + PASSES} : state, on, asked);
  const order = on === undefined ? undefined : state.orders[on];
  const change = CHANGES[does];
  const next = order && change?.(order);
  if (on === undefined || !next) return [allowedOutcome(state, 'any answer', () => true)];
  // Other rules judge whether a change is accepted; a refused one does not change access.
  return [
    allowedOutcome({...state, orders: {...state.orders, [on]: next}}, 'a success', succeeded),
    allowedOutcome(state, 'a refusal', failed),
  ];
}

function beginning(
  state: AccessState,
  {id}: Command,
  reader: number,
  title: Title,
): AllowedOutcome<AccessState>[] {
  const order: GrantedOrder = {
    reader,
    title,
    day: state.day,
    stage: 'approved',
    ends: null,
    left: null,
  };
  return [
    allowedOutcome({...state, orders: {...state.orders, [id]: order}}, 'created', succeeded),
    allowedOutcome(state, 'a refusal', failed),
  ];
}

/** The user may read if an order certainly gives access, and may not if none can. */
function asking(state: AccessState, reader: number, title: Title): AllowedOutcome<AccessState>[] {
  const orders = Object.values(state.orders).filter(
    (order) => order.reader === reader && order.title === title,
  );
  const given = orders.map((order) => accessBy(order, state.day));
  const untold = allowedOutcome(state, 'nothing told', (responses) => may(responses) === undefined);
  const allowed = allowedOutcome(state, 'access', (responses) => may(responses) === true);
  if (given.includes('surely')) return [allowed, untold];
  const knowing = (known: 'closed' | 'free'): AccessState => ({
    ...state,
    titles: {...state.titles, [title]: known},
  });
  const denied = (next: AccessState): AllowedOutcome<AccessState> =>
    allowedOutcome(next, 'no access', (responses) => may(responses) === false);
  const known = state.titles[title];
  if (given.includes('perhaps') || known === 'free') return [denied(state), allowed, untold];
  // A title that everybody may read says nothing about orders.
  const free = allowedOutcome(knowing('free'), 'access', (responses) => may(responses) === true);
  return [denied(knowing('closed')), ...(known === undefined ? [free] : []), untold];
}

/** The answer of the hook; undefined if there is none. */
const may = (responses: Exchange[]): boolean | undefined => {
  const body: unknown = responses.at(-1)?.body;
  return isObject(body) && typeof body.may === 'boolean' ? body.may : undefined;
};

/** Whether an order gives access on a day. */
function accessBy(order: GrantedOrder, day: number): 'surely' | 'perhaps' | 'never' {
  const {stage, ends, left} = order;
  if (stage === 'paused') return 'never';
  if (stage === 'cancelled' && left === null) return 'never';
  const lasts = before(Math.min(ends ?? Infinity, left?.until ?? Infinity), day);
  // The document does not say what remains of a paused order after a cancellation.
  return lasts === 'surely' && left && !left.wasApproved ? 'perhaps' : lasts;
}

const before = (last: number, day: number): 'surely' | 'perhaps' | 'never' => {
  if (day <= last - AROUND) return 'surely';
  return day >= last + AROUND ? 'never' : 'perhaps';
};
