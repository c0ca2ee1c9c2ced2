/** For the pages of a list: their links are of that list. */

import type {Exchange} from '../../spec/exchange.ts';
import {isUrl} from '../../spec/url.ts';
import type {Judgement} from '../language/check.ts';
import {brief, expectThat, judgeEach} from '../language/judge.ts';

/** Links of a page to other pages, by the names that they have on every page. */
export type Links = [name: string, url: unknown][];

/** A link that a page has. */
interface PageLink {
  page: Exchange;
  name: string;
  url: string;
}

/** A parameter of a request, such as a filter. */
type Parameter = [name: string, value: string];

/** The parameters of a link; undefined if it is not a URL. */
export const parametersOf = (url: unknown, page: Exchange): URLSearchParams | undefined =>
  isUrl(url, page.sent.url) ? new URL(url, page.sent.url).searchParams : undefined;

/** The parameters of the request for a page. */
const requested = (page: Exchange): URLSearchParams => new URL(page.sent.url).searchParams;

const repeats = ({page, url}: PageLink, [name, value]: Parameter): boolean =>
  parametersOf(url, page)?.get(name) === value;

const linksOn = (page: Exchange, links: Links): PageLink[] =>
  links.flatMap(([name, url]) => (isUrl(url, page.sent.url) ? [{page, name, url}] : []));

/** A link repeats those of some parameters that any of the other links repeats. */
const expectRepeated = (
  link: PageLink,
  others: readonly PageLink[],
  parameters: readonly Parameter[],
): Judgement =>
  judgeEach(
    parameters.filter((one) => others.some((other) => repeats(other, one))),
    (one) =>
      expectThat(repeats(link, one), {
        branch: `${link.name} leads through another list`,
        expected: `\`${link.name}\` to repeat \`${one[0]}\` of the request, as other links do`,
        got: brief(link.url),
        at: link.page,
      }),
  );

/**
 * Where a link repeats a parameter that the requests for all pages have alike, such as a filter, on one page, then the
 * link of this name does so on every page. Whether links repeat it at all is not told.
 * @param among the links that are compared with each other: those of one name, or all of them
 */
export function expectLinksAlike(
  pages: readonly Exchange[],
  linksOf: (page: Exchange) => Links,
  among: 'one name' | 'all names' = 'one name',
): Judgement {
  const [first] = pages;
  const common = [...(first ? requested(first) : [])].filter(([name, value]) =>
    pages.every((page) => requested(page).get(name) === value),
  );
  const links = pages.flatMap((page) => linksOn(page, linksOf(page)));
  return judgeEach(links, (link) => {
    const alike = links.filter(({name}) => among === 'all names' || name === link.name);
    return expectRepeated(link, alike, common);
  });
}

/**
 * A link of a page repeats those parameters of the first request that any other link of the page repeats. Documents
 * rarely require this, but the links of one page belong to one list.
 */
export const expectLinkOfTheList = (
  page: Exchange,
  links: Links,
  name: string,
  first: Exchange,
): Judgement => {
  const all = linksOn(page, links);
  const others = all.filter((link) => link.name !== name);
  return judgeEach(
    all.filter((link) => link.name === name),
    (link) => expectRepeated(link, others, [...requested(first)]),
  );
};
