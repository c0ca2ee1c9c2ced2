/**
 * `npm run nightly:matrix -- [options]` runs every check of an API on mocks with one defect each. It
 * prints the defects that no rule sees, that other rules see alone, or that fail more than their own
 * rule, and exits with 1 when the rule that a defect breaks does not see it. `presscheck prove` runs
 * the checks of that rule only.
 *
 *     --only TEXT        the defects whose name contains it; can be repeated (all)
 *     --effort E         standard, or quick: one place of each rule, and all of the broken rule (standard)
 *     --seed N           of the checks and the mocks (1)
 *     --shard I/N        every N-th defect, from the I-th on (1/1)
 *     --json FILE        every run (presscheck-report/matrix.json)
 *     --merge FILE       runs nothing: prints the runs of these files together; can be repeated
 */
import {parseArgs} from 'node:util';
import type {Defect} from '../mock/defect.ts';
import type {Api} from '../spec/rule.ts';
import {isSeenBroken} from '../spec/seen-broken.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {UsageError} from '../spec/usage-error.ts';
import {allChecks} from '../suites/all-checks.ts';
import type {Check} from '../suites/language/check.ts';
import {choiceOf, type EffortBounds} from '../suites/generation/effort-choice.ts';
import {conformanceOf} from '../suites/engine/judge/conformance.ts';
import type {PlanInputs} from '../suites/engine/plan/plan.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {run} from '../suites/engine/run.ts';
import type {RunOptions} from '../suites/engine/begin/run-options.ts';
import {allDefects} from './all-defects.ts';
import {DefectiveMocks} from './defective-mocks.ts';
import {isByOwnRule, matrixLines, nameOfRun, type MatrixRun} from './matrix/matrix-run.ts';
import {effortNamed, refusing, shardNamed, shardOf, wholeNumber} from './nightly-options.ts';
import {progressOf} from './nightly-progress.ts';
import {mergedResults, NightlyResults} from './nightly-results.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const readOptions = () =>
  parseArgs({
    options: {
      only: {type: 'string', multiple: true, default: []},
      effort: {type: 'string', default: 'standard'},
      seed: {type: 'string', default: '1'},
      shard: {type: 'string', default: '1/1'},
      json: {type: 'string', default: 'presscheck-report/matrix.json'},
      merge: {type: 'string', multiple: true, default: []},
    },
  }).values;

type Options = ReturnType<typeof readOptions>;

const specifications = loadSpecifications();

/** The defects that the options select. */
function selected({only, shard}: Options): Defect[] {
  const isNamed = ({name}: Defect): boolean =>
    !only.length || only.some((text) => name.includes(text));
  const named = allDefects().filter(isNamed);
  if (!named.length) throw new UsageError(`No defect has ${only.join(' or ')} in its name.`);
  return shardOf(named, shardNamed(shard));
}

async function play(options: Options, results: NightlyResults<MatrixRun>): Promise<void> {
  const seed = wholeNumber(options.seed, '--seed');
  const effort = effortNamed(options.effort);
  const defects = selected(options);
  const mocks = await DefectiveMocks.open(specifications, defects);
  const soundTarget = mocks.target(seed);
  // The schemas are compiled once: every target has the same profile.
  const conformance = conformanceOf(specifications, soundTarget);
  const inputs = {specifications, seed, clock: realClock, conformance};
  const checksFor = checksOfEffort({specifications, seed, effort, target: soundTarget});
  try {
    const finished = progressOf('matrix', defects.length, 'defects');
    for (const defect of defects) {
      const target = mocks.target(seed, defect.name);
      results.add(await rowOf(defect, {...inputs, target, checks: checksFor(defect)}));
      finished(1);
    }
  } finally {
    await mocks.close();
  }
}

/**
 * The checks for a defect: those of its API that the effort chooses, since a defect concerns the server
 * of one API, and every check of the rule that it breaks.
 */
function checksOfEffort({
  effort,
  ...inputs
}: Omit<PlanInputs, 'checks'> & EffortBounds): (defect: Defect) => Check[] {
  const {checks} = allChecks(specifications, inputs.seed);
  const chosen = (api: Api): Check[] => {
    const own = checks.filter(({scene}) => scene.api === api);
    return choiceOf({effort}, {...inputs, checks: own}).checks;
  };
  const all = new Set([...chosen('workspace'), ...chosen('store')]);
  return ({breaks}) => {
    const isOfItsApi = ({scene}: Check): boolean => breaks.startsWith(`${scene.api}.`);
    return checks.filter((check) => check.rule === breaks || (all.has(check) && isOfItsApi(check)));
  };
}

async function rowOf({name, breaks}: Defect, inputs: RunOptions): Promise<MatrixRun> {
  const began = realClock.now();
  const {rules} = await run(inputs);
  return {
    defect: name,
    breaks,
    failed: rules.filter(isSeenBroken).map(({rule}) => rule),
    undecided: rules.filter(({verdict}) => verdict === 'inconclusive').length,
    took: Math.round(realClock.now() - began),
  };
}

async function main(): Promise<void> {
  const options = readOptions();
  const results = new NightlyResults<MatrixRun>(options.json);
  try {
    if (options.merge.length) results.add(...mergedResults(options.merge, nameOfRun));
    else await play(options, results);
  } finally {
    results.write();
  }
  for (const line of matrixLines(results.all)) print(line);
  print(`Every run is in ${options.json}.`);
  process.exitCode = results.all.every(isByOwnRule) ? 0 : 1;
}

await refusing(main);
