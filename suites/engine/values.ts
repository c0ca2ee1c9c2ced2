import {createHash} from 'node:crypto';
import {at, isObject} from '../../spec/json.ts';
import type {Exchange, Fresh, Val} from '../../spec/step.ts';

/** What the values of a script are filled in from. */
export interface Scope {
  exchanges: Map<string, Exchange>;
  sample(name: string): unknown;
  /** Labels fresh values with the run, so that left-overs can be told. */
  label: string;
  /**
   * The rounds of the repetitions around the step: a fresh value differs in each round of its own.
   */
  rounds: string[];
  /** Fresh values that were minted or taken before, by `freshKey`. */
  fresh: Map<string, string>;
  /** Told of every fresh value: it is the run's own. */
  minted(value: string): void;
}

/** A reference to something that an earlier answer did not bring. */
export class Unresolved extends Error {
  override name = 'Unresolved';
}

/**
 * Fills in references, fresh values, samples and sums.
 * @throws Unresolved when an earlier answer lacks what a reference names
 */
export function fill(value: Val | undefined, scope: Scope): any {
  if (Array.isArray(value)) return value.map((member) => fill(member, scope));
  if (!isObject(value)) return value;
  if ('$from' in value) return referred(String(value.$from), String(value.at), scope);
  if ('$fresh' in value) return minted(value as unknown as Fresh, scope);
  if ('$sample' in value) {
    const sample = scope.sample(String(value.$sample));
    const found = at(sample, String(value.at));
    if (found === undefined)
      throw new Unresolved(`the target has no sample ${String(value.$sample)}${String(value.at)}`);
    return found;
  }
  if ('$sum' in value)
    return (value.$sum as Val[]).reduce<number>(
      (total, part) => total + Number(fill(part, scope)),
      0,
    );
  if ('$text' in value)
    return (value.$text as Val[]).map((part) => String(fill(part, scope))).join('');
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, fill(member as Val, scope)]),
  );
}

function referred(step: string, pointer: string, scope: Scope): unknown {
  const exchange = scope.exchanges.get(step);
  if (!exchange) throw new Unresolved(`step ${step} was not sent`);
  const found = pointed(exchange, pointer);
  if (found === undefined)
    throw new Unresolved(
      `${exchange.op} (${step}) answered ${exchange.status} without ${pointer}${exchange.problem ? `: ${exchange.problem.text}` : ''}`,
    );
  return found;
}

function minted(fresh: Fresh, scope: Scope): string {
  const key = freshKey(fresh, scope.rounds);
  const value = scope.fresh.get(key) ?? mint(fresh, scope);
  scope.fresh.set(key, value);
  scope.minted(value);
  return value;
}

/**
 * What tells fresh values of one script apart: a value differs in each of the rounds that stand
 * around it.
 */
export const freshKey = ({n, depth}: Fresh, rounds: string[]): string =>
  `${rounds.slice(0, depth).join(' ')} ${n}`;

/** The value in an exchange that a reference names. */
export const pointed = (exchange: Exchange, pointer: string): unknown =>
  pointer.startsWith('header:')
    ? exchange.headers[pointer.slice(7).toLowerCase()]
    : at(exchange.body, pointer);

function mint({$fresh, n, depth, length}: Fresh, scope: Scope): string {
  const rounds = scope.rounds.slice(0, depth).join(' ');
  const hash = createHash('sha256').update(`${scope.label} ${rounds} ${n}`).digest('hex');
  const short = `pc-${scope.label}-${hash.slice(0, 12)}`;
  const plain =
    $fresh === 'email'
      ? `${short}@presscheck.example`
      : $fresh === 'file-name'
        ? `${short}.epub`
        : $fresh === 'password'
          ? `Pw-${hash.slice(0, 16)}`
          : short;
  if (length === undefined) return plain;
  return plain.length >= length
    ? plain.slice(plain.length - length)
    : plain + hash.repeat(Math.ceil(length / 64)).slice(0, length - plain.length);
}

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
