import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type Scene,
  type SeenIn,
} from '../../../language/check.ts';
import {all, judgeEach, notExercised, nothing} from '../../../language/judge.ts';
import type {Handle, Script, Seen} from '../../../language/script.ts';
import {sum} from '../../../language/sent-values.ts';
import {issues} from '../../issue-rows.ts';
import {findIssues, upload} from '../../issuing.ts';
import {walkIssues} from '../issue-steps.ts';
import {
  expectLinksInside,
  expectLinksLead,
  expectNextOfTheList,
  expectNumbersAgree,
  pagesIn,
  sizeOf,
} from './pages.ts';

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
  act: (s) => {
    const {name, first, others} = createFullPage(s);
    const full = walkIssues(s, {query: name});
    const more = upload(s, {name}).created;
    return {first, others, full, more, twoPages: walkIssues(s, {query: name})};
  },
});

/** A list of two full pages, and of three pages, with a query and without. */
const threePages = sharedScene({
  id: 'store: walks through three pages of content',
  // So many issues are created that other users would notice them.
  onlyOnTestTargets: true,
  act: (s) => {
    const {name, first, others} = createFullPage(s);
    const size = findIssues(s, name).at('/data/paginator/per_page');
    const second = s.repeat(MAX_PAGE_ROWS, (each) => void upload(each, {name}), {atMost: size});
    const full = walkIssues(s, {query: name});
    const third = s.repeat(2, (each) => void upload(each, {name}));
    return {
      first,
      others,
      second,
      third,
      full,
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
  Math.max(created.length, new Set(issues.ids(pages)).size);

/** The pages together contain the list, and their links lead through it. */
const expectParts = ({pages, created}: Walked): Judgement =>
  all(issues.expectEachOnce(pages, created), () => {
    const [first, ...others] = pagesIn(pages);
    return first
      ? judgeEach([first, ...others], (page) => expectNextOfTheList(page, first))
      : nothing();
  });

/**
 * What holds of the walks of a scene.
 * @param place follows each rule
 */
const checksOfWalks = <G, R extends object>(
  scene: Scene<G, R>,
  walksIn: (seen: Seen<R>) => Walked[],
  place = '',
): Check[] =>
  checksOf(scene, {
    [`store.content.paginator-numbers-agree${place}`]: (seen) =>
      judgeEachWalk(walksIn(seen), (walked) =>
        expectNumbersAgree(pagesIn(walked.pages), rowsOf(walked)),
      ),
    [`store.content.outer-pages-have-no-link-outwards${place}`]: (seen) =>
      judgeEachWalk(walksIn(seen), (walked) =>
        expectLinksInside(pagesIn(walked.pages), rowsOf(walked)),
      ),
    [`store.content.walk-visits-each-once${place}`]: (seen) =>
      judgeEachWalk(walksIn(seen), expectParts),
    // A list of one page does not show how its links name pages.
    [`store.content.links-lead-to-their-pages${place}`]: (seen) =>
      judgeEachWalk(walksIn(seen).slice(-1), ({pages}) => expectLinksLead(pagesIn(pages))),
  });

const walksOfThree = ({first, others, second, third, named}: SeenIn<typeof threePages>) => [
  {pages: named, created: [first, ...others, ...second, ...third]},
];

const walkOfFullPages = ({first, others, second, full}: SeenIn<typeof threePages>) => [
  {pages: full, created: [first, ...others, ...second]},
];

/** The pages of the list, with a query and without. */
export const walks: Check[] = [
  ...checksOfWalks(aroundAPage, ({first, others, full, more, twoPages}) => [
    {pages: full, created: [first, ...others]},
    {pages: twoPages, created: [first, ...others, more]},
  ]),
  ...checksOfWalks(threePages, walkOfFullPages, ' @ on two full pages'),
  ...checksOfWalks(threePages, walksOfThree, ' @ on three pages'),
  ...checksOf(threePages, {
    'store.content.walk-visits-each-once @ without a query': (seen) =>
      judgeEachWalk(walksOfThree(seen), () =>
        issues.expectNoneTwice(seen.everything, 'visited-twice'),
      ),
    'store.content.list-shows-every-issue @ on three pages': (seen) =>
      judgeEach(walksOfThree(seen)[0]?.created ?? [], (made) =>
        issues.expectListed(seen.everything, made, 'on no page'),
      ),
  }),
];
