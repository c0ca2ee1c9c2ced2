import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {
  checksAt,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {all, notExercised, judgeEach} from '../../../language/judge.ts';
import {type Handle, type Script} from '../../../language/script.ts';
import {sum} from '../../../language/sent-values.ts';
import {findIssues, upload} from '../../issuing.ts';
import {walkIssues} from '../issue-steps.ts';
import {
  expectCountsGoOn,
  idsOn,
  expectLinksInside,
  expectLinksLead,
  expectNextOfTheList,
  expectNoneTwice,
  expectNumbersAgree,
  pagesIn,
  expectAllOnce,
  sizeOf,
} from './pages.ts';
import {expectListed} from '../shown.ts';

/** The largest page that is filled: if pages are longer, the list does not get a second one. */
const MAX_PAGE_ROWS = 60;

/** Issues with one name, by which exactly these are found. */
interface Namesakes {
  name: Val;
  first: Handle;
  /** Those that fill the first page. */
  others: Handle<Exchange[]>;
}

/** Records issues with one name until a list of them has one full page. */
function createFullPage(s: Script): Namesakes {
  const name = s.fresh('title');
  const {created: first} = upload(s, {name});
  const size = findIssues(s, name).at('/data/paginator/per_page');
  const others = s.repeat(MAX_PAGE_ROWS, (each) => void upload(each, {name}), {
    atMost: sum(size, -1),
  });
  return {name, first, others};
}

/** Lists of one full page, and of one issue more. */
const aroundAPage = sharedScene({
  id: 'store: walks through the content of a full page, and one more',
  api: 'store',
  act: (s) => {
    const {name, first, others} = createFullPage(s);
    const full = walkIssues(s, {query: name});
    const more = upload(s, {name}).created;
    return {first, others, full, more, twoPages: walkIssues(s, {query: name})};
  },
});

/** A list of three pages, with a query and without. */
const threePages = sharedScene({
  id: 'store: walks through three pages of content',
  api: 'store',
  // So many issues are created that other users would notice them.
  onlyOnTestTargets: true,
  act: (s) => {
    const {name, first, others} = createFullPage(s);
    const size = findIssues(s, name).at('/data/paginator/per_page');
    const second = s.repeat(MAX_PAGE_ROWS, (each) => void upload(each, {name}), {atMost: size});
    const third = s.repeat(2, (each) => void upload(each, {name}));
    return {
      first,
      others,
      second,
      third,
      named: walkIssues(s, {query: name}),
      everything: walkIssues(s),
    };
  },
});

/** A walk through a list of a scene, and the issues that it has to show. */
interface Walked {
  pages: Exchange[];
  created: Exchange[];
}

type Around = SeenIn<typeof aroundAPage>;
type Three = SeenIn<typeof threePages>;

const walksAround = ({first, others, full, more, twoPages}: Around): Walked[] => [
  {pages: full, created: [first, ...others]},
  {pages: twoPages, created: [first, ...others, more]},
];

const madeOfThree = ({first, others, second, third}: Three): Exchange[] => [
  first,
  ...others,
  ...second,
  ...third,
];

const walksOfThree = (seen: Three): Walked[] => [{pages: seen.named, created: madeOfThree(seen)}];

/** Judges each walk, if the created issues fill a page. */
function judgeEachWalk(walks: Walked[], judge: (walked: Walked) => Judgement): Judgement {
  const size = sizeOf(walks[0]?.pages[0]);
  const isFull = walks.every(({created}) => created.length >= (size ?? 1));
  if (!isFull)
    return notExercised(
      `a page has more than ${MAX_PAGE_ROWS} issues, and no check creates so many`,
    );
  return judgeEach(walks, (walked) => judge(walked));
}

/** The number of issues in a walk: the created ones, and others that the search finds. */
const rowsOf = ({pages, created}: Walked): number =>
  Math.max(created.length, new Set(idsOn(pages)).size);

/** The numbers of each page agree with its rows, and those of all pages with each other. */
const expectPageNumbers = (walks: Walked[]): Judgement =>
  judgeEachWalk(walks, (walked) => {
    const pages = pagesIn(walked.pages);
    return all(
      expectCountsGoOn(pages, rowsOf(walked)),
      judgeEach(pages, (page) => expectNumbersAgree(page)),
    );
  });

/** No link leads before the first page of a walk or behind its last one. */
const expectLinksAtEnds = (walks: Walked[]): Judgement =>
  judgeEachWalk(walks, (walked) => expectLinksInside(pagesIn(walked.pages), rowsOf(walked)));

/** The pages together contain the list, and their links lead through it. */
const expectParts = (walks: Walked[]): Judgement =>
  judgeEachWalk(walks, ({pages, created}) =>
    all(
      expectAllOnce(pages, created),
      ...pagesIn(pages).map(
        (page, _at, [first = page]) =>
          () =>
            expectNextOfTheList(page, first),
      ),
    ),
  );

/** The pages of the list, with a query and without. */
export const walks: Check[] = [
  ...checksOf(aroundAPage, {
    'store.content.paginator-numbers-agree': (seen) => expectPageNumbers(walksAround(seen)),
    'store.content.outer-pages-have-no-link-outwards': (seen) =>
      expectLinksAtEnds(walksAround(seen)),
    'store.content.walk-visits-each-once': (seen) => expectParts(walksAround(seen)),
    'store.content.links-lead-to-their-pages': (seen) =>
      judgeEachWalk(walksAround(seen).slice(1), ({pages}) => expectLinksLead(pagesIn(pages))),
  }),
  ...checksAt(threePages, 'store.content.paginator-numbers-agree', {
    'on three pages': (seen) => expectPageNumbers(walksOfThree(seen)),
  }),
  ...checksAt(threePages, 'store.content.outer-pages-have-no-link-outwards', {
    'on three pages': (seen) => expectLinksAtEnds(walksOfThree(seen)),
  }),
  ...checksAt(threePages, 'store.content.walk-visits-each-once', {
    'on three pages': (seen) => expectParts(walksOfThree(seen)),
    'without a query': (seen) =>
      judgeEachWalk(walksOfThree(seen), () => expectNoneTwice(seen.everything)),
  }),
  ...checksAt(threePages, 'store.content.list-shows-every-issue', {
    'on three pages': (seen) =>
      judgeEach(madeOfThree(seen), (made) => expectListed(seen.everything, made, 'on no page')),
  }),
  ...checksAt(threePages, 'store.content.links-lead-to-their-pages', {
    'on three pages': (seen) =>
      judgeEachWalk(walksOfThree(seen), ({pages}) => expectLinksLead(pagesIn(pages))),
  }),
];
