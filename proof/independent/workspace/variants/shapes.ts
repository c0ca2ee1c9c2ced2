import {isObject, type Json} from '../http.ts';
import {SECOND} from '../time.ts';
import type {World} from '../world.ts';

/** Changes an object; its members were changed before. */
type Change = (one: Json, top: boolean) => unknown;

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+02:00$/;

const iso = (ms: number): string => new Date(ms).toISOString();

const west = (ms: number): string => iso(ms - 3.5 * 3600 * SECOND).replace('Z', '-03:30');

/** How a moment is written, by variant. */
const MOMENTS: Readonly<Record<string, (ms: number) => unknown>> = {
  'dates-utc': iso,
  'dates-whole-seconds': (ms) => iso(ms).replace(/\.\d+/, ''),
  'dates-microseconds': (ms) => iso(ms).replace('Z', '417Z'),
  'dates-nanoseconds': (ms) => iso(ms).replace('Z', '417295Z'),
  'dates-west': west,
  'dates-epoch-seconds': (ms) => Math.floor(ms / SECOND),
  'dates-with-a-space': (ms) => iso(ms).replace('T', ' ').replace('Z', '+00:00'),
  'dates-rounded-to-seconds': (ms) => iso(Math.round(ms / SECOND) * SECOND),
};

const EXTRA: Json = {
  _links: {docs: {rel: 'help'}},
  x_trace: null,
  labels: [],
  revision: 3,
  'odd member': {'': 'x'},
};

const NULLS = new Set(['made_by', 'output', 'ended', 'made']);

function withoutNulls(one: Json): Json {
  return Object.fromEntries(
    Object.entries(one).filter(([name, value]) => value !== null || !NULLS.has(name)),
  );
}

function shuffled(one: Json): Json {
  const keyed = Object.entries(one).map((entry) => ({entry, at: Math.random()}));
  return Object.fromEntries(keyed.sort((a, b) => a.at - b.at).map(({entry}) => entry));
}

/** What is done to every object of a body, by variant. */
const CHANGES: Readonly<Record<string, Change>> = {
  'members-added-within': (one, top) => (top ? one : {...one, ...EXTRA}),
  'members-added-on-top': (one, top) => (top ? {...one, ...EXTRA} : one),
  'members-in-reverse': (one) => Object.fromEntries(Object.entries(one).reverse()),
  'members-in-any-order': shuffled,
  'nulls-left-out': withoutNulls,
};

function moment(w: World, text: string): unknown {
  if (!MOMENT.test(text)) return text;
  for (const [name, write] of Object.entries(MOMENTS)) {
    if (w.variants.has(name)) return write(Date.parse(text));
  }
  return text;
}

/** Headers are a map that belongs to somebody else. */
const isMap = (name: string): boolean => name === 'headers';

function change(w: World, value: unknown, top: boolean): unknown {
  if (typeof value === 'string') return moment(w, value);
  if (Array.isArray(value)) return value.map((one) => change(w, one, false));
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  let one: unknown = Object.fromEntries(
    entries.map(([name, each]) => [name, isMap(name) ? each : change(w, each, false)]),
  );
  for (const [name, apply] of Object.entries(CHANGES)) {
    if (w.variants.has(name) && isObject(one)) one = apply(one, top);
  }
  return one;
}

/** The body of an operation as a variant writes it. */
export function shaped(w: World, body: unknown): unknown {
  if (w.variants.size === 0) return body;
  return change(w, body, true);
}
