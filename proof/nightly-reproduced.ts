/**
 * `npm run nightly:reproduced -- [options]` certifies the independent servers with one fault each, and tries every
 * failure again as a developer does: by its fixture, by `--only` its rule, and by its printed commands in a shell
 * with curl. It prints each failure that one of the three does not show, and exits with 1 when there is any.
 *
 *     --api workspace|store   one of the two (both)
 *     --part a|b|c|d|e|all    which faults (all)
 *     --only NAME             one fault; can be repeated
 *     --scope rule|chapter|whole   which rules are checked at first: those of the fault's row, of its chapter, or all (chapter)
 *     --no-hooks              without hooks
 *     --draw N                N faults, drawn by the seed
 *     --seed N                of the checks (1)
 *     --shard I/N             every N-th fault, from the I-th on (1/1)
 *     --verbose               prints each fault as it ends
 *     --json FILE             every failure (presscheck-report/reproduced.json)
 *     --merge FILE            runs nothing: prints the failures of these files together; can be repeated
 */
import {parseArgs} from 'node:util';
import {loadSpecifications} from '../spec/specification.ts';
import type {Api} from '../spec/rule.ts';
import {UsageError} from '../spec/usage-error.ts';
import {refusing, shardNamed, shardOf, wholeNumber} from './nightly-options.ts';
import {progressOf} from './nightly-progress.ts';
import {mergedResults, NightlyResults} from './nightly-results.ts';
import {faultsOf, READ_PARTS, type Fault} from './independent/faults.ts';
import {drawn, SCOPES, tryAgain, tryingWith, type FaultTried} from './reproduced/fault-tried.ts';
import {SHOWN, type Shown} from './reproduced/reproduce.ts';

const readOptions = () =>
  parseArgs({
    allowNegative: true,
    options: {
      api: {type: 'string'},
      part: {type: 'string', default: 'all'},
      only: {type: 'string', multiple: true, default: []},
      scope: {type: 'string', default: 'chapter'},
      hooks: {type: 'boolean', default: true},
      draw: {type: 'string'},
      seed: {type: 'string', default: '1'},
      shard: {type: 'string', default: '1/1'},
      verbose: {type: 'boolean', default: false},
      json: {type: 'string', default: 'presscheck-report/reproduced.json'},
      merge: {type: 'string', multiple: true, default: []},
    },
  }).values;

type Options = ReturnType<typeof readOptions>;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The faults that the options select. @throws UsageError when there is none */
function selected({api: named, part, only, draw, seed, shard}: Options): Fault[] {
  const all = (['store', 'workspace'] as const satisfies Api[])
    .filter((api) => api === (named ?? api))
    .flatMap((api) => READ_PARTS.map((one) => ({api, one})))
    .filter(({one}) => part === 'all' || part === one)
    .flatMap(({api, one}) => faultsOf(api, one))
    .filter(({name}) => !only.length || only.includes(name));
  if (!all.length) throw new UsageError('No fault is selected: see --api, --part and --only.');
  const some = draw === undefined ? all : drawn(all, wholeNumber(draw, '--draw'), seed);
  return shardOf(some, shardNamed(shard));
}

async function play(options: Options, results: NightlyResults<FaultTried>): Promise<void> {
  const scope = SCOPES.find((one) => one === options.scope);
  if (!scope) throw new UsageError(`--scope ${options.scope}: write ${SCOPES.join(', ')}.`);
  const faults = selected(options);
  const trying = tryingWith(loadSpecifications(), wholeNumber(options.seed, '--seed'));
  const finished = progressOf('reproduced', faults.length, 'faults');
  for (const fault of faults) {
    const tried = await tryAgain(fault, scope, options.hooks, trying);
    results.add(tried);
    if (options.verbose) for (const line of linesOf(tried)) print(line);
    finished(1);
  }
}

const WAYS = ['fixture', 'only', 'curl'] as const;

const isShown = (one: Shown): boolean => WAYS.every((way) => one[way] === SHOWN);

/** A fault with its failures, and what does not show them. */
const linesOf = ({fault, shown, seconds}: FaultTried): string[] => [
  `${fault.api} ${fault.name}: ${shown.length} failed, ${seconds} s`,
  ...shown
    .filter((one) => !isShown(one))
    .flatMap((one) => [
      `  ${one.rule} at ${one.place} [${one.violation.branch}]: expected ${one.violation.expected}, got ${one.violation.got}`,
      ...WAYS.filter((way) => one[way] !== SHOWN).map((way) => `    ${way}: ${one[way]}`),
    ]),
];

async function main(): Promise<void> {
  const options = readOptions();
  const results = new NightlyResults<FaultTried>(options.json);
  try {
    const nameOf = ({fault}: FaultTried): string => `${fault.api} ${fault.name}`;
    if (options.merge.length) results.add(...mergedResults(options.merge, nameOf));
    else await play(options, results);
  } finally {
    results.write();
  }
  const failures = results.all.flatMap(({shown}) => shown);
  const missed = results.all.filter(({shown}) => !shown.every(isShown));
  if (!options.verbose) for (const line of missed.flatMap(linesOf)) print(line);
  const notShownBy = (way: (typeof WAYS)[number]): number =>
    failures.filter((one) => one[way] !== SHOWN).length;
  print(
    `${results.all.length} faults, ${failures.length} failures: ${notShownBy('fixture')} not shown by their fixture, ` +
      `${notShownBy('only')} not by --only, ${notShownBy('curl')} not by curl; ` +
      `${failures.filter((one) => !isShown(one)).length} not shown by one of them`,
  );
  process.exitCode = missed.length ? 1 : 0;
}

await refusing(main);
