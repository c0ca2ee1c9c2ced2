/**
 * `npm run nightly:attacks -- [options]` attacks the mock, its folders and the suite, and prints one
 * table with a figure for each attack. It exits with 1 when anything was found.
 *
 *     --only NAME       one of requests, sockets, kills, folders, targets, day; can be repeated (all)
 *     --requests N      generated requests (1000000); the other attacks shrink or grow with them
 *     --seed N          of what is generated (1)
 *     --shard I/N       the I-th part of N: other seeds, and an N-th of each attack (1/1)
 *     --json FILE       every outcome (presscheck-report/attacks.json)
 *     --merge FILE      attacks nothing: prints the outcomes of these files together; can be repeated
 */
import {parseArgs} from 'node:util';
import {UsageError} from '../spec/usage-error.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {ATTACKS, attackRow, scaleOf, type AttackRow} from './attacks/all.ts';
import {findingOf, type Attack} from './attacks/attack.ts';
import {refusing, shardNamed, wholeNumber} from './nightly-options.ts';
import {progressOf} from './nightly-progress.ts';
import {mergedResults, NightlyResults} from './nightly-results.ts';

const FULL = '1000000';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const readOptions = () =>
  parseArgs({
    options: {
      only: {type: 'string', multiple: true, default: []},
      requests: {type: 'string', default: FULL},
      seed: {type: 'string', default: '1'},
      shard: {type: 'string', default: '1/1'},
      json: {type: 'string', default: 'presscheck-report/attacks.json'},
      merge: {type: 'string', multiple: true, default: []},
    },
  }).values;

type Options = ReturnType<typeof readOptions>;

/** The attacks that `--only` names. @throws UsageError for an unknown name */
function selected(only: readonly string[]): Attack[] {
  const unknown = only.find((name) => !ATTACKS.some((attack) => attack.name === name));
  const names = ATTACKS.map(({name}) => name).join(', ');
  if (unknown !== undefined)
    throw new UsageError(`--only ${unknown} is no attack: write one of ${names}.`);
  return ATTACKS.filter(({name}) => !only.length || only.includes(name));
}

async function play(options: Options, results: NightlyResults<AttackRow>): Promise<void> {
  const shard = shardNamed(options.shard);
  const share = wholeNumber(options.requests, '--requests') / Number(FULL) / shard.of;
  const seed = wholeNumber(options.seed, '--seed');
  for (const attack of selected(options.only)) {
    const scale = scaleOf(attack, share, seed, shard.own);
    process.stderr.write(`${attack.name}: ${scale.times} ${attack.unit}\n`);
    const since = realClock.now();
    const outcome = await attack
      .run(scale, progressOf(attack.name, scale.times, attack.unit))
      .catch((error: unknown) => ({tried: 0, figure: 'broken off', findings: [findingOf(error)]}));
    const seconds = (realClock.now() - since) / 1000;
    results.add({name: attack.name, unit: attack.unit, shard: options.shard, seconds, ...outcome});
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  const results = new NightlyResults<AttackRow>(options.json);
  try {
    const nameOf = ({name, shard}: AttackRow): string => `${name} ${shard}`;
    if (options.merge.length) results.add(...mergedResults(options.merge, nameOf));
    else await play(options, results);
  } finally {
    results.write();
  }
  for (const row of results.all) print(attackRow(row));
  const findings = results.all.flatMap((row) =>
    row.findings.map((finding) => `${row.name}: ${finding}`),
  );
  for (const finding of findings) print(`FOUND ${finding}`);
  print(`${findings.length} findings. Every outcome is in ${options.json}.`);
  process.exitCode = findings.length ? 1 : 0;
}

await refusing(main);
