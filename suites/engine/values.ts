import {markForCut} from '../cut.ts';
import {createHash} from 'node:crypto';
import {at, isObject} from '../../spec/json.ts';
import type {Exchange, Fresh, Sample, Val} from '../../spec/step.ts';
import {isSameText} from '../values/normalized.ts';
import {VALUE_CLASSES, type Plain, type ValueKind} from '../values/value-classes.ts';

/** What the references in a script are filled in from. */
export interface Scope {
  exchanges: Map<string, Exchange>;
  sample(name: string): unknown;
  /** Part of every fresh value, so that left-overs of a run can be recognised. */
  label: string;
  /**
   * The rounds of the repetitions around the step: a fresh value differs in each round of its own.
   */
  rounds: string[];
  /** Fresh values that were minted or taken before, by `freshKey`. */
  fresh: Map<string, string>;
  /** Called with every fresh value: it belongs to the run. */
  minted(value: string): void;
}

/** A reference names something that an earlier response lacks. */
export class Unresolved extends Error {
  override name = 'Unresolved';
  /** The response shows an empty list where the reference names a row. */
  readonly isOfEmptyList: boolean;

  constructor(message: string, isOfEmptyList = false) {
    super(message);
    this.isOfEmptyList = isOfEmptyList;
  }
}

/**
 * Fills in references, fresh values, samples and sums.
 * @throws Unresolved when an earlier response lacks what a reference names
 */
export function fill(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((member) => fill(member, scope));
  if (!isObject(value)) return value;
  if ('$from' in value) return referred(String(value.$from), String(value.at), scope);
  if ('$fresh' in value) return minted(value as unknown as Fresh, scope);
  if ('$sample' in value) return sampled(value as unknown as Sample, scope);
  if ('$sum' in value) return sumOf(value.$sum as Val[], scope);
  if ('$day' in value) return dayAfter(fill(value.$day, scope));
  if ('$text' in value) return joined(value.$text as Val[], scope);
  if ('$lacking' in value) return lacking(fill(value.$lacking, scope) as Lacking);
  if ('$row' in value) return memberOfRow(fill(value.$row, scope) as FilledRow);
  if ('$link' in value) return alteredLink(fill(value.$link, scope) as FilledLink);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, fill(member, scope)]),
  );
}

/** A text with a fresh part is as unlike every other as that part: it belongs to the run, too. */
function joined(parts: Val[], scope: Scope): string {
  const text = parts.map((part) => String(fill(part, scope))).join('');
  if (parts.some((part) => isObject(part) && '$fresh' in part)) scope.minted(text);
  return text;
}

const DAY_MS = 86_400_000;

/** @throws Unresolved where the text begins with no day, or no number of days stands beside it */
function dayAfter(parts: unknown): string {
  const {after, add} = isObject(parts) ? parts : {};
  const [day = ''] = /^\d{4}-\d\d-\d\d/.exec(String(after)) ?? [];
  const there = new Date(Date.parse(day) + Number(add) * DAY_MS);
  if (Number.isNaN(there.getTime()))
    throw new Unresolved(`${markForCut(String(after), 40)} and ${String(add)} days are no day`);
  return there.toISOString().slice(0, 10);
}

interface Lacking {
  of: number;
  rows: unknown[];
}

/** The rows of a further page where this one is full. */
const lacking = ({of, rows}: Lacking): number => of - (rows.length % of);

/** A `RowMember` whose values are filled in. */
interface FilledRow {
  of: unknown;
  where: string;
  is: unknown;
  at: string;
}

/** @throws Unresolved where no row has the value */
function memberOfRow({of: rows, where, is, at: wanted}: FilledRow): unknown {
  const row = Array.isArray(rows) ? rows.find((one) => isSame(at(one, where), is)) : undefined;
  const found = at(row, wanted);
  if (found !== undefined) return found;
  throw new Unresolved(
    `no row of the list has ${where} ${markForCut(String(is), 80)}, or ${wanted}`,
  );
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'string' && typeof other === 'string' && isSameText(other, one));

/** The URLs of an `AlteredLink`. */
interface FilledLink {
  place: string;
  query: string;
  times?: string;
}

/** @throws Unresolved where one of its parts is no URL */
function alteredLink({place, query, times}: FilledLink): string {
  const altered = parsedUrl(place);
  altered.search = parsedUrl(query).search;
  const others = parsedUrl(times ?? query).searchParams;
  for (const [name, value] of parsedUrl(query).searchParams) {
    const time = others.get(name);
    if (time !== null && time !== value && isTime(value)) altered.searchParams.set(name, time);
  }
  return altered.href;
}

function parsedUrl(text: string): URL {
  if (!URL.canParse(text)) throw new Unresolved(`${markForCut(text, 80)} is no URL`);
  return new URL(text);
}

/** A number, or an instant such as `2026-03-02T09:30:00Z` or `20260302T093000Z`. */
const isTime = (text: string): boolean => /^(\d+|\d{4}-?\d\d-?\d\dT[\d:.]+Z?)$/.test(text);

