/**
 * `npm run nightly:particular -- [options]` runs the suite of an API on mocks with one defect each
 * that only particular values, states, pairs, instants or races show (`mock/defects/particular/`),
 * seed by seed, and prints how often each is found, at all and by the rule that it breaks. A run is
 * restricted to the chapters concerned (`particular/trials.ts`).
 *
 *     --seeds N|I-J      how many seeds from 1 on, or the seeds from I to J (40)
 *     --only TEXT        the defects whose name contains it; can be repeated
 *     --shard I/N        every N-th defect, from the I-th on (1/1)
 *     --effort E         quick, standard or deep, as of `presscheck certify` (standard)
 *     --max-requests N   of deep effort, for each defect and seed (20000)
 *     --whole            every rule of the API, also when the defect's own rule or chapter has found it
 *     --json FILE        every trial (presscheck-report/particular.json)
 *     --merge FILE       runs nothing: prints the trials of these files together; can be repeated
 */
import {parseArgs} from 'node:util';
import {PARTICULAR} from '../mock/defects/particular/all.ts';
import type {ParticularDefect} from '../mock/defects/particular/particular.ts';
import {UsageError} from '../spec/usage-error.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {
  effortNamed,
  refusing,
  seedsNamed,
  shardNamed,
  shardOf,
  wholeNumber,
} from './nightly-options.ts';
import {progressOf} from './nightly-progress.ts';
import {mergedResults, NightlyResults} from './nightly-results.ts';
import {killRates, nameOfTrial, rateLines} from './particular/kill-rates.ts';
import {ParticularTrials, type ParticularTrial, type TrialOptions} from './particular/trials.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const readOptions = () =>
  parseArgs({
    options: {
      seeds: {type: 'string', default: '40'},
      only: {type: 'string', multiple: true, default: []},
      shard: {type: 'string', default: '1/1'},
      effort: {type: 'string', default: 'standard'},
      'max-requests': {type: 'string'},
      whole: {type: 'boolean', default: false},
      json: {type: 'string', default: 'presscheck-report/particular.json'},
      merge: {type: 'string', multiple: true, default: []},
    },
  }).values;

type Options = ReturnType<typeof readOptions>;

function selected({only, shard}: Options): ParticularDefect[] {
  const isNamed = ({name}: ParticularDefect): boolean =>
    !only.length || only.some((text) => name.includes(text));
  const named = PARTICULAR.filter(isNamed);
  if (!named.length) throw new UsageError(`No defect has ${only.join(' or ')} in its name.`);
  return shardOf(named, shardNamed(shard));
}

function trialOptions({effort, whole, 'max-requests': most}: Options): TrialOptions {
  const maxRequests = most === undefined ? undefined : wholeNumber(most, '--max-requests');
  return {effort: effortNamed(effort), whole, ...(maxRequests !== undefined && {maxRequests})};
}

/** Runs seed by seed, each on every defect. */
async function play(options: Options, results: NightlyResults<ParticularTrial>): Promise<void> {
  const seeds = seedsNamed(options.seeds);
  const defects = selected(options);
  const trials = await ParticularTrials.open(trialOptions(options));
  try {
    const finished = progressOf('particular', defects.length * seeds.length, 'trials');
    for (const seed of seeds)
      for (const defect of defects) {
        results.add(await trials.play(defect, seed));
        finished(1);
      }
  } finally {
    await trials.close();
    results.write();
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  const began = realClock.now();
  const results = new NightlyResults<ParticularTrial>(options.json);
  if (options.merge.length) results.add(...mergedResults(options.merge, nameOfTrial));
  else await play(options, results);
  for (const line of rateLines(killRates(results.all))) print(line);
  const count = Math.max(1, results.all.length);
  const each = results.all.reduce((total, {took}) => total + took, 0) / count;
  const requests = results.all.reduce((total, one) => total + one.requests, 0) / count;
  const elapsed = Math.round((realClock.now() - began) / 1000);
  print(
    `${results.all.length} trials, ${(each / 1000).toFixed(1)} s and ${Math.round(requests)} ` +
      `requests each, ${elapsed} s in all.`,
  );
  results.write();
  print(`Every trial is in ${options.json}.`);
}

await refusing(main);
