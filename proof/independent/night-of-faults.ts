import {readFileSync} from 'node:fs';
import type {Api} from '../../spec/rule.ts';
import {loadSpecifications, type Specification} from '../../spec/specification.ts';
import {shardNamed, shardOf, wholeNumber} from '../nightly-options.ts';
import {progressOf} from '../nightly-progress.ts';
import {mergedResults, NightlyResults} from '../nightly-results.ts';
import {classLines, faultLines, openLine, totalsLine} from './fault-table.ts';
import {nameOfRun, playFaults, type FaultChoice, type FaultRun} from './fault-trials.ts';
import {faultsOf, PARTS, type Fault} from './faults.ts';
import {leftOpenIn} from './left-open.ts';
import {apisOf, halfChosen, hooksOf, partsChosen, print, type Options} from './night-options.ts';

/** Certifies servers with one fault each. */
export async function certifyFaults(options: Options): Promise<void> {
  const results = new NightlyResults<FaultRun>(options.json);
  try {
    if (options.merge.length) results.add(...mergedResults(options.merge, nameOfRun));
    else await playChosen(options, results);
  } finally {
    results.write();
  }
  for (const hooks of [false, true])
    for (const api of apisOf(options)) {
      const own = results.all.filter((one) => one.fault.api === api && one.hooks === hooks);
      if (own.length) report(api, `${api}, ${hooks ? 'with' : 'without'} hooks`, own);
    }
}

async function playChosen(options: Options, results: NightlyResults<FaultRun>): Promise<void> {
  const processes = wholeNumber(options.processes, '--processes');
  const effort = options.effort === 'deep' ? 'deep' : 'standard';
  const specifications = loadSpecifications();
  for (const api of apisOf(options))
    for (const hooks of hooksOf(options)) {
      const faults = selected(api, specifications[api], options);
      const choice: FaultChoice = {api, hooks, effort, ownChapter: options['own-chapter']};
      const progress = progressOf(api, faults.length, 'faults');
      await playFaults(faults, choice, specifications[api], processes, (run) => {
        results.add(run);
        if (options.verbose) print(`${run.fault.name}: ${run.failed.join(', ') || run.found}`);
        progress(1);
      });
    }
}

/** The faults that the options choose; those of chapters that have not landed are left out. */
function selected(api: Api, {checklist}: Specification, options: Options): Fault[] {
  const rows = checklist.filter(({state}) => state === 'pending');
  const pending = new Set(rows.map(({row}) => row));
  const unseen = unseenIn(options['unseen-in']);
  const half = halfChosen(options);
  const chosen = partsChosen(options)
    .flatMap((part) => faultsOf(api, part))
    .filter(({row}) => !pending.has(row))
    .filter((fault) => half === undefined || fault.half === half)
    .filter(({kind}) => options.kind === 'all' || options.kind === kind)
    .filter(({name}) => !options.only.length || options.only.includes(name))
    .filter(({name}) => unseen?.has(`${api} ${name}`) !== false);
  return shardOf(chosen, shardNamed(options.shard));
}

/** The faults that were run in these files and that no run there found; absent when there are no files. */
function unseenIn(files: string[]): Set<string> | undefined {
  if (!files.length) return undefined;
  const runs = files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as FaultRun[]);
  const nameOf = ({fault}: FaultRun): string => `${fault.api} ${fault.name}`;
  const seen = new Set(runs.filter(({found}) => found !== 'unseen').map(nameOf));
  return new Set(runs.map(nameOf).filter((name) => !seen.has(name)));
}

function report(api: Api, title: string, all: FaultRun[]): void {
  const open = new Map(leftOpenIn(api).map((one) => [one.name, one]));
  const decided = all.filter(({fault}) => !open.has(fault.name));
  print(`\n== ${title}`);
  for (const part of PARTS)
    for (const kind of ['flat', 'deep'] as const) {
      const some = decided.filter(({fault}) => fault.part === part && fault.kind === kind);
      if (!some.length) continue;
      print(totalsLine(`part ${part}, ${kind}`, some));
      for (const line of faultLines(some)) print(line);
    }
  for (const line of classLines(decided)) print(line);
  print(`left open by the document (${all.length - decided.length}):`);
  for (const one of all) {
    const point = open.get(one.fault.name);
    if (point) print(openLine(one, point));
  }
}
