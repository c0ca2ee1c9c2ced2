/**
 * `npm run nightly:seeds -- [options]` runs every check on mocks that obey the documents, seed by
 * seed, through every front of `fronts.ts` and with a row of freedoms. It prints each false
 * accusation, each rule that it could not decide, and a summary line; it exits with 1 when there is
 * any. A night has 100 seeds at standard and 5 at deep effort.
 *
 *     --seeds N|I-J      how many seeds from 1 on, or the seeds from I to J (100; 5 at deep effort)
 *     --effort E         quick, standard or deep, as of `presscheck certify` (standard)
 *     --max-requests N   of deep effort, for each run (20000)
 *     --front NAME       `as it is`, `relabelled`, `other values`, `stranger` or `freedoms`; can be
 *                        repeated (all)
 *     --shard I/N        every N-th run, from the I-th on (1/1)
 *     --json FILE        every run (presscheck-report/seeds.json)
 *     --merge FILE       runs nothing: prints the runs of these files together; can be repeated
 */
import {parseArgs} from 'node:util';
import {defined} from '../spec/defined.ts';
import type {Effort} from '../spec/run-record.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {UsageError} from '../spec/usage-error.ts';
import {allChecks} from '../suites/all-checks.ts';
import type {Check} from '../suites/language/check.ts';
import type {EffortBounds} from '../suites/generation/effort-choice.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {correctRun} from './accusations.ts';
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
import {nameOfRun, seedLines, type SeedRun} from './seeds/seed-runs.ts';
import {SEED_FRONTS} from './seeds/seed-fronts.ts';

/** The default numbers of seeds. */
const SEEDS: Record<Effort, string> = {quick: '100', standard: '100', deep: '5'};

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const readOptions = () =>
  parseArgs({
    options: {
      seeds: {type: 'string'},
      effort: {type: 'string', default: 'standard'},
      'max-requests': {type: 'string'},
      front: {type: 'string', multiple: true, default: Object.keys(SEED_FRONTS)},
      shard: {type: 'string', default: '1/1'},
      json: {type: 'string', default: 'presscheck-report/seeds.json'},
      merge: {type: 'string', multiple: true, default: []},
    },
  }).values;

type Options = ReturnType<typeof readOptions>;

const specifications = loadSpecifications();

/** A planned run. */
interface Planned {
  seed: number;
  front: string;
}

function planned({seeds, front: fronts, shard}: Options, {effort}: EffortBounds): Planned[] {
  const other = fronts.find((front) => !Object.hasOwn(SEED_FRONTS, front));
  if (other !== undefined) {
    const names = Object.keys(SEED_FRONTS).join(', ');
    throw new UsageError(`--front ${other} is not known: write one of ${names}.`);
  }
  const all = seedsNamed(seeds ?? SEEDS[effort]).flatMap((seed) =>
    fronts.map((front) => ({seed, front})),
  );
  return shardOf(all, shardNamed(shard));
}

function boundsOf({effort, 'max-requests': most}: Options): EffortBounds {
  const maxRequests = most === undefined ? undefined : wholeNumber(most, '--max-requests');
  return {effort: effortNamed(effort), ...(maxRequests !== undefined && {maxRequests})};
}

async function play(options: Options, results: NightlyResults<SeedRun>): Promise<void> {
  const bounds = boundsOf(options);
  let made: {seed: number; checks: Check[]} | undefined;
  const runs = planned(options, bounds);
  const finished = progressOf('seeds', runs.length, 'runs');
  for (const {seed, front} of runs) {
    if (made?.seed !== seed)
      made = {seed, checks: allChecks(specifications, seed, bounds.effort).checks};
    const began = realClock.now();
    const run = await correctRun({
      specifications,
      checks: made.checks,
      front: await defined(SEED_FRONTS[front], front)(specifications, seed),
      seed,
      clock: realClock,
      bounds,
    });
    const took = Math.round(realClock.now() - began);
    results.add({...run, seed, front, effort: bounds.effort, took});
    finished(1);
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  const results = new NightlyResults<SeedRun>(options.json);
  try {
    if (options.merge.length) results.add(...mergedResults(options.merge, nameOfRun));
    else await play(options, results);
  } finally {
    results.write();
  }
  for (const line of seedLines(results.all)) print(line);
  print(`Every run is in ${options.json}.`);
  process.exitCode = results.all.some(({accusations}) => accusations.length) ? 1 : 0;
}

await refusing(main);
