/**
 * `npm run nightly:wrong-lines -- [options]` runs every check on a right deployment whose profile
 * has one mistake, mistake by mistake. A wrong line must accuse nobody: the script prints each rule
 * that failed and exits with 1 when there is any.
 *
 *     --api workspace|store   the API whose profile has the mistakes (both)
 *     --only TEXT             mistakes with this text in their name; can be repeated (all)
 *     --seed N                of the checks (3)
 *     --shard I/N             every N-th mistake, from the I-th on (1/1)
 *     --json FILE             every run (presscheck-report/wrong-lines.json)
 *     --merge FILE            runs nothing: prints the runs of these files together; can be repeated
 */
import {parseArgs} from 'node:util';
import type {Api} from '../spec/rule.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {UsageError} from '../spec/usage-error.ts';
import {allChecks} from '../suites/all-checks.ts';
import {relabelledProfiles} from './fronts.ts';
import {refusing, shardNamed, shardOf, wholeNumber} from './nightly-options.ts';
import {progressOf} from './nightly-progress.ts';
import {mergedResults, NightlyResults} from './nightly-results.ts';
import {accusedWith} from './wrong-line-run.ts';
import {wrongLines, type WrongLine} from './wrong-lines.ts';

/** The result of a run with one mistake in a profile. */
interface WrongLineRun {
  api: Api;
  /** For example `members Account#/plan: typo`. */
  mistake: string;
  /** The failed rules, with reasons. */
  accused: string[];
}

const APIS: Api[] = ['workspace', 'store'];

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const readOptions = () =>
  parseArgs({
    options: {
      api: {type: 'string', multiple: true, default: APIS},
      only: {type: 'string', multiple: true, default: []},
      seed: {type: 'string', default: '3'},
      shard: {type: 'string', default: '1/1'},
      json: {type: 'string', default: 'presscheck-report/wrong-lines.json'},
      merge: {type: 'string', multiple: true, default: []},
    },
  }).values;

type Options = ReturnType<typeof readOptions>;

const specifications = loadSpecifications();

/** The mistakes that the options select. */
function selected({api: named, only, shard}: Options): (WrongLine & {api: Api})[] {
  const right = relabelledProfiles(specifications);
  const other = named.find((one) => !APIS.some((api) => api === one));
  if (other !== undefined)
    throw new UsageError(`--api ${other} is not known: write one of ${APIS.join(', ')}.`);
  const all = APIS.filter((api) => named.includes(api)).flatMap((api) =>
    wrongLines(specifications[api], right[api]).map((line) => ({...line, api})),
  );
  const chosen = all.filter(({name}) => !only.length || only.some((text) => name.includes(text)));
  if (!chosen.length) throw new UsageError(`No mistake has ${only.join(' or ')} in its name.`);
  return shardOf(chosen, shardNamed(shard));
}

async function play(options: Options, results: NightlyResults<WrongLineRun>): Promise<void> {
  const seed = wholeNumber(options.seed, '--seed');
  const {checks} = allChecks(specifications, seed);
  const lines = selected(options);
  const finished = progressOf('wrong lines', lines.length, 'lines');
  for (const line of lines) {
    const accused = await accusedWith(specifications, checks, seed, line);
    results.add({api: line.api, mistake: line.name, accused});
    finished(1);
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  const results = new NightlyResults<WrongLineRun>(options.json);
  try {
    const nameOf = ({api, mistake}: WrongLineRun): string => `${api} ${mistake}`;
    if (options.merge.length) results.add(...mergedResults(options.merge, nameOf));
    else await play(options, results);
  } finally {
    results.write();
  }
  const accusing = results.all.filter(({accused}) => accused.length);
  for (const {api, mistake, accused} of accusing) {
    print(`${api}, ${mistake}`);
    for (const reason of accused) print(`  ${reason}`);
  }
  print(`${results.all.length} wrong lines; ${accusing.length} of them accuse.`);
  print(`Every run is in ${options.json}.`);
  process.exitCode = accusing.length ? 1 : 0;
}

await refusing(main);
