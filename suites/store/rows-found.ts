import type {Exchange} from '../../spec/exchange.ts';
import {isObject, toText} from '../../spec/json.ts';
import {rowsAt} from '../language/rows.ts';

/**
 * The rows of pages of a list; a page that found nothing (404) has none.
 * @param pointer where the body of each page has its rows
 * @throws NothingSeen for a response that is no list
 */
export function rowsFound(
  pages: Exchange | Exchange[],
  pointer: string,
): Record<string, unknown>[] {
  const lists = [pages].flat().filter(({situations}) => !situations.includes('nothing-found'));
  return rowsAt(lists, pointer).filter(isObject);
}

/** Whether two ids are the same, whatever their form: rules about the form of an id judge it, and no other does. */
export const isSameId = (one: unknown, other: unknown): boolean => toText(one) === toText(other);
