/** Judgements about the pages of the list of content (Resources / Content issue, list envelope). */

import {at, toText} from '../../../../spec/json.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Judgement} from '../../../language/check.ts';
import {
  numberAt,
  expectNumber,
  expectNumbersAgree as pageNumbersAgree,
} from '../../../contract/passive/page-numbers.ts';
import {
  all,
  brief,
  expectThat,
  judgeEach,
  notApplicable,
  nothing,
  undecided,
} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import {issues, issuesIn} from '../../issue-rows.ts';
import {
  expectLinkOfTheList,
  expectLinksAlike,
  parametersOf as parametersOfLink,
  type Links,
} from '../../../tables/links-alike.ts';

const PAGINATOR = '/data/paginator';

/** A member of the paginator of a page. */
const member = (page: Exchange, name: string): unknown => at(page.body, `${PAGINATOR}/${name}`);

/** The size of the pages of a list; undefined if it is not shown. */
export const sizeOf = (page: Exchange | undefined): number | undefined =>
  page && numberAt(page, `${PAGINATOR}/per_page`);

/** The numbers of the pages of a walk agree with each other and with the rows: each page with its own, all with the list. */
export const expectNumbersAgree = (pages: Exchange[], rows: number): Judgement =>
  judgeEach(pages, (page, index) => {
    const expected = {current_page: index + 1, per_page: sizeOf(pages[0]), total: rows};
    return all(
      ...Object.entries(expected).map(([name, number]) =>
        expectNumber(page, `${PAGINATOR}/${name}`, number),
      ),
      pageNumbersAgree(page, PAGINATOR, issuesIn(page).length),
    );
  });

/**
 * The pages of a walk, without responses that are not pages, and without pages to which a link led
 * back: the rule about walks judges those.
 */
export function pagesIn(walk: Exchange[]): Exchange[] {
  const pages = walk.filter(hasSituation('issue-page'));
  const first = pages.map((page) => issues.ids(page).join());
  return pages.filter((_page, index) => first.indexOf(first[index] ?? '') === index);
}

/**
 * A link of a page is present or null, as expected. Another rule requires that the member exists.
 */
function expectLink(page: Exchange, name: string, isThere: boolean, where: string): Judgement {
  const value = member(page, name);
  if (value === undefined) return undecided(`the paginator has no \`${name}\``);
  const isLink = typeof value === 'string' && value !== '';
  return expectThat(isLink === isThere, {
    branch: `${name} of ${where}`,
    expected: `\`${name}\` of ${where} ${isThere ? 'to be a URL' : 'to be null'}`,
    got: brief(value),
    at: page,
  });
}

/**
 * Links stay inside the list: every page except the first has a link back, and every page except
 * the last has a link to the next. The last page is identified by its rows, not by its link.
 */
export const expectLinksInside = (pages: Exchange[], rows: number): Judgement =>
  judgeEach(pages, (page, index) => {
    const isLast = issuesIn(pages.slice(0, index + 1)).length >= rows;
    return all(
      expectLink(page, 'prev_page_url', index > 0, index ? 'a later page' : 'the first page'),
      expectLink(page, 'next_page_url', !isLast, isLast ? 'the last page' : 'an earlier page'),
    );
  });

/** The query parameters of a link; undefined if it is not a URL. */
const parametersOf = (page: Exchange, name: string): URLSearchParams | undefined =>
  parametersOfLink(member(page, name), page);

/** How links name pages: the value of a query parameter for the first page, and what each later page adds to it. */
interface PageNaming {
  parameter: string;
  first: number;
  step: number;
}

const valueOf = ({first, step}: PageNaming, page: number): string =>
  String(first + (page - 1) * step);

/**
 * The ways in which all links to the next pages of a walk name them: by a number, which counts pages from 1 or 0, or
 * by the number of rows before the page, or of its first row. None if links name pages in another way.
 */
