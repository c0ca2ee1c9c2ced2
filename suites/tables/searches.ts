/** For a list with a search by names: what it finds, and that its text is not a pattern. */

import type {Exchange} from '../../spec/exchange.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {Val} from '../../spec/value.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../language/check.ts';
import {
  expectNone,
  expectThat,
  judgeEach,
  notApplicable,
  sawAt,
  summaryOf,
  undecided,
  when,
} from '../language/judge.ts';
import {cutOf} from '../language/rows.ts';
import type {Handle, Script} from '../language/script.ts';
import {text} from '../language/sent-values.ts';
import {pageOf, pagesOf, type PagesSeen, type Steps} from './pages-seen.ts';

/** A list with a search by names. */
export interface SearchedList {
  /** A row in one word: `plan`. */
  kind: string;
  /** Creates something with a name. */
  named(s: Script, name: Val): Handle;
  search(s: Script, query: Val): Steps[string];
  /** The row of something created. */
  rowOf(pages: Exchange[], created: Exchange): unknown;
}

/** Names with signs of patterns and beside them, behind a text that all of them begin with. */
const namesOf = (word: string) => ({
  underscore: `tide_${word}`,
  percent: `tide%${word}`,
  oneLetter: `tidex${word}`,
  twoLetters: `tidexy${word}`,
  joined: `tide${word}`,
  turned: `${word} tide`,
  misspelt: `tade_${word}`,
  misspeltToo: `tade%${word}`,
});

/** What was searched for, what has other characters where it has the sign, and what a tolerant search finds, too. */
const SIGNS = {
  'an underscore': {
    exact: 'underscore',
    matching: 'oneLetter',
    others: ['twoLetters', 'joined', 'turned', 'misspelt'],
  },
  'a percent sign': {
    exact: 'percent',
    matching: 'twoLetters',
    others: ['turned', 'misspeltToo'],
  },
} as const;

type Sign = keyof typeof SIGNS;

const searchFor = (sign: string): string => `search for ${sign}`;

/** Whether a search shows something created, by the names of both. */
export const isFound = (
  list: SearchedList,
  seen: PagesSeen,
  search: string,
  name: string,
): boolean => list.rowOf(pagesOf(seen, search), pageOf(seen, name)) !== undefined;

/** A search finds what contains its text, and not what matches its text as a pattern. */
function expectNoPattern(list: SearchedList, sign: Sign, seen: PagesSeen): Judgement {
  const {exact, matching, others} = SIGNS[sign];
  const pages = pagesOf(seen, searchFor(sign));
  const finds = (name: string): boolean => isFound(list, seen, searchFor(sign), name);
  if (others.some(finds)) return notApplicable('the search also finds similar names');
  // Another rule requires that it is found by its name.
  return when(finds(exact) && !cutOf(pages), `the ${list.kind} is not found`, () =>
    expectNone(
      [matching].filter(finds),
      `${list.kind} that has other characters where the query has ${sign}`,
      `${sign} stands for others`,
      pages[0],
    ),
  );
}

/**
 * The text of a search is not a pattern. It is open whether a search goes by whole names, parts, words or similar
 * spelling. So beside a name that only a search by pattern finds, there are others that any such search would rather
 * find.
 * @param word ends the names
 * @param more checks, by `rule @ place`, which are judged of further searches
 */
export const checksOfPatterns = (
  rule: RuleId,
  list: SearchedList,
  {id, word, act}: {id: string; word: string; act?: (s: Script) => Steps},
  more: Record<string, (seen: PagesSeen) => Judgement> = {},
): Check[] => {
  const names = Object.entries(namesOf(word));
  const signs = Object.keys(SIGNS) as Sign[];
  const scene = sharedScene({
    id,
    onlyOnTestTargets: true,
    act: (s): Steps => {
      const own = s.fresh('text');
      return {
        ...Object.fromEntries(names.map(([key, name]) => [key, list.named(s, text(own, name))])),
        ...Object.fromEntries(
          signs.map((sign) => [
            searchFor(sign),
            list.search(s, text(own, namesOf(word)[SIGNS[sign].exact])),
          ]),
        ),
        ...act?.(s),
      };
    },
  });
  const judges = signs.map(
    (sign) =>
      [
        `${rule} @ ${sign}`,
        (seen: PagesSeen): Judgement => expectNoPattern(list, sign, seen),
      ] as const,
  );
  return checksOf(scene, {...Object.fromEntries(judges), ...more});
};

/**
 * A search that nothing can match finds nothing: 404, or an empty list.
 * @param served the situation of a list
 */
export function expectNothingFound(
  list: Exchange,
  {kind, served, rowsOf}: {kind: string; served: string; rowsOf: (list: Exchange) => unknown[]},
): Judgement {
  if (list.situations.includes('nothing-found')) return sawAt(list, '404');
  if (!list.situations.includes(served))
    return expectThat(false, {
      branch: 'another status',
      expected: `404, or a list without ${kind}s`,
      got: summaryOf(list),
      at: list,
    });
  // Another rule judges searches that find what does not match.
  return rowsOf(list).length
    ? undecided('the search found something')
    : sawAt(list, 'an empty list');
}

/** A judgement about the row of something that was made. */
type JudgeOfRow = (pages: Exchange[], made: Exchange, branch: string) => Judgement;

/**
 * Judges lists of a scene by a table of their names, each with the names of what it finds or leaves out.
 * @param how says in violations what was wrong: `byName lacks one`
 */
export const judgeLists =
  (expectOne: JudgeOfRow, how: string) =>
  (table: Readonly<Record<string, string | string[]>>) =>
  (seen: PagesSeen): Judgement =>
    judgeEach(Object.entries(table), ([list, names]) =>
      judgeEach([names].flat(), (name) =>
        expectOne(pagesOf(seen, list), pageOf(seen, name), `${list} ${how} ${name}`),
      ),
    );
