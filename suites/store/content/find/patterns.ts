import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksAt, sharedScene, type Check} from '../../../language/check.ts';
import {cutOf} from '../../../language/rows.ts';
import {text} from '../../../language/sent-values.ts';
import {upload} from '../../issuing.ts';
import {expectNoPattern} from '../../no-pattern.ts';
import {walkIssues} from '../issue-steps.ts';
import {rowOf} from '../shown.ts';

/**
 * Titles with a wildcard character. It is open whether a search goes by whole names, parts, words
 * or similar spelling. So beside a title that only a wildcard search finds, there are others that
 * any such search would rather find.
 */
const titles = sharedScene({
  id: 'store: searches for titles with signs of patterns',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const own = s.fresh('text');
    const titled = (...parts: Val[]) => upload(s, {name: text(own, ...parts)}).created;
    const search = (...parts: Val[]) => walkIssues(s, {query: text(own, ...parts)});
    return {
      underscore: titled('tide_book'),
      percent: titled('tide%book'),
      oneLetter: titled('tidexbook'),
      twoLetters: titled('tidexybook'),
      joined: titled('tidebook'),
      turned: titled('book tide'),
      misspelt: titled('tade_book'),
      misspeltToo: titled('tade%book'),
      byUnderscore: search('tide_book'),
      byPercent: search('tide%book'),
    };
  },
});

/** What a search shows of titles, read to its end. */
const shownBy = (pages: Exchange[]) => ({
  kind: 'title' as const,
  rowsOf: (created: Exchange): unknown[] => [rowOf(pages, created) ?? []].flat(),
  isWhole: cutOf(pages) === undefined,
  result: pages[0],
});

/** The text of a search is not a pattern. */
export const patterns: Check[] = [
  ...checksAt(titles, 'store.content.search-leaves-others-out', {
    'an underscore': ({underscore, oneLetter, byUnderscore, ...seen}) =>
      expectNoPattern({
        ...shownBy(byUnderscore),
        sign: 'an underscore',
        exact: underscore,
        matching: oneLetter,
        others: [seen.twoLetters, seen.joined, seen.turned, seen.misspelt],
      }),
    'a percent sign': ({percent, twoLetters, byPercent, turned, misspeltToo}) =>
      expectNoPattern({
        ...shownBy(byPercent),
        sign: 'a percent sign',
        exact: percent,
        matching: twoLetters,
        others: [turned, misspeltToo],
      }),
  }),
];
