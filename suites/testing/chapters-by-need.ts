import type {Api} from '../../spec/rule.ts';
import type {Specification} from '../../spec/specification.ts';
import type {Check} from '../language/check.ts';
import {contractsOf} from '../engine/facts/contracts.ts';
import {needsOf} from '../engine/plan/needs.ts';
import {prepare} from '../engine/plan/prepare.ts';

/** A target that offers everything. */
const EVERYTHING = {lacks: () => undefined};

/** The chapters whose checks use a capability, by capability: `role:admin`, `sample:good`, `time`. */
export type ChaptersByNeed = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Finds which chapters use what a configuration supplies, in any way in which their checks may be
 * set up. Every capability of time (`time:60000`) counts as `time`.
 */
export function chaptersByNeed(
  checks: readonly Check[],
  specifications: Record<Api, Specification>,
): ChaptersByNeed {
  const contracts = contractsOf(specifications);
  const rules = Object.values(specifications).flatMap((specification) => specification.rules);
  const chapterOf = new Map(rules.map(({id, chapter}) => [id, chapter]));
  const found = new Map<string, Set<string>>();
  for (const {scene, rule} of checks)
    for (const way of scene.given?.ways ?? [undefined]) {
      const one = {...scene, ...(scene.given && way && {given: {...scene.given, ways: [way]}})};
      const {given, act} = prepare(one, EVERYTHING, contracts);
      for (const need of needsOf([...given, ...act], scene, contracts)) {
        const name = need.startsWith('time:') ? 'time' : need;
        found.set(name, (found.get(name) ?? new Set()).add(chapterOf.get(rule) ?? rule));
      }
    }
  return found;
}

/** How many chapters a text names one by one. */
const MAX_CHAPTERS = 4;

/**
 * The chapters as a table names them: the API, then its chapters, for example `store: content,
 * orders`; how many, where they are many; `all` where an API has no other.
 * @param all every chapter, in its order
 */
export function chaptersText(chapters: ReadonlySet<string>, all: readonly string[]): string {
  const apis = [...new Set(all.map((chapter) => chapter.split('/', 1)[0] ?? ''))];
  return apis.flatMap((api) => textOfApi(api, chapters, all)).join('; ');
}

function textOfApi(api: string, chapters: ReadonlySet<string>, all: readonly string[]): string[] {
  const ofApi = all.filter((chapter) => chapter.startsWith(`${api}/`));
  const used = ofApi.filter((chapter) => chapters.has(chapter));
  if (!used.length) return [];
  if (used.length === ofApi.length) return [`${api}: all`];
  if (used.length > MAX_CHAPTERS && used.length > ofApi.length / 2)
    return [`${api}: all but ${namesOf(ofApi.filter((one) => !chapters.has(one)))}`];
  return [`${api}: ${namesOf(used)}`];
}

const namesOf = (chapters: readonly string[]): string =>
  chapters.map((chapter) => chapter.slice(chapter.indexOf('/') + 1)).join(', ');
