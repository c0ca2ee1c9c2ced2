/** The cursors and URLs that lead from a page to others. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {at} from '../../../../spec/json.ts';
import {isUrl} from '../../../../spec/url.ts';
import type {Judgement} from '../../../language/check.ts';
import {all, brief, expectThat, judgeEach, undecided} from '../../../language/judge.ts';
import {expectLinksAlike} from '../../../tables/links-alike.ts';

/** The members of a page that lead to others: each cursor with its URL. */
const LINKS = [
  ['next_cursor', 'next_page_url'],
  ['prev_cursor', 'prev_page_url'],
] as const;

/** Whether a link leads nowhere. */
const isNone = (link: unknown): boolean => link === null || link === '';

/** A URL is that of the list with the cursor of its page; both lead nowhere, or neither does. */
function expectUrlFits(page: Exchange, cursorName: string, urlName: string): Judgement {
  const [cursor, url] = [at(page.body, `/${cursorName}`), at(page.body, `/${urlName}`)];
  // Other rules require that the members are present and have the right types.
  if (cursor === undefined || url === undefined) return undecided('a member is missing');
  if (typeof url === 'string' && typeof cursor === 'string' && url !== '' && cursor !== '')
    return expectToLeadTo(page, urlName, url, cursor);
  return expectThat(isNone(url) === isNone(cursor), {
    branch: `${urlName} without ${cursorName}, or the other way round`,
    expected: `\`${urlName}\` to be null exactly where \`${cursorName}\` is`,
    got: `${brief(url)} beside ${brief(cursor)}`,
    at: page,
  });
}

/** The URLs of other pages are those of the list with the cursors of this page. */
export const expectUrlsFit = (page: Exchange): Judgement =>
  all(...LINKS.map(([cursorName, urlName]) => expectUrlFits(page, cursorName, urlName)));

/** The URLs of the pages of one list are of that list, and have the cursors of their pages. */
export const expectUrlsLead = (pages: Exchange[]): Judgement =>
  all(judgeEach(pages, expectUrlsFit), () =>
    expectLinksAlike(
      pages,
      (page) => LINKS.map(([, name]) => [name, at(page.body, `/${name}`)]),
      'all names',
    ),
  );

/** A URL is that of the list with a cursor. */
function expectToLeadTo(page: Exchange, name: string, url: string, cursor: string): Judgement {
  const parsed = isUrl(url, page.sent.url) ? new URL(url, page.sent.url) : undefined;
  const got = parsed?.searchParams.get('cursor') ?? null;
  return expectThat(parsed?.pathname.endsWith('/consumption/sessions') === true && got === cursor, {
    branch: `${name} leads elsewhere`,
    expected: `\`${name}\` to be the URL of the list with the cursor of this page`,
    got: brief(url),
    at: page,
  });
}
