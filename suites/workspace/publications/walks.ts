import type {Exchange} from '../../../spec/exchange.ts';
import {column} from '../../language/rows.ts';
import type {Handle, Script} from '../../language/script.ts';

/** The most pages of a walk: a shared deployment may have a long list. */
export const MAX_PAGES = 200;

/** Records a walk through the list of publications (`listPublications`). */
export const walk = (s: Script): Handle<Exchange[]> =>
  s.walk('listPublications', {atMost: MAX_PAGES});

/** Ids of the rows of pages, in order. */
export const idsOf = (pages: Exchange[]): unknown[] => column(pages, '/id');
