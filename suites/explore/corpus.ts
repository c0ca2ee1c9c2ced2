import type {Api} from '../../spec/rule.ts';
import type {Specification} from '../../spec/specification.ts';
import {UsageError} from '../../spec/usage-error.ts';
import type {Check} from '../language/check.ts';
import type {Fixture} from '../engine/fixtures/fixture.ts';
import {checkOf} from '../engine/fixtures/replay.ts';
import {requestsOf} from '../engine/plan/steps.ts';
import type {DecidedScene} from '../engine/begin/run-options.ts';
import type {PlanInputs} from '../engine/plan/plan.ts';
import type {CorpusOfRuns} from '../generation/effort-choice.ts';
import {fixtureOfScene} from '../shrinking/replays.ts';

/**
 * Refuses a fixture that no check can judge any more, because its rule has no model or property, or the
 * model lacks a command.
 * @param file the file of the fixture
 * @throws UsageError
 */
export function requireRunnable(
  fixture: Fixture,
  file: string,
  checks: Check[],
  specifications: Record<Api, Specification>,
): void {
  const {rule, sequence, draw} = fixture;
  const its = checks.filter((check) => check.rule === rule);
  if (sequence && !its.some((check) => check.sequence))
    throw new UsageError(`${file}: ${rule} has no sequences any more`);
  const names = Object.keys(draw ?? {})
    .sort()
    .join();
  const isDrawn = (one: Check): boolean =>
    Object.keys(one.draw?.values ?? {})
      .sort()
      .join() === names;
  if (draw && !its.some(isDrawn))
    throw new UsageError(`${file}: ${rule} draws other values by now`);
  checkOf(fixture, checks, specifications);
}

/**
 * The checks of a corpus. Each file is a scene of its own, whatever its name: two explorations may give the
 * same name to different sequences. All rules are decided that share the draw of a file.
 */
export const corpusChecks = (
  corpus: readonly Fixture[],
  checks: Check[],
  specifications: Record<Api, Specification>,
): Check[] =>
  corpus.flatMap((fixture, index) => {
    const named = {...fixture, fixture: `${index + 1}: ${fixture.fixture}`};
    return rulesSharingDraw(fixture, checks, specifications).map((rule) => ({
      ...checkOf({...named, rule}, checks, specifications),
      ...foundationsOf(rule, checks),
    }));
  });

const foundationsOf = (rule: string, checks: readonly Check[]): Pick<Check, 'restsOn'> => {
  const restsOn = checks.find((check) => check.rule === rule)?.restsOn;
  return restsOn ? {restsOn} : {};
};

/** The rule of a fixture, and the others that the same draw decides. */
function rulesSharingDraw(
  fixture: Fixture,
  checks: Check[],
  specifications: Record<Api, Specification>,
): string[] {
  const {rule, draw} = checkOf(fixture, checks, specifications);
  const sharing = checks.filter((check) => draw && check.draw?.property === draw.property);
  return [...new Set([rule, ...sharing.map((check) => check.rule)])];
}

/**
 * The part of a corpus with which an exploration begins. It takes half of the requests, so that the other
 * half is for new sequences. Another seed begins at another place.
 */
export function beginning(
  corpus: readonly Fixture[],
  seed: number,
  maxRequests: number,
): readonly Fixture[] {
  const start = corpus.length ? seed % corpus.length : 0;
  const turned = [...corpus.slice(start), ...corpus.slice(0, start)];
  let left = maxRequests / 2;
  return turned.filter(({steps}) => {
    left -= requestsOf(steps);
    return left >= 0;
  });
}

/** The fixture of a sequence, or of a draw, that covered something new after the corpus, and passed. */
export function keptOf({round, scene, decidedChecks, isNews}: DecidedScene): Fixture | undefined {
  const [first] = decidedChecks;
  const isGenerated = first?.check.sequence ?? first?.check.draw;
  if (round === 1 || !isNews || !isGenerated || first?.verdict.verdict !== 'passed')
    return undefined;
  return fixtureOfScene(scene, first.check, [], scene.id);
}

/**
 * A corpus as deep effort shares it.
 * @param fixtures those of rules that were not selected are left out
 * @param onKept called with a sequence, or a draw, that covered something new
 */
export const sharedCorpus = (
  fixtures: readonly Fixture[],
  {checks, seed, specifications}: Pick<PlanInputs, 'checks' | 'seed' | 'specifications'>,
  onKept: (fixture: Fixture) => void,
): CorpusOfRuns => {
  const selected = new Set(checks.map(({rule}) => rule));
  const own = fixtures.filter(({rule}) => rule !== undefined && selected.has(rule));
  return {
    within: (maxRequests) =>
      corpusChecks(beginning(own, seed, maxRequests), checks, specifications),
    onDecided: async (decided) => {
      const kept = keptOf(decided);
      if (kept) onKept(kept);
      return false;
    },
  };
};
