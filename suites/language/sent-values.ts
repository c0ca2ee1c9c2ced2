/** Values that are known only when a step is sent, from responses to earlier steps. */

import type {Val, AlteredLink, Ref} from '../../spec/value.ts';

/** A sum of numbers that are known only when the step is sent. */
export const sum = (...parts: Val[]): Val => ({$sum: parts});

/**
 * The day so many days after another one, as YYYY-MM-DD; known only when the step is sent.
 * @param after a text that begins with a day, for example `created_at` of an order
 * @param add days; negative ones lead to an earlier day
 */
export const dayAfter = (after: Val, add: number): Val => ({$day: {after, add}});

/** A text put together when the step is sent. */
export const text = (...parts: Val[]): Val => ({$text: parts});

/**
 * A link that nobody minted, for example with the path of one and the query of another.
 * @param parts URLs, which are known when the step is sent
 */
export const alteredLink = (parts: AlteredLink): Val => ({$link: parts as unknown as Val});

/**
 * How many rows a page lacks.
 * @param of rows of a full page
 * @param rows those that it has; where it is full, the result is that of a further page
 */
export const lacking = (of: number, rows: Val): Val => ({$lacking: {of, rows}});

/**
 * A member of the first row of a list in which another member has a value.
 * @param rows the list
 * @param where which row: its member, by JSON Pointer, and the value
 * @param pointer of the member that is wanted
 */
export const ofRow = (rows: Ref, where: {at: string; is: Val}, pointer: string): Val => ({
  $row: {of: rows, where: where.at, is: where.is, at: pointer},
});
