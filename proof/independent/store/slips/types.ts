import type {Ask, Context, Json, Reply} from '../types.ts';

/** How requests are misread: the name of an operation, of a fault, and what it does. */
export type Asks = Record<string, Record<string, (ask: Ask, context: Context, id: string) => void>>;

/** How answers are miswritten. */
export type Answers = Record<
  string,
  Record<string, (reply: Reply, context: Context, id: string) => void>
>;

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

/** Carries out what faults do to a view. */
export function misshape(table: Shapes, view: Json, context: Context): Json {
  for (const [name, act] of Object.entries(table)) {
    if (context.faults.has(name)) act(view, context);
  }
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
