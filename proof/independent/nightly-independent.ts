/**
 * `npm run nightly:independent -- [options]` certifies the independent servers with their faults,
 * or without any (`--correct`), and prints what the suite did not see, or whom it accused.
 *
 *     --api workspace|store   one of the two
 *     --part a|b|c|all        which faults (a)
 *     --kind flat|deep|all    which of them (all)
 *     --effort E          standard or deep (standard)
 *     --hooks, --no-hooks     with or without hooks alone (both)
 *     --only NAME             one fault of the part, or one variant; can be repeated; `a+b`: two variants at once
 *     --reveal                prints the names of parts b and c too
 *     --correct               servers without a fault: seeds, credentials, hooks, first and second run
 *     --variants              servers with one conforming variant after the other
 *     --together              with --variants: all of them on one server
 *     --words W               with --variants: the profile is named, silent or speechless (named)
 *     --seed N                with --variants: the seed (1)
 *     --chapter C             with --variants: rules of one chapter (`orders`); can be repeated
 *     --real-time             with --correct: one run of each server in real time
 *     --verbose               prints each run as it ends (of parts b and c only with --reveal)
 *     --processes N           how many processes certify (2)
 *     --json FILE             everything that was found (presscheck-report/independent.json)
 */
import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {parseArgs} from 'node:util';
import {loadSpecification} from '../../spec/specification.ts';
import type {Api} from '../../spec/rule.ts';
import {defined} from '../../spec/defined.ts';
import {UsageError} from '../../spec/usage-error.ts';
import {failedIn, judged, type Judged} from './attribution.ts';
import type {Certification, Trial} from './certification.ts';
import {accusationsIn, correctTrials} from './correct-trials.ts';
import {faultLines, totalsLine} from './fault-table.ts';
import {faultsOf, PARTS, type Fault, type Part} from './faults.ts';
import {isAccused, variantLines, variantsOf, variantTrials} from './variant-trials.ts';
import type {Words} from './vendor-words.ts';
import {playTrials} from './workers.ts';

