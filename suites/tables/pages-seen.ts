/** The pages of a scene of several lists, by the names of the lists. */

import {defined} from '../../spec/defined.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {Handle} from '../language/script.ts';
import type {Pages} from './list.ts';

/** Steps of a scene by name: requests and walks. */
export type Steps = Record<string, Handle<Pages>>;

/** The responses of a scene by name: one each, or the pages of a walk. */
export type PagesSeen = Readonly<Record<string, Pages>>;

/** The pages of one name. */
export const pagesOf = (seen: PagesSeen, name: string): Exchange[] =>
  [defined(seen[name], name)].flat();

/** The response of one name. */
export const pageOf = (seen: PagesSeen, name: string): Exchange =>
  defined(pagesOf(seen, name)[0], name);
