import type {Api, RuleId} from '../spec/rule.ts';
import type {Specification} from '../spec/specification.ts';
import {CHAPTERS} from './all-checks.ts';
import type {Check} from './language/check.ts';
import {contractsOf} from './engine/facts/contracts.ts';
import {recorded, type Fixture} from './engine/fixtures/fixture.ts';

/** A fixture that is made from a check when somebody asks for it. */
export interface MadeFixture {
  /** Its name as a path below the working folder: `fixtures/workspace/uploads/link-lives-30-minutes.yaml`. */
  path: string;
  rule: RuleId;
  /** The place of the rule, `*` for the rule as a whole. */
  place: string;
  make(): Fixture;
}

/**
 * The fixtures that can be made, by their paths: one for each place of a rule that has a check.
 * @param checks of `allChecks`; of several for a place the first that needs no generated sequence or values is taken
 */
export function madeFixtures(
  specifications: Record<Api, Specification>,
  checks: readonly Check[],
): ReadonlyMap<string, MadeFixture> {
  const chapterOf = chaptersOf(specifications);
  const contracts = contractsOf(specifications);
  const each = firstOfEachPlace(checks);
  const declaredPath = (check: Check): string =>
    pathOf(chapterOf.get(placeKey(check)) ?? chapterOf.get(check.rule), check);
  const times = new Map<string, number>();
  for (const path of each.map(declaredPath)) times.set(path, (times.get(path) ?? 0) + 1);
  const made = each.map((check): MadeFixture => {
    const {rule, place} = check;
    const declared = declaredPath(check);
    // Where a chapter decides rules of several that end in the same word, each is in the chapter of its rule.
    const path = times.get(declared) === 1 ? declared : pathOf(chapterOf.get(rule), check);
    return {path, rule, place, make: () => recorded(check, contracts)};
  });
  return new Map(made.map((one) => [one.path, one]));
}

/** The chapter of each rule, and of a place the chapter that declares its check, if another does. */
const chaptersOf = (specifications: Record<Api, Specification>): Map<string, string> =>
  new Map([
    ...Object.values(specifications).flatMap(({rules}) =>
      rules.map(({id, chapter}): [string, string] => [id, chapter]),
    ),
    ...Object.values(CHAPTERS)
      .flat()
      .flatMap(({chapter, checks}) =>
        checks.map((check): [string, string] => [placeKey(check), chapter]),
      ),
  ]);

function firstOfEachPlace(checks: readonly Check[]): Check[] {
  const found = new Map<string, Check>();
  for (const check of checks) {
    const other = found.get(placeKey(check));
    if (!other || (isGenerated(other) && !isGenerated(check))) found.set(placeKey(check), check);
  }
  return [...found.values()];
}

const pathOf = (chapter: string | undefined, check: Check): string =>
  `fixtures/${chapter}/${nameOf(check)}.yaml`;

const placeKey = ({rule, place}: Check): string => `${rule} ${place}`;

const isGenerated = ({sequence, draw}: Check): boolean => Boolean(sequence ?? draw);

/** The last word of the rule id, and of a rule that holds in many places the place. */
function nameOf({rule, place}: Check): string {
  const key = rule.slice(rule.lastIndexOf('.') + 1);
  return place === '*' ? key : `${key}.${place.replaceAll(/[^\w]+/g, '-')}`;
}
