import type {IncomingMessage} from 'node:http';
import type {Ask, Context, Json, Reply, Scene, World} from '../types.ts';

/** What an answer of the API consists of before it is written. */
export interface Outgoing {
  status: number;
  headers: Record<string, string>;
  /** The text of the body; empty when there is none. */
  text: string;
}

/** A request with what the server needs to judge it. */
export type Act = (ask: Ask, context: Context) => void;

/** What is done to an answer; `ask` is its request. */
export type Edit = (reply: Reply, ask: Ask, context: Context) => void;

/** What is done to one row of an answer. */
export type RowEdit = (row: Json, context: Context, ask: Ask) => void;

/** Another conforming behaviour of the server, as one of its own choices. */
export interface Variant {
  /** Reads requests otherwise. */
  ask?: Act;
  /** Answers a request in place of the server; null when it does not. */
  instead?: (ask: Ask, context: Context) => Reply | null;
  /** Shows answers otherwise. */
  reply?: Edit;
  /** Writes answers otherwise. */
  write?: (outgoing: Outgoing, req: IncomingMessage, scene: Scene) => void;
  /** Reads the target and the body of each request otherwise, those of hooks among them. */
  arrives?: (text: string) => string;
  /** Writes the body of each answer otherwise, those of hooks among them. */
  leaves?: (text: string) => string;
  /** Begins with other data. */
  seed?: (world: World, now: number) => void;
  /** Changes of the vendor's `presscheck.yaml`: null takes a member away. */
  config?: Json;
  /** Changes of the vendor's `profile.yaml`, which a silent vendor leaves out altogether. */
  profile?: Json;
}

/** Variants by their names. */
export type Variants = Record<string, Variant>;

/** A JSON object of a value ({} when it is none). */
export function jsonOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Json)
    : {};
}

/** The JSON objects of a list. */
export function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(jsonOf) : [];
}

/** A request as its method and path below the prefix: `GET /orders`. */
export function nameOf(ask: Ask): string {
  return `${ask.method} ${ask.path.replace('/integration-api/v1', '')}`;
}

/** The kinds of rows that answers have. */
export type Kind = 'user' | 'session' | 'reading' | 'order' | 'issue' | 'plan';

const PATHS: Record<Kind, RegExp> = {
  user: /\/dashboard\/users$/,
  session: /\/auth-sessions$/,
  reading: /\/consumption\/sessions$/,
  order: /\/orders(\/[^/]+)?$/,
  issue: /\/dashboard\/issues(\/[^/]+)?$/,
  plan: /\/dashboard\/plans$/,
};

/** The rows of one kind that an answer shows, as they may be changed. */
function rowsOf(kind: Kind, reply: Reply, ask: Ask): Json[] {
  if (!PATHS[kind].test(ask.path) || reply.status >= 300) return [];
  const {data} = jsonOf(reply.body);
  if (Array.isArray(data)) return listOf(data);
  const {paginator, issue, plans} = jsonOf(data);
  if (paginator !== undefined) return listOf(jsonOf(paginator).data);
  if (issue !== undefined) return [jsonOf(issue)];
  if (plans !== undefined) return listOf(plans);
  return jsonOf(data).id === undefined ? [] : [jsonOf(data)];
}

/** Changes each row of a kind. */
export function each(kind: Kind, edit: RowEdit): Edit {
  return (reply, ask, context) => {
    for (const row of rowsOf(kind, reply, ask)) edit(row, context, ask);
  };
}

/** Changes successful answers to one kind of request. */
export function on(name: RegExp, edit: Edit): Edit {
  return (reply, ask, context) => {
    if (reply.status < 300 && name.test(nameOf(ask))) edit(reply, ask, context);
  };
}

/** Changes the body of one kind of request. */
export function bodyOf(name: RegExp, edit: (body: Json, context: Context) => void): Act {
  return (ask, context) => {
    if (name.test(nameOf(ask))) edit(ask.body, context);
  };
}

/** Every value of a JSON value, from the inside out. */
export function walked(value: unknown, edit: (value: unknown, key: string) => unknown): unknown {
  const inner = (one: unknown, key: string): unknown => {
    if (Array.isArray(one))
      return edit(
        one.map((each) => inner(each, key)),
        key,
      );
    if (typeof one !== 'object' || one === null) return edit(one, key);
    const members = Object.entries(one).map(([name, each]) => [name, inner(each, name)]);
    return edit(Object.fromEntries(members), key);
  };
  return inner(value, '');
}
