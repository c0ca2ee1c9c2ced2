import type {Exchange} from '../../spec/exchange.ts';
import {isUrl} from '../../spec/url.ts';
import type {Judgement} from '../language/check.ts';
import {all, brief, expectThat} from '../language/judge.ts';

/** Links of a page to other pages, by the names that they have on every page. */
export type Links = [name: string, url: unknown][];

/** The parameters of the request for a page. */
const requested = (page: Exchange): URLSearchParams => new URL(page.sent.url).searchParams;

/** The parameters that the requests for all pages have alike, such as a filter. */
const commonOf = (pages: readonly Exchange[]): [name: string, value: string][] => {
  const [first] = pages;
  return [...(first ? requested(first) : [])].filter(([name, value]) =>
    pages.every((page) => requested(page).get(name) === value),
  );
};

/** A link that a page has, with the parameters that it repeats of all the requests. */
interface Repeating {
  page: Exchange;
  name: string;
  url: string;
  repeats: Set<string>;
}

/**
 * Links of the pages of one list are of that list: where a link repeats a parameter of the request,
 * such as a filter, on one page, then the link of this name does so on every page. Whether links
 * repeat it at all is not told.
 * @param among the links that are compared with each other: those of one name, or all of them
 */
export function expectLinksAlike(
  pages: readonly Exchange[],
  linksOf: (page: Exchange) => Links,
  among: 'one name' | 'all names' = 'one name',
): Judgement {
  const common = commonOf(pages);
  const links = pages.flatMap((page) =>
    linksOf(page).flatMap(([name, url]): Repeating[] =>
      isUrl(url, page.sent.url) ? [{page, name, url, repeats: repeatedBy(url, page, common)}] : [],
    ),
  );
  const alikeTo = (link: Repeating): Repeating[] =>
    links.filter(({name}) => among === 'all names' || name === link.name);
  return all(
    ...links.flatMap((link) =>
      parametersIn(alikeTo(link), common).map((parameter) => expectRepeated(link, parameter)),
    ),
  );
}

/** The common parameters that at least one of the links repeats. */
const parametersIn = (links: Repeating[], common: readonly [string, string][]): string[] =>
  common
    .map(([parameter]) => parameter)
    .filter((parameter) => links.some(({repeats}) => repeats.has(parameter)));

const repeatedBy = (
  url: string,
  page: Exchange,
  common: readonly [name: string, value: string][],
): Set<string> => {
  const {searchParams} = new URL(url, page.sent.url);
  return new Set(
    common.filter(([name, value]) => searchParams.get(name) === value).map(([name]) => name),
  );
};

const expectRepeated = ({page, name, url, repeats}: Repeating, parameter: string): Judgement =>
  expectThat(repeats.has(parameter), {
    branch: `${name} leads through another list`,
    expected: `\`${name}\` to repeat \`${parameter}\` of the request, as other links do`,
    got: brief(url),
    at: page,
  });
