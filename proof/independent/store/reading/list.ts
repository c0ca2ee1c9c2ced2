import {refuse} from '../replies.ts';
import {localDay} from '../time.ts';
import type {Ask, Context, Errors, Json, Reply} from '../types.ts';
import {inOrder, isBefore, isBehind, type Place, readCursor, writeCursor} from './cursor.ts';
import {judgeReading} from './judge.ts';
import type {Reading} from './types.ts';
import {readingView} from './view.ts';

/** Sessions on one page. */
const PAGE_SIZE = 25;

/** The refusal of a query: 400, with what is wrong with each filter. */
function refuseQuery(errors: Errors): Reply {
  const reply = refuse(400, 'These filters cannot be used so.');
  const fields = Object.fromEntries(errors);
  return {...reply, body: {...(reply.body as Json), errors: fields}};
}

function inPeriod(context: Context, query: URLSearchParams, one: Reading): boolean {
  const from = query.get('from_date');
  const to = query.get('to_date');
  if (from === null || to === null) return true;
  const day = localDay(one.startedAt, context.store);
  return from <= day && day <= to;
}

function matches(context: Context, query: URLSearchParams, one: Reading): boolean {
  const is = (field: string, value: number | null): boolean => {
    const text = query.get(field);
    return text === null || Number(text) === value;
  };
  const reason = query.get('reason_type');
  return (
    is('issue_id', one.issueId) &&
    is('user_id', one.userId) &&
    is('reason_value', one.reasonValue) &&
    (reason === null || one.reason === reason) &&
    inPeriod(context, query, one)
  );
}

/** The sessions that a query asks for, in the order of the list. */
function found(context: Context, query: URLSearchParams): Reading[] {
  const {readings} = context.store.commerce;
  return readings.filter((one) => matches(context, query, one)).toSorted(inOrder);
}

interface Page {
  rows: Reading[];
  number: number;
  before: boolean;
  behind: boolean;
}

/** The page at a place (null: the first one). */
function pageAt(all: Reading[], place: Place | null): Page {
  if (place === null) {
    return {
      rows: all.slice(0, PAGE_SIZE),
      number: 1,
      before: false,
      behind: all.length > PAGE_SIZE,
    };
  }
  if (place.side === 'after') {
    const rest = all.filter((one) => isBehind(one, place));
    const rows = rest.slice(0, PAGE_SIZE);
    const before = all.length > rest.length;
    return {rows, number: place.page, before, behind: rest.length > PAGE_SIZE};
  }
  const front = all.filter((one) => isBefore(one, place));
  const rows = front.slice(-PAGE_SIZE);
  const before = front.length > PAGE_SIZE;
  const number = before ? place.page : 1;
  return {rows, number, before, behind: all.length > front.length};
}

function cursorAt(page: Page, side: Place['side']): string | null {
  const last = side === 'after' ? page.rows.at(-1) : page.rows[0];
  const goesOn = side === 'after' ? page.behind : page.before;
  if (!goesOn || last === undefined) return null;
  const number = Math.max(1, page.number + (side === 'after' ? 1 : -1));
  return writeCursor({side, at: last.startedAt, uuid: last.uuid, page: number});
}

function urlOf(path: string, query: URLSearchParams, cursor: string | null): string | null {
  if (cursor === null) return null;
  const next = new URLSearchParams(query);
  next.set('cursor', cursor);
  return `${path}?${next.toString()}`;
}

/** GET /consumption/sessions. */
export function listReading(context: Context, ask: Ask): Reply {
  const {store, world} = context;
  if (!store.commerce.features.consumption) {
    return refuse(403, 'Reading sessions are not part of the plan of this store.');
  }
  const {query} = ask;
  const errors = judgeReading(query);
  if (errors.size > 0) return refuseQuery(errors);
  const place = readCursor(query.get('cursor') ?? '');
  const page = pageAt(found(context, query), place);
  const path = `${world.origin}/integration-api/v1/consumption/sessions`;
  const next = cursorAt(page, 'after');
  const previous = cursorAt(page, 'before');
  const body = {
    CODE: 'success',
    current_page: page.number,
    data: page.rows.map((one) => readingView(context, one)),
    path,
    per_page: PAGE_SIZE,
    next_cursor: next,
    next_page_url: urlOf(path, query, next),
    prev_cursor: previous,
    prev_page_url: urlOf(path, query, previous),
  };
  return {status: 200, body};
}
