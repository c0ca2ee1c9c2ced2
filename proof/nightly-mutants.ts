/**
 * `npm run nightly:mutants -- [options]` changes the transitions of the mock and the judges of the
 * suite in small ways, with the mutation tool Stryker, and prints the changes that no test notices.
 * `proof/mutants/groups.ts` lists what is changed and what has to notice it. Survivors are classed
 * in `proof/mutants/survivors.tsv`; the exit code is 1 when one is not classed, or when a classed
 * one has not survived.
 *
 *     --only TEXT      the groups that have it in their name or in the path of a file; can be repeated
 *     --shard I/N      every N-th group, from the I-th on (1/1)
 *     --processes N    mutants that are tried at a time (2)
 */
import {readFileSync} from 'node:fs';
import {parseArgs} from 'node:util';
import {UsageError} from '../spec/usage-error.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {GROUPS, type MutantGroup} from './mutants/groups.ts';
import type {Mutant} from './mutants/mutants.ts';
import {runStryker} from './mutants/run-stryker.ts';
import {compareSurvivors, readSurvivors} from './mutants/survivors.ts';
import {refusing, shardNamed, shardOf, wholeNumber} from './nightly-options.ts';
import {projectFile} from './root.ts';

const TABLE = 'proof/mutants/survivors.tsv';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The groups that the options select. */
function selected(only: readonly string[], shard: string): MutantGroup[] {
  const isNamed = ({name, mutate}: MutantGroup): boolean =>
    !only.length || only.some((text) => [name, ...mutate].some((one) => one.includes(text)));
  const named = GROUPS.filter(isNamed);
  if (!named.length)
    throw new UsageError(
      `No group of mutants has ${only.join(' or ')} in its name or in the path of a file; ` +
        `the groups are ${GROUPS.map(({name}) => name).join(', ')}.`,
    );
  return shardOf(named, shardNamed(shard));
}

/** One line about the mutants of a group. */
function summaryOf({name, chapters}: MutantGroup, mutants: Mutant[], seconds: number): string {
  const killed = mutants.filter(({survived}) => !survived);
  const byUnitTests = killed.filter(
    ({killedIn}) => killedIn.length > 0 && killedIn.every((file) => file.endsWith('.test.ts')),
  );
  const late = killed.filter(({timedOut}) => timedOut).length;
  const ways = [
    ...(chapters ? [`by unit tests alone: ${byUnitTests.length}`] : []),
    `because the tests did not end: ${late}`,
  ];
  return (
    `${name}: ${killed.length} of ${mutants.length} mutants noticed (${ways.join(', ')}), ` +
    `${seconds} s`
  );
}

async function main(): Promise<void> {
  const {values: options} = parseArgs({
    options: {
      only: {type: 'string', multiple: true, default: []},
      shard: {type: 'string', default: '1/1'},
      processes: {type: 'string', default: '2'},
    },
  });
  const processes = wholeNumber(options.processes, '--processes');
  const mutants: Mutant[] = [];
  for (const group of selected(options.only, options.shard)) {
    const began = realClock.now();
    const own = await runStryker(group, processes);
    mutants.push(...own);
    print(summaryOf(group, own, Math.round((realClock.now() - began) / 1000)));
  }
  const table = readSurvivors(readFileSync(projectFile(TABLE), 'utf8'), TABLE);
  const {unclassed, gone, classed} = compareSurvivors(mutants, table);
  for (const {file, line, change} of unclassed)
    print(`not classed (line ${line}): ${file}\t${change}`);
  for (const {file, change} of gone) print(`did not survive: ${file}\t${change}`);
  const holes = classed.filter((one) => one.class === 'hole').length;
  print(
    `${mutants.length} mutants; survivors: ${classed.length} classed (holes: ${holes}), ` +
      `${unclassed.length} not classed; rows of ${TABLE} that did not survive: ${gone.length}.`,
  );
  process.exitCode = unclassed.length || gone.length ? 1 : 0;
}

await refusing(main);
