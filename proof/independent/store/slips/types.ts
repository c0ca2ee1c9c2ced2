import type {Ask, Context, Json, Reply} from '../types.ts';

/** How requests are misread: the name of an operation, of a fault, and what it does. */
export type Asks = Record<string, Record<string, (ask: Ask, context: Context, id: string) => void>>;

/** How answers are miswritten. */
export type Answers = Record<
  string,
  Record<string, (reply: Reply, context: Context, id: string) => void>
>;

/** A request that is being served: what it asks, and how the server goes on with it. */
export interface Turn {
  ask: Ask;
  context: Context;
  id: string;
  go(): Promise<Reply>;
}

/** What a faulty server does in place of going on. */
type Act = (turn: Turn) => Promise<Reply>;

/** How requests are mishandled from beginning to end: the name of an operation, and of a fault. */
export type Turns = Record<string, Record<string, Act>>;

/** Does something before a request is served. */
export function before(edit: (turn: Turn) => void): Act {
  return async (turn) => {
    edit(turn);
    return turn.go();
  };
}

/** Does something after a request was served. */
export function after(edit: (reply: Reply, turn: Turn) => void): Act {
  return async (turn) => {
    const reply = await turn.go();
    edit(reply, turn);
    return reply;
  };
}

/** Does something after a request was served with success. */
export function afterSuccess(edit: (reply: Reply, turn: Turn) => void): Act {
  return after((reply, turn) => {
    if (reply.status < 300) edit(reply, turn);
  });
}

/** How a view is miswritten, by the name of the fault. */
export type Shapes = Record<string, (view: Json, context: Context) => void>;

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

/** The body of a reply, to be changed. */
export function bodyOf(reply: Reply): Json {
  return jsonOf(reply.body);
}

/** Gives a reply another status in place of one. */
export function restatus(reply: Reply, from: number, to: number): void {
  if (reply.status === from) reply.status = to;
}

/** Changes the body of a reply. */
export function inBody(shape: Shapes[string]): Answers[string][string] {
  return (reply, context) => shape(bodyOf(reply), context);
}

/** Changes the data of a reply. */
export function inData(shape: Shapes[string]): Answers[string][string] {
  return (reply, context) => shape(jsonOf(bodyOf(reply).data), context);
}

/** Answers otherwise where the status is this one. */
export function answered(status: number, other: number, body: Json): Answers[string][string] {
  return (reply) => {
    if (reply.status === status) Object.assign(reply, {status: other, body});
  };
}

/** Carries out what faults do to a view; some have to know what it shows. */
export function misshape<T>(
  table: Record<string, (view: Json, context: Context, of: T) => void>,
  view: Json,
  context: Context,
  of: T = undefined as T,
): Json {
  for (const name of context.faults) table[name]?.(view, context, of);
  return view;
}

/** Leaves a member out. */
export function without(member: string): Shapes[string] {
  return (view) => {
    delete view[member];
  };
}

/** Writes a member otherwise. */
export function rewritten(member: string, edit: (value: unknown) => unknown): Shapes[string] {
  return (view) => {
    view[member] = edit(view[member]);
  };
}

/** Writes something else in place of null. */
export function instead(member: string, value: unknown): Shapes[string] {
  return rewritten(member, (stored) => stored ?? value);
}

/** Writes one value in place of another. */
export function replaced(member: string, one: unknown, other: unknown): Shapes[string] {
  return rewritten(member, (stored) => (stored === one ? other : stored));
}

/** Leaves a member of an inner object out. */
export function withoutIn(outer: string, member: string): Shapes[string] {
  return (view) => {
    delete jsonOf(view[outer])[member];
  };
}

/** Leaves a member of each object of an inner list out. */
export function withoutInEach(outer: string, member: string): Shapes[string] {
  return (view) => {
    for (const one of listOf(view[outer])) delete one[member];
  };
}
