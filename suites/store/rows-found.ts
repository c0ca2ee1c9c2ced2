import type {Exchange} from '../../spec/exchange.ts';
import {isObject} from '../../spec/json.ts';
import {rowsAt} from '../rows.ts';

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
