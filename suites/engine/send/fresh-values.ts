/** Fresh values are unique, so that what a run leaves behind can be recognised. */

import {createHash} from 'node:crypto';
import type {Fresh} from '../../../spec/value.ts';
import {VALUE_CLASSES, type Plain, type ValueKind} from '../../values/value-classes.ts';

/**
 * The key that distinguishes the fresh values of one script: a value differs in each
 * iteration of the repetitions around it.
 */
export const freshKey = ({n, depth}: Pick<Fresh, 'n' | 'depth'>, iterationPath: string[]): string =>
  `${iterationPath.slice(0, depth).join(' ')} ${n}`;

/** The scope in which a fresh value is generated. */
interface Origin {
  /** Part of every fresh value. */
  label: string;
  /** The iterations around the step, as in `Position`. */
  iterationPath: string[];
}

/** Generates a fresh value; the same place always gets the same one. */
export function mint(fresh: Fresh, {label, iterationPath}: Origin): string {
  const {$fresh, length, valueClass} = fresh;
  const source = `${label} ${freshKey(fresh, iterationPath)}`;
  const hash = createHash('sha256').update(source).digest('hex');
  const name =
    $fresh === 'password' ? `Pw-${hash.slice(0, 16)}` : `pc-${label}-${hash.slice(0, 12)}`;
  const end = ENDS[$fresh] ?? '';
  if (valueClass !== undefined)
    return ofClass(classedKind(fresh), valueClass, {name, hash, ...(length && {length})});
  return length === undefined ? name + end : ofLength(length, end, {name, hash});
}

/** The suffix after the name in a fresh value, by its kind. */
const ENDS: Partial<Record<Fresh['$fresh'], string>> = {
  email: '@presscheck.example',
  'file-name': '.epub',
};

/** The key that identifies a fresh value. */
interface Distinction {
  name: string;
  /** The hexadecimal digits from which `name` is made. */
  hash: string;
  /** The number of characters, if it is fixed. */
  length?: number;
}

/** The kind of value from whose classes a fresh value can be. */
const classedKind = ({$fresh, length}: Fresh): ValueKind =>
  $fresh === 'password' && length !== undefined ? 'sized-password' : ($fresh as ValueKind);

/** A value with a number of characters. */
function ofLength(length: number, end: string, {name, hash}: Distinction): string {
  const room = length - end.length;
  // The hash at the end of a name distinguishes it, so a shorter name keeps its end.
  if (room < name.length) return room > 0 ? name.slice(-room) + end : hash.slice(0, length);
  return name + end + repeated(hash, room - name.length);
}

/** A text, repeated up to a length. */
const repeated = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** A value of a class. @throws Error for an unknown class */
export function ofClass(kind: ValueKind, valueClass: string, distinction: Distinction): string {
  const {name, hash, length} = distinction;
  const make = VALUE_CLASSES[kind][valueClass];
  if (!make) throw new Error(`${kind}: there is no class of values \`${valueClass}\``);
  const plain: Plain = {
    name,
    fill: (length) => repeated(hash, length),
    digits: (length) => repeated(BigInt(`0x${hash}`).toString(), length),
    ...(length !== undefined && {length}),
  };
  return make(plain);
}