const {values: options} = parseArgs({
  allowNegative: true,
  options: {
    api: {type: 'string'},
    part: {type: 'string', default: 'a'},
    kind: {type: 'string', default: 'all'},
    effort: {type: 'string', default: 'standard'},
    hooks: {type: 'boolean'},
    only: {type: 'string', multiple: true, default: []},
    reveal: {type: 'boolean', default: false},
    correct: {type: 'boolean', default: false},
    variants: {type: 'boolean', default: false},
    together: {type: 'boolean', default: false},
    words: {type: 'string', default: 'named'},
    seed: {type: 'string', default: '1'},
    chapter: {type: 'string', multiple: true, default: []},
    'real-time': {type: 'boolean', default: false},
    verbose: {type: 'boolean', default: false},
    processes: {type: 'string', default: '2'},
    json: {type: 'string', default: 'presscheck-report/independent.json'},
  },
});
const apis = (['store', 'workspace'] as const).filter((api) => api === (options.api ?? api));
const processes = Number(options.processes);

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Shows that something happens. */
function finished(played: Certification[], done: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} done`);
  if (!options.verbose || (options.part !== 'a' && !options.reveal)) return;
  for (const certification of played) {
    const {trial, run, unfinished} = certification;
    const name = trial.fault ?? `${trial.api}, seed ${trial.seed}`;
    const failed = failedIn(certification).join(', ') || 'no rule failed';
    print(`${name}, run ${run}: ${unfinished ?? failed}`);
  }
}

const result = await whatWasAsked();
mkdirSync(dirname(options.json), {recursive: true});
writeFileSync(options.json, JSON.stringify(result, null, 1));
print(`Everything is in ${options.json}.`);

async function whatWasAsked(): Promise<object[]> {
  if (options.variants) return certifyVariants();
  return options.correct ? certifyCorrect() : certifyFaults();
}

/** Certifies servers with their variants; exits with 1 when one is accused. */
async function certifyVariants(): Promise<object[]> {
  const trials = apis.flatMap((api) =>
    variantTrials({
      api,
      names: variantsChosen(api),
      together: options.together,
      hooks: [true, false].filter((one) => one === (options.hooks ?? one)),
      words: wordsChosen(),
      seed: Number(options.seed),
      chapters: options.chapter,
    }),
  );
  if (!trials.length) throw new UsageError(`--only ${options.only.join(', ')}: it is no variant`);
  const played = (await playTrials(trials, processes, told)).flat();
  const accused = played.filter(isAccused);
  print(`${played.length} runs, ${accused.length} with findings`);
  if (accused.length) process.exitCode = 1;
  return played;
}

/** The variants of a server that `--only` names, or all. */
function variantsChosen(api: Api): string[] {
  const known = variantsOf(api);
  if (!options.only.length) return known;
  return options.only.filter((names) => names.split('+').every((name) => known.includes(name)));
}

function told(played: Certification[]): void {
  for (const one of played) for (const line of variantLines(one)) print(line);
}

/** What `--words` says. */
function wordsChosen(): Words {
  const words = (['named', 'silent', 'speechless'] as const).find((one) => one === options.words);
  if (words === undefined) {
    throw new UsageError(`--words ${options.words}: named, silent or speechless`);
  }
  return words;
}

/** Certifies servers without a fault; exits with 1 when one is accused. */
async function certifyCorrect(): Promise<object[]> {
  const trials = apis.flatMap((api) => (options['real-time'] ? [inRealTime(api)] : trialsOf(api)));
  const played = (await playTrials(trials, processes, finished)).flat();
  for (const api of apis) {
    const own = played.filter(({trial}) => trial.api === api);
    const accusations = accusationsIn(own);
    const seconds = own.reduce((total, {took}) => total + took, 0) / 1000;
    print(`${api}: ${own.length} runs, ${accusations.length} accusations, ${seconds.toFixed(0)} s`);
    for (const line of accusations) print(`  ${line}`);
    if (accusations.length) process.exitCode = 1;
  }
  return played;
}

function trialsOf(api: Api): Trial[] {
  return correctTrials(api).filter(({hooks}) => hooks === (options.hooks ?? hooks));
}

function inRealTime(api: Api): Trial {
  const hooks = options.hooks ?? false;
  return {api, seed: 1, credentials: 'all', hooks, runs: 1, realTime: true};
}

/** Certifies servers with one fault each. */
async function certifyFaults(): Promise<object[]> {
  const all: object[] = [];
  for (const api of apis)
    for (const hooks of [false, true]) {
      if (hooks !== (options.hooks ?? hooks)) continue;
      const found = await judgeFaults(api, hooks);
      report(api, hooks, found);
      all.push(...found.filter(mayBeNamed).map((one) => ({api, hooks, ...one})));
    }
  return all;
}

/** The first trial is that of the correct server: what fails there too finds no fault. */
async function judgeFaults(api: Api, hooks: boolean): Promise<Judged[]> {
  const faults = selected(api);
  const correct: Trial = {
    api,
    seed: 1,
    credentials: 'all',
    hooks,
    runs: 1,
    ...(options.effort === 'deep' && {effort: 'deep' as const}),
  };
  const trials = [correct, ...faults.map(({name}) => ({...correct, fault: name}))];
  const [first, ...others] = (await playTrials(trials, processes, finished)).flat();
  const falsely = new Set(failedIn(defined(first, 'the run on the correct server')));
  if (falsely.size) print(`Failed on the correct ${api} server too: ${[...falsely].join(', ')}`);
  const {rules} = loadSpecification(api);
  return faults.map((fault, index) =>
    judged(fault, defined(others[index], 'the run of a trial'), rules, falsely),
  );
}

/** The parts that `--part` names. */
function partsChosen(): Part[] {
  const chosen = PARTS.filter((part) => options.part === 'all' || options.part === part);
  if (!chosen.length) throw new UsageError(`--part ${options.part}: a, b, c or all`);
  return chosen;
}

/** The faults that the options choose; those of chapters that have not landed are left out. */
function selected(api: Api): Fault[] {
  const rows = loadSpecification(api).checklist.filter(({state}) => state === 'pending');
  const pending = new Set(rows.map(({row}) => row));
  return partsChosen()
    .flatMap((part) => faultsOf(api, part))
    .filter(({row}) => !pending.has(row))
    .filter(({kind}) => options.kind === 'all' || options.kind === kind)
    .filter(({name}) => !options.only.length || options.only.includes(name));
}

/** Parts b and c stay unread until they are to be revealed. */
function mayBeNamed({fault}: Judged): boolean {
  return fault.part === 'a' || options.reveal;
}

function report(api: Api, hooks: boolean, all: Judged[]): void {
  print(`\n== ${api}, ${hooks ? 'with' : 'without'} hooks`);
  for (const part of PARTS)
    for (const kind of ['flat', 'deep'] as const) {
      const some = all.filter(({fault}) => fault.part === part && fault.kind === kind);
      if (!some.length) continue;
      print(totalsLine(`part ${part}, ${kind}`, some));
      const named = some.filter(mayBeNamed);
      if (named.length) for (const line of faultLines(named)) print(line);
    }
}
