import {expect, test} from 'vitest';
import type {Exchange} from '../../../../spec/exchange.ts';
import {expectLinksLead} from './pages.ts';

/** A walk over three pages of four contents each; `link` writes the query of a link to a page. */
const walk = (link: (page: number) => string, last = 3): Exchange[] =>
  [1, 2, 3].map((page) => {
    const url = (to: number): string => `https://store.test/issues?q=a&${link(to)}`;
    const paginator = {
      current_page: page,
      per_page: 4,
      first_page_url: url(1),
      last_page_url: url(last),
      next_page_url: page < 3 ? url(page + 1) : null,
      prev_page_url: page > 1 ? url(page - 1) : null,
    };
    return {
      sent: {url: 'https://store.test/issues?q=a'},
      body: {data: {paginator}},
    } as unknown as Exchange;
  });

test.each<[string, (page: number) => string]>([
  ['by number', (page) => `page=${page}`],
  ['by number from 0 on', (page) => `page=${page - 1}`],
  ['by the rows before', (page) => `offset=${4 * (page - 1)}&limit=4`],
  ['by the first row', (page) => `start=${4 * (page - 1) + 1}`],
])('links may name pages %s', (_how, link) => {
  expect(expectLinksLead(walk(link)).violations).toEqual([]);
  const [violation] = expectLinksLead(walk(link, 2)).violations;
  expect(violation?.branch).toBe('last_page_url leads elsewhere');
});

test('links that do not tell their page are not judged', () => {
  const judged = expectLinksLead(walk((page) => `cursor=${'abc'[page - 1]}x`));
  expect(judged).toMatchObject({violations: [], outOfReach: 'not-applicable'});
});

test('one page alone does not show how links name pages', () => {
  const judged = expectLinksLead(walk((page) => `page=${page}`).slice(0, 1));
  expect(judged.outOfReach).toBeUndefined();
  expect(judged.inconclusive).toContain('do not count');
});

test('links that lead to one page alone are not read as a numbering', () => {
  const {violations, inconclusive} = expectLinksLead(walk(() => 'page=2'));
  expect(violations).toEqual([]);
  expect(inconclusive).toContain('do not count');
});
