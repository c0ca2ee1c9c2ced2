import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../check.ts';
import {expectNone, notApplicable, when} from '../../judge.ts';
import {cutOf} from '../../rows.ts';
import {text} from '../../script.ts';
import {upload} from '../issuing.ts';
import {walkIssues} from './issue-steps.ts';
import {rowOf} from './shown.ts';

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

/** A search finds titles that contain its text, and not those that match its text as a pattern. */
function expectNoPattern(
  pages: Exchange[],
  {exact, matching, others}: {exact: Exchange; matching: Exchange; others: Exchange[]},
  sign: string,
): Judgement {
  const isFound = (created: Exchange): boolean => rowOf(pages, created) !== undefined;
  if (others.some(isFound)) return notApplicable('the search also finds similar names');
  // Another rule requires that a title is found by its name.
  return when(isFound(exact) && cutOf(pages) === undefined, 'the title is not found', () =>
    expectNone(
      [rowOf(pages, matching) ?? []].flat(),
      `title that has other characters where the query has ${sign}`,
      `${sign} stands for others`,
      pages[0],
    ),
  );
}

/** The text of a search is not a pattern. */
export const patterns: Check[] = [
  ...checksAt(titles, 'store.content.search-leaves-others-out', {
    'an underscore': ({underscore, oneLetter, byUnderscore, ...seen}) =>
      expectNoPattern(
        byUnderscore,
        {
          exact: underscore,
          matching: oneLetter,
          others: [seen.twoLetters, seen.joined, seen.turned, seen.misspelt],
        },
        'an underscore',
      ),
    'a percent sign': ({percent, twoLetters, byPercent, turned, misspeltToo}) =>
      expectNoPattern(
        byPercent,
        {exact: percent, matching: twoLetters, others: [turned, misspeltToo]},
        'a percent sign',
      ),
  }),
];
