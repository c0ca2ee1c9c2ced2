/**
 * `npm run nightly:particular -- [options]` runs the suite of an API on mocks with one defect each
 * that only particular values, states, pairs, instants or races show (`mock/defects/particular/`),
 * seed by seed, and prints how often each is found, at all and by the rule that it breaks. A run is
 * restricted to the chapters concerned (`particular/trials.ts`).
 *
 *     --seeds N        how many seeds, from 1 on (40)
 *     --only TEXT      the defects whose name contains it; can be repeated
 *     --shard I/N      every N-th defect, from the I-th on (1/1)
 *     --effort E       `standard`, which is what certify does
 *     --json FILE      every trial (presscheck-report/particular.json)
 *     --merge FILE     runs nothing: prints the trials of these files together; can be repeated
 */
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {parseArgs} from 'node:util';
import {PARTICULAR} from '../mock/defects/particular/all.ts';
import type {ParticularDefect} from '../mock/defects/particular/particular.ts';
import {realClock} from '../suites/engine/ports.ts';
import {killRates, merged, rateLines, shardOf} from './particular/kill-rates.ts';
import {ParticularTrials, type ParticularTrial} from './particular/trials.ts';

const {values: options} = parseArgs({
  options: {
    seeds: {type: 'string', default: '40'},
    only: {type: 'string', multiple: true, default: []},
    shard: {type: 'string', default: '1/1'},
    effort: {type: 'string', default: 'standard'},
    json: {type: 'string', default: 'presscheck-report/particular.json'},
    merge: {type: 'string', multiple: true, default: []},
  },
});

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Ends the process with a sentence about a wrong option. */
function refuse(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}

const wholeNumber = (text: string, what: string): number => {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    refuse(`${what} has to be a whole number from 1 on, not ${text}.`);
  return number;
};

function selected(): ParticularDefect[] {
  const {only} = options;
  const isNamed = ({name}: ParticularDefect): boolean =>
    !only.length || only.some((text) => name.includes(text));
  const named = PARTICULAR.filter(isNamed);
  if (!named.length) refuse(`No defect has ${only.join(' or ')} in its name.`);
  const [shard = '', of = ''] = options.shard.split('/');
  return shardOf(named, wholeNumber(shard, '--shard I/N: I'), wholeNumber(of, '--shard I/N: N'));
}

/** Runs seed by seed, and keeps every run at once: a night that is cut short is not lost. */
async function played(): Promise<ParticularTrial[]> {
  if (options.effort !== 'standard')
    refuse(`--effort ${options.effort} is not known: standard is the only effort so far.`);
  const seeds = wholeNumber(options.seeds, '--seeds');
  const defects = selected();
  const trials = await ParticularTrials.open();
  const all: ParticularTrial[] = [];
  try {
    for (let seed = 1; seed <= seeds; seed += 1)
      for (const defect of defects) {
        if (process.stderr.isTTY)
          process.stderr.write(`\r${all.length} of ${defects.length * seeds}`);
        all.push(await trials.play(defect, seed));
        keep(all);
      }
  } finally {
    await trials.close();
  }
  return all;
}

function keep(trials: readonly ParticularTrial[]): void {
  mkdirSync(dirname(options.json), {recursive: true});
  writeFileSync(options.json, `${JSON.stringify(trials, null, 1)}\n`);
}

const trialsIn = (file: string): ParticularTrial[] =>
  JSON.parse(readFileSync(file, 'utf8')) as ParticularTrial[];

const began = realClock.now();
const trials = options.merge.length ? merged(options.merge.map(trialsIn)) : await played();
for (const line of rateLines(killRates(trials))) print(line);
const each = trials.reduce((total, {took}) => total + took, 0) / Math.max(1, trials.length);
const elapsed = Math.round((realClock.now() - began) / 1000);
print(`${trials.length} runs, ${(each / 1000).toFixed(1)} s each, ${elapsed} s in all.`);
keep(trials);
print(`Every run is in ${options.json}.`);
