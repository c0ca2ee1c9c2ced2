import {TURNS_G} from '../part-g/turns.ts';
import {TURNS_H} from '../part-h/turns.ts';
import type {Ask, Context, Faults, Reply} from '../types.ts';
import {ANSWERS} from './answers.ts';
import {ORDER_ANSWERS} from './answers-orders.ts';
import {ISSUE_ANSWERS} from './answers-issues.ts';
import {READING_ANSWERS} from './answers-reading.ts';
import {UPLOAD_ASKS} from './asks-issues.ts';
import {PRINTED_ASKS} from './asks-printed.ts';
import {READING_ASKS} from './asks-reading.ts';
import {ASKS} from './asks.ts';
import {ORDER_ASKS} from './asks-orders.ts';
import {USER_ANSWERS} from './answers-users.ts';
import type {Turn} from './types.ts';
import {PRODUCT_ASKS} from './asks-products.ts';
import {MAIL_TURNS_E1} from './turns-e1-mails.ts';
import {PLAN_TURNS_E1} from './turns-e1-plans.ts';
import {SESSION_TURNS_E1} from './turns-e1-sessions.ts';
import {USER_TURNS_E1} from './turns-e1-users.ts';
import {ISSUE_TURNS} from './turns-issues.ts';
import {ORDER_TURNS} from './turns-orders.ts';
import {PLAN_TURNS} from './turns-plans.ts';
import {READING_TURNS} from './turns-reading.ts';
import {SESSION_TURNS} from './turns-sessions.ts';
import {USER_TURNS} from './turns-users.ts';
import {ISSUE_TURNS_E2} from './turns-e2-content.ts';
import {ORDER_TURNS_E2} from './turns-e2-create.ts';
import {ORDER_CHANGES_E2} from './turns-e2-orders.ts';
import {PEOPLE_TURNS_E2} from './turns-e2-people.ts';
import {LIBRARY_TURNS_F} from '../part-f/library.ts';
import {ORDER_TURNS_F} from '../part-f/orders.ts';
import {PEOPLE_TURNS_F} from '../part-f/people.ts';

/** An operation of the commerce chapters. */
export type Operation = (context: Context, ask: Ask, id: string) => Reply | Promise<Reply>;

/** What a faulty server does to something, by the name of the fault. */
type Table<T> = Record<string, (thing: T, context: Context, id: string) => void>;

/** Does to something what the faults do that are switched on. */
function slip<T>(
  faults: Faults,
  table: Table<T> | undefined,
  thing: T,
  context: Context,
  id: string,
): void {
  if (faults.size === 0 || table === undefined) return;
  for (const [name, act] of Object.entries(table)) {
    if (faults.has(name)) act(thing, context, id);
  }
}

const ALL_ASKS = [ASKS, ORDER_ASKS, PRODUCT_ASKS, UPLOAD_ASKS, PRINTED_ASKS, READING_ASKS];
const ALL_ANSWERS = [ANSWERS, ORDER_ANSWERS, ISSUE_ANSWERS, READING_ANSWERS, USER_ANSWERS];
const TURNS_E1 = [USER_TURNS_E1, SESSION_TURNS_E1, PLAN_TURNS_E1, MAIL_TURNS_E1];
const TURNS_E2 = [ORDER_TURNS_E2, ORDER_CHANGES_E2, ISSUE_TURNS_E2, PEOPLE_TURNS_E2];
const TURNS_F = [PEOPLE_TURNS_F, ORDER_TURNS_F, LIBRARY_TURNS_F];
const ALL_TURNS = [
  USER_TURNS,
  SESSION_TURNS,
  READING_TURNS,
  ORDER_TURNS,
  ISSUE_TURNS,
  PLAN_TURNS,
  ...TURNS_E1,
  ...TURNS_E2,
  ...TURNS_F,
  ...TURNS_G,
  ...TURNS_H,
];

/** Serves a request as the faults do that are switched on. */
function served(names: string[], turn: Turn): Promise<Reply> {
  const {ask, context, id} = turn;
  let {go} = turn;
  const acts = names.flatMap((name) =>
    ALL_TURNS.flatMap((table) => Object.entries(table[name] ?? {})),
  );
  for (const [fault, act] of acts) {
    const inner = go;
    if (context.faults.has(fault)) go = () => act({ask, context, id, go: inner});
  }
  return go();
}

/** An operation as a faulty server carries it out: it misreads the request, or miswrites the answer. */
export function slippery(names: string[], operation: Operation): Operation {
  return async (context, ask, id) => {
    const {faults} = context;
    const asked: Ask = {...ask, query: new URLSearchParams(ask.query)};
    for (const name of names) {
      for (const tables of ALL_ASKS) {
        slip(faults, tables[name], asked, context, id);
      }
    }
    const go = async (): Promise<Reply> => operation(context, asked, id);
    const reply = await served(names, {ask: asked, context, id, go});
    for (const name of names) {
      for (const tables of ALL_ANSWERS) {
        slip(faults, tables[name], reply, context, id);
      }
    }
    return reply;
  };
}
