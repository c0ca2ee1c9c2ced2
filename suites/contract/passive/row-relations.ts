import {DAY_MS} from '../../../spec/durations.ts';
import {canonicalText, toText} from '../../../spec/json.ts';
import type {RowComparison, Selection} from '../../../spec/selection.ts';
import {valuesAt} from '../../../spec/values-at.ts';
import {dayStart, instantOf} from '../../values/datetimes.ts';
import {isSameAddress} from '../../values/normalized.ts';

/**
 * Milliseconds by which a date may differ because its zone and the edges of ranges are open (NS-ST-25,
 * NS-ST-42): one day for a member that is a day, two days for an instant.
 */
const marginOf = (member: unknown): number =>
  typeof member === 'string' && /^\d{4}-\d\d-\d\d$/.test(member) ? DAY_MS : 2 * DAY_MS;

/** Whether a member certainly matches a filter value, or certainly does not; undefined if that is open. */
type Fits = (member: unknown, value: string, selection: Selection) => boolean | undefined;

/** A value as lower-case text: whether case matters is open. */
const folded = (value: unknown): string => toText(value).toLowerCase();

const isScalar = (value: unknown): boolean => ['string', 'number'].includes(typeof value);

const RELATIONS: Record<RowComparison, Fits> = {
  equal: (member, value) => (isScalar(member) ? folded(member) === folded(value) : undefined),
  address: (member, value) =>
    typeof member === 'string' && value.includes('@') ? isSameAddress(value, member) : undefined,
  set: (member) => member !== null && member !== false && member !== 0,
  'other-than': (member, _value, {than}) =>
    typeof member === 'string' ? member !== than : undefined,
  since: (member, value) => isNotNegative(instantOf(member) - (dayStart(value) - marginOf(member))),
  until: (member, value) =>
    isNotNegative(dayStart(value) + DAY_MS + marginOf(member) - 1 - instantOf(member)),
  words: hasWords,
};

/** Undefined if there is no number: a date that cannot be read is not compared. */
const isNotNegative = (distance: number): boolean | undefined =>
  Number.isNaN(distance) ? undefined : distance >= 0;

/**
 * Whether a text contains half of any word of a search: what a search ignores, and how fuzzy it is, is
 * open.
 */
function hasWords(member: unknown, value: string): boolean | undefined {
  if (member === null) return false;
  const words = plain(value).match(/[\p{L}\p{N}]+/gu) ?? [];
  if (!words.length) return undefined;
  const text = plain(typeof member === 'string' ? member : canonicalText(member));
  return words.some((word) => partsOf(word).some((part) => text.includes(part)));
}

/** Every substring of half the length of a word, of three letters at least. */
function partsOf(word: string): string[] {
  const length = Math.min(word.length, Math.max(3, Math.ceil(word.length / 2)));
  return Array.from({length: word.length - length + 1}, (_, from) =>
    word.slice(from, from + length),
  );
}

/** A text in lower case without diacritics. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Whether a row may be in a list that a parameter has filtered.
 * @returns false if it certainly may not
 */
export function mayStand(row: unknown, value: string, selection: Selection): boolean {
  const [first = '', ...others] = selection.at;
  const fits = (member: unknown): boolean | undefined =>
    RELATIONS[selection.is](member, value, selection);
  const main = valuesAt(row, first).map(fits);
  if (!main.length || main.some((one) => one !== false)) return true;
  const beside = others
    .flatMap((pointer) => valuesAt(row, pointer))
    .filter((member) => member !== null);
  return beside.map(fits).some((one) => one !== false);
}
