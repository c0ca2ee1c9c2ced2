import type {Exchange} from '../../../spec/exchange.ts';
import type {Judgement} from '../../language/check.ts';
import type {Handle, Script} from '../../language/script.ts';
import {List, type Pages} from '../../tables/list.ts';

/** The list of publications. */
export const publications = new List({
  kind: 'publication',
  idIn: ({body}) => body?.id as unknown,
});

export const {ids: idsOf} = publications;

/** The row of a publication names its working version, unless newer publications have moved it to a later page. */
export const expectNamedInRow = (
  pages: Pages,
  publication: Exchange,
  version: unknown,
): Judgement =>
  publications.expectMemberIfListed(
    pages,
    publication,
    'working_file_id',
    version,
    'another-working-file-in-the-list',
  );

/** The most pages of a walk: a shared deployment may have a long list. */
export const MAX_PAGES = 200;

/** Records a walk through the list of publications (`listPublications`). */
export const walk = (s: Script): Handle<Exchange[]> =>
  s.walk('listPublications', {atMost: MAX_PAGES});

/** Rows of a full page (Endpoints / list publications). */
export const PAGE = 50;

/** Whether a walk ends with a full page: then it may have ended too early. */
export const isFullAtEnd = (pages: Exchange[]): boolean => idsOf(pages.slice(-1)).length >= PAGE;
