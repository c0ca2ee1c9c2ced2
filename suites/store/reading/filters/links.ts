/** Links to other pages lead to the list by the same filters. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {isUrl} from '../../../../spec/url.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {all, brief, expectThat, notApplicable} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import {seconds, type Handle} from '../../../language/script.ts';
import {createUser} from '../../people.ts';
import {issueOf, listReading, listUntilShown, readBy, shownIssue} from '../reading-steps.ts';
import {EVERYTHING, queryNamed, REASON} from './queries.ts';

/** Number of sessions that fill a page and begin another one. */
const MANY = 28;

const isPage = hasSituation('reading-page');

const LINKS = ['next_page_url', 'prev_page_url'] as const;

/**
 * A link either repeats all filters of its request or leaves them to the cursor (NS-ST-102). A link
 * with only some of them leads to another list.
 */
function expectLinkToTheList(page: Exchange, name: (typeof LINKS)[number]): Judgement | undefined {
  const link: unknown = page.body?.[name];
  if (!isUrl(link, page.sent.url)) return undefined;
  const {searchParams: repeated} = new URL(link, page.sent.url);
  const {searchParams: sent} = new URL(page.sent.url);
  const filters = [...sent.keys()].filter((one) => one !== 'cursor');
  const lost = filters.filter((one) => !repeated.has(one));
  return expectThat(lost.length === 0 || lost.length === filters.length, {
    branch: `${name} repeats some of the filters`,
    expected: `\`${name}\` to repeat every filter of the request, or none`,
    got: `${brief(link)}, without ${lost.join(', ')}`,
    at: page,
  });
}

/** The first two pages of lists by several filters, with the links between them. */
export const linksOfFilters: Check = check({
  rule: 'store.reading.page-urls-lead-where-the-cursors-do',
  place: 'whatever the filters',
  onlyOnTestTargets: true,
  act: (s): Record<string, Handle> => {
    const {created} = createUser(s);
    const plan = s.sample('subscribable_plan');
    const title = issueOf(s);
    const reading = {
      started_at: '2007-03-11T10:00:00Z',
      reason_type: REASON,
      reason_value: plan,
    };
    const one = readBy(s, created, title, reading);
    const issue = shownIssue(listUntilShown(s, created, one), one);
    s.repeat(MANY, (b) => void readBy(b, created, title, reading));
    s.advance(seconds(5));
    const queries = ['a user, a reason and its value', EVERYTHING].map((name) =>
      queryNamed(name, {created, issue, plan}),
    );
    const firsts = queries.map((query) => listReading(s, query));
    const nexts = firsts.map((page, at) =>
      listReading(s, {...queries[at], cursor: page.at('/next_cursor')}, {optional: true}),
    );
    return Object.fromEntries([...firsts, ...nexts].map((page, at) => [`page ${at}`, page]));
  },
  judge: (seen) => {
    const parts = Object.values(seen as Record<string, Exchange | undefined>).flatMap((page) =>
      page && isPage(page) ? LINKS.flatMap((name) => expectLinkToTheList(page, name) ?? []) : [],
    );
    return parts.length ? all(...parts) : notApplicable('no page has a link to another one');
  },
});
