import {likeliest, pairOverlap} from '../spec/likeliest.ts';
import {createMock, type Mock, type MockOptions} from './create-mock.ts';
import type {Defect} from './defect.ts';
import {withDefects} from './defects/apply/with-defects.ts';
import {ROOT} from './world/worlds.ts';

/** Thrown for the name of a defect that does not exist; the message suggests similar names. */
export class UnknownDefect extends Error {
  /** Names of defects that resemble the given one, the most similar first. */
  readonly nearest: string[];

  constructor(name: string, nearest: string[]) {
    const advice = nearest.length
      ? `the nearest are: ${nearest.join('; ')}`
      : '`presscheck rules RULE --defects` lists those of a rule';
    super(`there is no defect \`${name}\`; ${advice}`);
    this.nearest = nearest;
  }
}

/** The options of a mock with defects. It exists only in memory. */
export type DefectiveMockOptions = Omit<MockOptions, 'defects' | 'persistence' | 'world'> & {
  world?: 'demo' | 'empty';
};

/**
 * Starts a mock whose root world has defects. Other worlds that are created in it have none.
 * @param names of the defects, for example `workspace.publications.page-holds-50-while-more-remain: a page holds 49`
 * @param registry of all defects that may be named
 * @throws UnknownDefect
 */
export async function createDefectiveMock(
  options: DefectiveMockOptions,
  names: readonly string[],
  registry: readonly Defect[],
): Promise<Mock> {
  const {world: template = 'demo', limits = true, freedoms = {}, speed, skipWaits} = options;
  const defects = names.map((name) => defectNamed(name, registry));
  return createMock({
    ...options,
    world: 'empty',
    defects: withDefects(defects),
    async prepare(worlds) {
      await worlds.drop(ROOT);
      await worlds.create({
        id: ROOT,
        template,
        seed: 1,
        limits,
        freedoms,
        ...(speed !== undefined && {speed}),
        ...(skipWaits && {skipWaits}),
        defects: [...names],
      });
    },
  });
}

function defectNamed(name: string, registry: readonly Defect[]): Defect {
  const found = registry.find((defect) => defect.name === name);
  if (found) return found;
  throw new UnknownDefect(name, nearestTo(name, registry));
}

const NEAREST = 3;
/** The minimum similarity (`pairOverlap`) of a name that is suggested. */
const ALIKE = 0.2;

/** The most similar names; those of the same rule come first. */
function nearestTo(name: string, registry: readonly Defect[]): string[] {
  const ofRule = registry.filter(({breaks}) => name.startsWith(`${breaks}:`));
  const known = (ofRule.length ? ofRule : registry).map((defect) => defect.name);
  let rest = ofRule.length ? known : known.filter((one) => pairOverlap(name, one) >= ALIKE);
  const nearest: string[] = [];
  while (nearest.length < NEAREST && rest.length) {
    const next = likeliest(name, rest);
    nearest.push(next);
    rest = rest.filter((one) => one !== next);
  }
  return nearest;
}
