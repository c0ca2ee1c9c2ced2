/**
 * How a deployment writes values whose form the documents leave open: ids, instants, statuses and JSON. It does not
 * change names of members.
 */
export interface ValueForm {
  /** The replacement of the n-th id of the mock. */
  id(n: number): string;
  /** Matches such ids in a text. */
  ids: RegExp;
  /** An instant, with its offset. */
  instant(milliseconds: number): string;
  /** The media type of JSON. */
  mediaType: string;
  /** Spaces of indentation of JSON; 0 for compact JSON. */
  indentation: number;
}

/** Ids of digits, local time with an offset, indented JSON. */
const DIGITS: ValueForm = {
  id: (n) => `88${String(n).padStart(10, '0')}`,
  ids: /\b88\d{10}\b/g,
  instant: (milliseconds) => withOffset(milliseconds, 330, '+05:30'),
  mediaType: 'application/json;charset=UTF-8',
  indentation: 1,
};

/** UUIDs, fractions of a second with the offset zero, compact JSON. */
const UUIDS: ValueForm = {
  id: (n) => `0197c0de-88aa-7000-8000-${n.toString(16).padStart(12, '0')}`,
  ids: /\b0197c0de-88aa-7000-8000-[\da-f]{12}\b/g,
  instant: (milliseconds) =>
    new Date(milliseconds).toISOString().replace(/\.(\d{3})Z$/, '.$1000+00:00'),
  mediaType: 'Application/JSON',
  indentation: 0,
};

/** The form that a seed selects. */
export const valueFormOf = (seed: number): ValueForm => (seed % 2 ? DIGITS : UUIDS);

/** Local time of an offset, in whole seconds. */
const withOffset = (milliseconds: number, minutes: number, offset: string): string =>
  new Date(milliseconds + 60_000 * minutes).toISOString().slice(0, 19) + offset;
