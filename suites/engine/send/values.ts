import {at, isObject, toText} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Fresh, Sample, Val} from '../../../spec/value.ts';
import {
  alteredLink,
  dayAfter,
  lacking,
  memberOfRow,
  type FilledLacking,
  type FilledLink,
  type FilledRow,
} from './computed-values.ts';
import {freshKey, mint, ofClass} from './fresh-values.ts';
import {Unresolved} from './unresolved.ts';

/** The sources of the values in a script. */
export interface Scope {
  exchanges: Map<string, Exchange>;
  sample(name: string): unknown;
  /** Part of every fresh value, so that leftovers of a run can be recognised. */
  label: string;
  /** The iterations around the step, as in `Position`: a fresh value differs in each. */
  iterationPath: string[];
  /** Fresh values that were generated or reused before, by `freshKey`. */
  fresh: Map<string, string>;
  /** Called with every new fresh value, which belongs to the run. */
  onMinted(value: string): void;
}

/**
 * Replaces the references, fresh values, samples and computed values in a value.
 * @throws Unresolved if an earlier response lacks the value of a reference
 */
export function fill(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((member) => fill(member, scope));
  if (!isObject(value)) return value;
  if ('$from' in value) return referred(toText(value.$from), toText(value.at), scope);
  if ('$fresh' in value) return minted(value as unknown as Fresh, scope);
  if ('$sample' in value) return sampled(value as unknown as Sample, scope);
  if ('$sum' in value) return sumOf(value.$sum as Val[], scope);
  if ('$day' in value) return dayAfter(fill(value.$day, scope));
  if ('$text' in value) return joined(value.$text as Val[], scope);
  if ('$lacking' in value) return lacking(fill(value.$lacking, scope) as FilledLacking);
  if ('$row' in value) return memberOfRow(fill(value.$row, scope) as FilledRow);
  if ('$link' in value) return alteredLink(fill(value.$link, scope) as FilledLink);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, fill(member, scope)]),
  );
}

/** A concatenated text. With a fresh part it is unique like that part, and belongs to the run as well. */
function joined(parts: Val[], scope: Scope): string {
  const text = parts.map((part) => toText(fill(part, scope))).join('');
  if (parts.some((part) => isObject(part) && '$fresh' in part)) scope.onMinted(text);
  return text;
}

/** A sample; a file name with a class begins with words of that class. */
function sampled(sample: Sample, scope: Scope): unknown {
  const {$sample: name, at: pointer, valueClass, stem, capitals} = sample;
  const found = at(scope.sample(name), pointer);
  if (found === undefined) throw new Unresolved(`the target has no sample ${name}${pointer}`);
  if (capitals) return withCapitals(String(found));
  if (stem !== undefined) return `${stem}${endingOf(String(found))}`;
  if (valueClass === undefined) return found;
  return `${ofClass('file-name', valueClass, {name: '', hash: ''})}${String(found)}`;
}

/** The extension of a file name, with its dot. */
const endingOf = (filename: string): string => /\.[^.]*$/.exec(filename)?.[0] ?? '';

/** A file name with its extension in capitals. */
const withCapitals = (filename: string): string =>
  filename.slice(0, filename.length - endingOf(filename).length) + endingOf(filename).toUpperCase();

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
  const key = freshKey(fresh, scope.iterationPath);
  const value = scope.fresh.get(key) ?? mint(fresh, scope);
  scope.fresh.set(key, value);
  scope.onMinted(value);
  return value;
}

/** The value in an exchange that a reference names. */
export const pointed = (exchange: Exchange, pointer: string): unknown =>
  pointer.startsWith('header:')
    ? exchange.headers[pointer.slice(7).toLowerCase()]
    : at(exchange.body, pointer);