/** A sample; a file name of a class has words of that class in front of it. */
function sampled({$sample: name, at: pointer, valueClass, stem}: Sample, scope: Scope): unknown {
  const found = at(scope.sample(name), pointer);
  if (found === undefined) throw new Unresolved(`the target has no sample ${name}${pointer}`);
  if (stem !== undefined) return `${stem}${endingOf(String(found))}`;
  if (valueClass === undefined) return found;
  return `${ofClass('file-name', valueClass, {name: '', hash: ''})}${String(found)}`;
}

/** The ending of a file name with its dot. */
const endingOf = (filename: string): string => /\.[^.]*$/.exec(filename)?.[0] ?? '';

const sumOf = (parts: Val[], scope: Scope): number =>
  parts.reduce<number>((total, part) => total + Number(fill(part, scope)), 0);

function referred(step: string, pointer: string, scope: Scope): unknown {
  const exchange = scope.exchanges.get(step);
  if (!exchange) throw new Unresolved(`step ${step} was not sent`);
  const found = pointed(exchange, pointer);
  if (found !== undefined) return found;
  if (leadsIntoEmptyList(exchange, pointer))
    throw new Unresolved(`${exchange.op} (${step}) shows an empty list`, true);
  const problem = exchange.problem ? `: ${exchange.problem.text}` : '';
  throw new Unresolved(
    `${exchange.op} (${step}) answered ${exchange.status} without ${pointer}${problem}`,
  );
}

function leadsIntoEmptyList(exchange: Exchange, pointer: string): boolean {
  const tokens = pointer.split('/');
  const lists = tokens.map((_, index) => pointed(exchange, tokens.slice(0, index).join('/')));
  return lists.some((list) => Array.isArray(list) && list.length === 0);
}

function minted(fresh: Fresh, scope: Scope): string {
  const key = freshKey(fresh, scope.rounds);
  const value = scope.fresh.get(key) ?? mint(fresh, scope);
  scope.fresh.set(key, value);
  scope.minted(value);
  return value;
}

/**
 * The key that distinguishes the fresh values of one script: a value differs in each of the rounds
 * around it.
 */
export const freshKey = ({n, depth}: Pick<Fresh, 'n' | 'depth'>, rounds: string[]): string =>
  `${rounds.slice(0, depth).join(' ')} ${n}`;

/** The value in an exchange that a reference names. */
export const pointed = (exchange: Exchange, pointer: string): unknown =>
  pointer.startsWith('header:')
    ? exchange.headers[pointer.slice(7).toLowerCase()]
    : at(exchange.body, pointer);

function mint(fresh: Fresh, scope: Scope): string {
  const {$fresh, n, depth, length, valueClass} = fresh;
  const rounds = scope.rounds.slice(0, depth).join(' ');
  const hash = createHash('sha256').update(`${scope.label} ${rounds} ${n}`).digest('hex');
  const name =
    $fresh === 'password' ? `Pw-${hash.slice(0, 16)}` : `pc-${scope.label}-${hash.slice(0, 12)}`;
  if (valueClass !== undefined)
    return ofClass(classedKind(fresh), valueClass, {name, hash, ...(length && {length})});
  return length === undefined
    ? name + (ENDS[$fresh] ?? '')
    : ofLength(length, ENDS[$fresh] ?? '', {name, hash});
}

/** What distinguishes a fresh value from all others. */
interface Distinction {
  name: string;
  /** Hexadecimal digits that `name` is made of. */
  hash: string;
  /** Characters in all, where they are fixed. */
  length?: number;
}

/** The kind whose classes a fresh value can be of. */
const classedKind = ({$fresh, length}: Fresh): ValueKind =>
  $fresh === 'password' && length !== undefined ? 'sized-password' : ($fresh as ValueKind);

/** A value of so many characters. */
function ofLength(length: number, end: string, {name, hash}: Distinction): string {
  const room = length - end.length;
  // The hash at the end of a name is what distinguishes it: a shorter name keeps that.
  if (room < name.length) return room > 0 ? name.slice(-room) + end : hash.slice(0, length);
  return name + end + hash.repeat(Math.ceil(length / 64)).slice(0, room - name.length);
}

/** A value of a class. */
function ofClass(kind: ValueKind, valueClass: string, distinction: Distinction): string {
  const {name, hash, length} = distinction;
  const make = VALUE_CLASSES[kind][valueClass];
  if (!make) throw new Error(`${kind}: there is no class of values \`${valueClass}\``);
  const repeated = (text: string, length: number): string =>
    text.repeat(Math.ceil(length / text.length)).slice(0, length);
  const plain: Plain = {
    name,
    fill: (length) => repeated(hash, length),
    digits: (length) => repeated(BigInt(`0x${hash}`).toString(), length),
    ...(length !== undefined && {length}),
  };
  return make(plain);
}

/** What stands behind the name in a fresh value, by its kind. */
const ENDS: Partial<Record<Fresh['$fresh'], string>> = {
  email: '@presscheck.example',
  'file-name': '.epub',
};

/** Ids of the steps that a value refers to. */
export function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (!isObject(value)) return [];
  if ('$from' in value) return [String(value.$from)];
  return Object.values(value).flatMap(references);
}

/** Names of the samples that a value uses. */
export function samplesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(samplesIn);
  if (!isObject(value)) return [];
  if ('$sample' in value) return [String(value.$sample)];
  return Object.values(value).flatMap(samplesIn);
}
