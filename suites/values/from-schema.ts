import * as fc from 'fast-check';
import {isObject, toText} from '../../spec/json.ts';
import type {RequestPart} from '../../spec/contract.ts';
import type {Fresh, Val} from '../../spec/value.ts';
import {surelyBroken} from './surely-broken.ts';
import type {ValueClasses} from './values.ts';
import {candidatesFor, MISSING, type Candidate} from './value-candidates.ts';

/** A request with one part that is another: a member, a parameter, a header. */
export type Edit = {
  in: RequestPart['in'];
  at: string;
  /** Absent where the part is left out. */
  value?: Val;
};

/**
 * Edits of the requests of an operation, by what the document says of them.
 *
 * - invalid: the document says that they are refused.
 * - types and texts: it leaves open whether they are refused or taken. The first have another JSON
 *   type than the document names, or are not there; the others are of the type.
 */
export interface Edits {
  invalid: Record<string, Edit[]>;
  types: Record<string, Edit[]>;
  texts: Record<string, Edit[]>;
}

/** Members that no document knows: it leaves open whether they are ignored or refused. */
const UNKNOWN_MEMBERS: Edit[] = [
  {in: 'body', at: '/presscheck_member', value: 'any text'},
  {in: 'body', at: '/presscheck member', value: {a: [1]}},
];

/** Every edit of one part of a request, by operation, part and class of the value. */
export function editsOf(parts: readonly RequestPart[]): Edits {
  const edits: Edits = {invalid: {}, types: {}, texts: {}};
  for (const part of parts)
    for (const candidate of candidatesFor(part))
      for (const value of candidate.values) note(edits, part, candidate, value);
  const [body] = parts.filter((part) => part.in === 'body');
  if (body) edits.texts[`${body.op}: an unknown member`] = UNKNOWN_MEMBERS;
  return edits;
}

/** The edits of parts, as values for which a property holds. */
export const anyOf = (edits: Record<string, Edit[]>, plain: Edit): ValueClasses<Edit> => ({
  plain,
  classes: Object.fromEntries(
    Object.entries(edits).map(([name, all]) => [name, fc.constantFrom(...all)]),
  ),
});

function note(edits: Edits, part: RequestPart, {name, ofType}: Candidate, value: Val): void {
  const {op, pointer, in: place} = part;
  const isMissing = value === MISSING;
  const keyword = surelyBroken(part, isMissing ? undefined : likeness(value));
  const isRefused = keyword !== undefined && part.refusals[keyword] !== undefined;
  const kindIfOpen = ofType ? 'texts' : 'types';
  const kind = isRefused ? 'invalid' : kindIfOpen;
  const edit: Edit = {in: place, at: pointer, ...(!isMissing && {value})};
  (edits[kind][`${op} ${pointer}: ${name}`] ??= []).push(edit);
}

/** A sample of a value that is generated when it is sent: a text of its kind and length. */
export function likeness(value: unknown): unknown {
  if (!isObject(value)) return value;
  const {$text: parts} = value;
  if (Array.isArray(parts)) return parts.map((part) => toText(likeness(part))).join('');
  if (!('$fresh' in value)) return value;
  const {$fresh: kind, length = 12} = value as unknown as Fresh;
  return kind === 'email' ? 'reader@presscheck.example' : 'x'.repeat(length);
}
