/** For a list with filters: alone and together they find the rows that they should, and no others. */

import type {Exchange} from '../../spec/exchange.ts';
import {mapValues} from '../../spec/map-values.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {Val} from '../../spec/value.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type Scene,
  type Setup,
} from '../language/check.ts';
import {all, expectNone, expectOutcome, judgeEach, when} from '../language/judge.ts';
import {hasSituation} from '../language/outcome.ts';
import type {Script} from '../language/script.ts';
import {
  fewestSets,
  filterOf,
  foundBy,
  queryOf,
  setsOf,
  tellingSets,
  type Filters,
  type FilterSet,
} from './filters.ts';
import type {List, Row} from './list.ts';
import {pageOf, pagesOf, type PagesSeen, type Steps} from './pages-seen.ts';

/** A list with filters. */
export interface FilteredList<M extends object = object, F = unknown> extends Filters<M, F> {
  /** What its pages show. */
  pages: List;
  given: Setup<M>;
  /** The names of the set-up that judges see besides the rows. */
  besides?: readonly (keyof M & string)[];
  read(s: Script, query: Record<string, Val>): Steps[string];
  /** The situations with which a list is served; without them, it is judged elsewhere that it is not refused. */
  served?: string[];
  /** Whether a row, whoever made it, belongs into a list with a query; undefined if that is open. */
  fits(row: Row, query: URLSearchParams): boolean | undefined;
  /** Whether the pages are the whole list. */
  isWhole(pages: Exchange[]): boolean;
  /** The judgement about missing rows if they are not. */
  ifCut(set: FilterSet): Judgement;
}

/** How a list is named in scenes and messages. */
const nameOfSet = (set: FilterSet): string => set.join(' and ');

/** What judges see of the set-up. */
const seenOf = <M extends object, F>(list: FilteredList<M, F>, made: M) =>
  Object.fromEntries(
    [...Object.keys(list.rows), ...(list.besides ?? [])].map((name) => [
      name,
      (made as Record<string, unknown>)[name],
    ]),
  ) as Steps;

/** The pages show those of the made rows that the filters find, no others of them, and nobody's rows that do not fit. */
function expectExactlyFound<M extends object, F>(
  list: FilteredList<M, F>,
  set: FilterSet,
  seen: PagesSeen,
): Judgement {
  const [pages, filters] = [pagesOf(seen, nameOfSet(set)), nameOfSet(set)];
  const [page] = pages;
  const query = new URL(page?.sent.url ?? '').searchParams;
  const isShown = (name: string): boolean =>
    list.pages.rowOf(pages, pageOf(seen, name)) !== undefined;
  const isSure = (name: string): boolean =>
    set.every((one) => filterOf(list, one).surely?.(seen, name) ?? true);
  const found = foundBy(list, set).filter(isSure);
  const possible = foundBy(
    list,
    set.filter((name) => !filterOf(list, name).surely),
  );
  const missing = found.filter((name) => !isShown(name));
  return all(
    expectNone(
      Object.keys(list.rows).filter((name) => isShown(name) && !possible.includes(name)),
      `${list.pages.kind} that ${filters} leaves out`,
      `finds too much: ${filters}`,
      page,
    ),
    expectNone(
      list.pages.rows(pages).filter((row) => list.fits(row, query) === false),
      `row that does not fit ${filters}`,
      `another value: ${filters}`,
      page,
    ),
    missing.length && !list.isWhole(pages)
      ? list.ifCut(set)
      : expectNone(
          missing,
          `${list.pages.kind} missing that ${filters} finds`,
          `finds too little: ${filters}`,
          page,
        ),
  );
}

/** Each list of a scene is served, and shows exactly what its filters find. */
const expectFound = <M extends object, F>(
  list: FilteredList<M, F>,
  sets: readonly FilterSet[],
  seen: PagesSeen,
): Judgement =>
  all(
    ...sets.flatMap((set) =>
      list.served
        ? pagesOf(seen, nameOfSet(set)).map((page) =>
            expectOutcome(page, list.served ?? [], `refused: ${nameOfSet(set)}`),
          )
        : [],
    ),
    judgeEach(sets, (set) => expectExactlyFound(list, set, seen)),
  );

/** A row of the set-up, on one page of a list. */
interface ShownRow<F> {
  row: Row;
  page: Exchange;
  made: Exchange;
  facts: F;
}

/** Judges every row of the set-up that the lists by sets of filters show. */
export function judgeEachShown<M extends object, F>(
  list: FilteredList<M, F>,
  sets: readonly FilterSet[],
  seen: PagesSeen,
  judge: (shown: ShownRow<F>) => Judgement,
): Judgement {
  const shown = sets
    .flatMap((set) => pagesOf(seen, nameOfSet(set)))
    .filter(hasSituation(...(list.served ?? [])))
    .flatMap((page) =>
      Object.entries(list.rows).flatMap(([name, facts]) => {
        const made = pageOf(seen, name);
        const row = list.pages.rowOf([page], made);
        return row ? [{row, page, made, facts}] : [];
      }),
    );
  return when(shown.length > 0, `no list shows any ${list.pages.kind} of the set-up`, () =>
    judgeEach(shown, judge),
  );
}

/** Records further lists of a scene. */
type ActBesides<M> = (s: Script, made: M) => Steps;

/** A scene of lists. */
type Lists<M> = Pick<Scene, 'id' | 'onlyOnTestTargets'> & {act?: ActBesides<M>};

/**
 * The lists by sets of filters, and the checks that they find what they should.
 * @param decisive the sets that decide each rule, or place of a rule
 */
export function checksOfLists<M extends object, F>(
  list: FilteredList<M, F>,
  {act, ...options}: Lists<M>,
  decisive: Readonly<Record<string, readonly FilterSet[]>>,
): {scene: Scene<M, Steps>; checks: Check[]} {
  const scene = sharedScene({
    given: list.given,
    ...options,
    act: (s: Script, made: M) => ({
      ...seenOf(list, made),
      ...Object.fromEntries(
        Object.values(decisive)
          .flat()
          .map((set) => [nameOfSet(set), list.read(s, queryOf(list, set, made))]),
      ),
      ...act?.(s, made),
    }),
  });
  const judgeOf =
    (sets: readonly FilterSet[]) =>
    (seen: PagesSeen): Judgement =>
      expectFound(list, sets, seen);
  return {scene, checks: checksOf(scene, mapValues(decisive, judgeOf))};
}

/**
 * No filter is ignored beside another one. The fewest lists that show it are for every target, and those by any two
 * filters that tell.
 * @param place of the rule where any two are tried
 */
export const checksOfTwo = <M extends object, F>(
  list: FilteredList<M, F>,
  {rule, what, place}: {rule: RuleId; what: string; place?: string},
): Check[] => {
  const ofTwo = setsOf(list, 2);
  const few = {id: `${what} by two filters`};
  const any = {id: `${what} by any two filters`, onlyOnTestTargets: true as const};
  return [
    ...checksOfLists(list, few, {[rule]: fewestSets(list, ofTwo)}).checks,
    ...checksOfLists(list, any, {
      [place === undefined ? rule : `${rule} @ ${place}`]: tellingSets(list, ofTwo),
    }).checks,
  ];
};
