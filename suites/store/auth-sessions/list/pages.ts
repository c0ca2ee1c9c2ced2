/** Judgements about the pages of the list. */

import {at} from '../../../../spec/json.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Judgement} from '../../../language/check.ts';
import {all, brief, expectEqual, expectThat, undecided} from '../../../language/judge.ts';
import {idsOn} from '../../sessions.ts';

const member = (page: Exchange, name: string): unknown => at(page.body, `/pagination/${name}`);

/** Whether a page says that more follow. */
export const saysMore = (page: Exchange): boolean => member(page, 'has_more') === true;

/** A page shows the requested size, and has no more rows than that. */
export const expectPageSize = (page: Exchange, size: number): Judgement =>
  all(
    expectEqual(member(page, 'per_page'), size, 'another-size', page, '`pagination.per_page`'),
    () =>
      expectThat(idsOn(page).length <= size, {
        branch: 'more-rows',
        expected: `at most ${size} rows`,
        got: String(idsOn(page).length),
        at: page,
      }),
  );

/** `next_cursor` is null exactly when `has_more` is false. */
export function expectCursorFits(page: Exchange): Judgement {
  const [cursor, more] = [member(page, 'next_cursor'), member(page, 'has_more')];
  // Other rules require that the members are present and have the right types.
  if (typeof more !== 'boolean' || cursor === undefined) return undecided('a member is missing');
  return expectThat((cursor === null) === !more, {
    branch: more ? 'no-cursor-though-more' : 'a-cursor-though-no-more',
    expected: `\`next_cursor\` ${more ? 'not ' : ''}to be null while \`has_more\` is ${more}`,
    got: brief(cursor),
    at: page,
  });
}

/** A page says whether more follow, where the last one is known by its rows. */
export function expectWhetherMore(pages: Exchange[], whole: Exchange): Judgement {
  let shown = 0;
  const total = idsOn(whole).length;
  return all(
    ...pages.map((page) => {
      shown += idsOn(page).length;
      return expectEqual(saysMore(page), shown < total, 'another-has-more', page, '`has_more`');
    }),
    ...pages.slice(1).map(expectRows),
  );
}

/** A page after one with `has_more` has rows. */
const expectRows = (page: Exchange): Judgement =>
  expectThat(idsOn(page).length > 0, {
    branch: 'more-after-the-last',
    expected: 'rows on the page after one with `has_more` true',
    got: 'none',
    at: page,
  });