function namingsOf(pages: Exchange[]): PageNaming[] {
  const links = pages.slice(0, -1).map((page) => parametersOf(page, 'next_page_url'));
  const size = sizeOf(pages[0]) ?? 1;
  const ways = [1, 0].flatMap((first) => [1, size].map((step) => ({first, step})));
  return [...(links[0]?.keys() ?? [])]
    .flatMap((parameter) => ways.map((way) => ({parameter, ...way})))
    .filter((naming) =>
      links.every((link, index) => link?.get(naming.parameter) === valueOf(naming, index + 2)),
    );
}

/** Whether no link to a next page has a number: then it says nothing about the page to which it leads. */
const areOpaque = (pages: Exchange[]): boolean =>
  pages.length > 1 &&
  pages
    .slice(0, -1)
    .map((page) => parametersOf(page, 'next_page_url'))
    .every((link) => link && ![...link.values()].some((value) => /^\d+$/.test(value)));

/** A link of a page, and the number of the page to which it should lead. */
interface PageLink {
  page: Exchange;
  name: string;
  number: number;
}

/** The links of a walk to its first, last and previous pages. */
const pageLinksOf = (pages: Exchange[]): PageLink[] =>
  pages.flatMap((page, index) => [
    {page, name: 'first_page_url', number: 1},
    {page, name: 'last_page_url', number: pages.length},
    ...(index ? [{page, name: 'prev_page_url', number: index}] : []),
  ]);

/** Whether a link leads to its page; undefined if it is no URL. A link to the first page may name none. */
function leadsThere({page, name, number}: PageLink, naming: PageNaming): boolean | undefined {
  const parameters = parametersOf(page, name);
  if (!parameters) return undefined;
  const got = parameters.get(naming.parameter);
  return (number === 1 && got === null) || got === valueOf(naming, number);
}

function expectToLeadThere(link: PageLink, naming: PageNaming): Judgement {
  const {page, name, number} = link;
  const isRight = leadsThere(link, naming);
  if (isRight === undefined) return nothing();
  return expectThat(isRight, {
    branch: `${name} leads elsewhere`,
    expected: `\`${name}\` of page ${toText(member(page, 'current_page'))} to lead to page ${number}`,
    got: brief(member(page, name)),
    at: page,
  });
}

const LINKS = ['first_page_url', 'last_page_url', 'next_page_url', 'prev_page_url'];

/** The links of a page that are named after the pages to which they lead. */
const namedLinksOf = (page: Exchange): Links => LINKS.map((name) => [name, member(page, name)]);

/** The `links` of a page. */
const otherLinksOf = (page: Exchange): Links => {
  const links = member(page, 'links');
  return (Array.isArray(links) ? links : []).map((link: unknown) => ['links', at(link, '/url')]);
};

const linksOf = (page: Exchange): Links => [...namedLinksOf(page), ...otherLinksOf(page)];

/**
 * Each link of the pages of a walk leads to the page after which it is named, through the list that
 * was requested where another link does so. What the `links` are is not shown: they are compared with each other.
 */
export const expectLinksLead = (pages: Exchange[]): Judgement =>
  all(
    expectLinksToPages(pages),
    () => expectLinksAlike(pages, namedLinksOf, 'all names'),
    () => expectLinksAlike(pages, otherLinksOf),
  );

function expectLinksToPages(pages: Exchange[]): Judgement {
  const namings = namingsOf(pages);
  const links = pageLinksOf(pages);
  const fitsAll = (naming: PageNaming): boolean =>
    links.every((link) => leadsThere(link, naming) !== false);
  const naming = namings.find(fitsAll) ?? namings[0];
  if (naming) return all(...links.map((link) => expectToLeadThere(link, naming)));
  return areOpaque(pages)
    ? notApplicable('the links do not say to which page they lead')
    : undecided('the links do not count pages');
}

/** The link to the next page leads through the list of the first request, as other links of the page do. */
export const expectNextOfTheList = (page: Exchange, first: Exchange): Judgement =>
  expectLinkOfTheList(page, linksOf(page), 'next_page_url', first);
